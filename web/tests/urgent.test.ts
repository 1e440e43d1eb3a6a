import { expect, test } from "vitest";
import type { TableNote } from "../src/house/types";
import { urgentFirst } from "../src/house/my_tables.svelte";

function note(id: string, since: number, more: Partial<TableNote> = {}): TableNote {
  const waiting = { seats: [0], people: ["me"], since };
  return { id, people: ["me", "friend"], waiting, touched_at: 0, ...more } as TableNote;
}

test("clocks first, then friends, then the latest", () => {
  const notes = [
    note("bots", 9, { people: ["me"] }),
    note("old friend", 1),
    note("friend", 5),
    note("clock", 2, { deadline: 200 }),
    note("sooner", 3, { deadline: 100 }),
  ];
  expect(urgentFirst(notes).map(({ id }) => id)).toEqual(["sooner", "clock", "friend", "old friend", "bots"]);
});
