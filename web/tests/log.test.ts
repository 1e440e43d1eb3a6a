import { expect, test } from "vitest";
import { plays } from "../src/house/log";
import type { EntryTold } from "../src/house/types";

const entry = (seq: number, event: object) => ({ seq, at: 0, event }) as unknown as EntryTold;

test("what was taken back is not there", () => {
  const entries = [
    entry(1, { event: "played", seat: 0, moves: ["a", "b"] }),
    entry(2, { event: "played", seat: 1, moves: ["c"] }),
    entry(3, { event: "taken_back", seat: 0, decisions: 2 }),
  ];
  expect(plays(entries)).toEqual([{ number: 1, seat: 0, moves: ["a"] }]);
});

test("a secret play counts as one", () => {
  expect(plays([entry(1, { event: "played", seat: 0 })])).toEqual([{ number: 1, seat: 0, moves: null }]);
});
