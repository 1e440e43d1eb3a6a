import { expect, test, vi } from "vitest";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
vi.stubGlobal("location", { protocol: "http:", host: "house" });
const { readOutcome } = await import("../src/house/studying.svelte");

test("an outcome is JSON or a plain word", () => {
  expect(readOutcome("3", 0)).toBe(3);
  expect(readOutcome("T12", "T01")).toBe("T12");
});

test("a list that is begun is completed from what is left", () => {
  expect(readOutcome("C A", ["A", "B", "C", "A"])).toEqual(["C", "A", "B", "A"]);
  expect(readOutcome("[2]", [1, 2, 3])).toEqual([2, 1, 3]);
});

test("what is not in the list stays, so that the house can say so", () => {
  expect(readOutcome("X", ["A", "B"])).toEqual(["X", "A"]);
});
