/** The list of open tables is fair. */
import { expect, test, vi } from "vitest";
import type { TableNote } from "../src/house/types";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
vi.stubGlobal("navigator", { languages: ["fr"] });
vi.mock("../src/house/live.svelte", () => ({ live: {} }));
const { inTurn } = await import("../src/pages/shelf/tables.svelte");

test("the newest table of each person comes first, then the second of each", () => {
  const note = (opened_at: number, host: string) => ({ id: `t${opened_at}`, host, opened_at }) as unknown as TableNote;
  const notes = [note(1, "ada"), note(2, "eve"), note(3, "eve"), note(4, "eve"), note(5, "bob"), note(6, "ada")];
  expect(inTurn(notes).map(({ id }) => id)).toEqual(["t6", "t5", "t4", "t3", "t1", "t2"]);
});
