/** A game of this device that the house keeps as it goes is listed once, whatever is heard and when. */
import { beforeEach, expect, test, vi } from "vitest";
import type { ServerMessage, TableNote } from "../src/house/types";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
});
vi.stubGlobal("navigator", { languages: ["fr"] });
const asked: string[] = [];
vi.mock("../src/house/http", () => ({
  Refusal: Error,
  mineOnDevice: () => Promise.resolve(null),
  get: () => Promise.reject(new Error("away")),
  post: (path: string) => (asked.push(path), Promise.resolve({ table: { id: "copy" } })),
  ask: (method: string, path: string) => (
    asked.push(`${method} ${path}`),
    Promise.resolve({ table: "d-1", entries: [] })
  ),
}));
const { copies, expectCopy, noteCopy } = await import("../src/house/copies");
const { MyTables } = await import("../src/house/my_tables.svelte");
const { me } = await import("../src/house/me.svelte");
const { merge } = await import("../src/house/handing_over");

const note = (id: string, more: Partial<TableNote> = {}) =>
  ({ id, seq: 1, status: "playing", people: ["me"], ...more }) as unknown as TableNote;
const heard = (...tables: TableNote[]) => ({ t: "mine", tables, names: {} }) as unknown as ServerMessage;
const ids = (notes: TableNote[]) => notes.map(({ id }) => id);

beforeEach(() => {
  kept.clear();
  asked.length = 0;
  me.told = { id: "me" } as typeof me.told;
});

test("the house tells of its copy while the game is listed as this device has it", () => {
  const tables = new MyTables();
  tables.mine = [note("d-1")];
  noteCopy("d-1", "copy");
  tables.hear(heard(note("copy", { seq: 7 }), note("other")));
  expect(ids(tables.mine)).toEqual(["other", "d-1"]);
});

test("a table of the house is told as ever where this device has no such game", () => {
  const tables = new MyTables();
  noteCopy("d-2", "copy");
  tables.hear(heard(note("copy")));
  expect(ids(tables.mine)).toEqual(["copy"]);
});

test("a game and its copy are merged into one", async () => {
  noteCopy("d-1", "copy");
  const { tables, toKeep } = await merge([note("d-1")], [note("copy"), note("other")], true);
  expect([ids(tables), toKeep]).toEqual([["d-1", "other"], 0]);
  expect(asked).toEqual([]);
});

test("where the house's answer was lost, it says again which the copy is", async () => {
  expectCopy("d-1");
  expect((await merge([note("d-1", { bot_to_move: true })], [note("copy")], true)).tables).toHaveLength(2); // not now
  expect(asked).toEqual([]);
  expect(ids((await merge([note("d-1")], [note("copy")], true)).tables)).toEqual(["d-1"]);
  expect(copies()).toEqual({ "d-1": "copy" });
  expectCopy("d-1"); // it is known by now
  expect(copies()).toEqual({ "d-1": "copy" });
});
