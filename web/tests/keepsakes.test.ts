/** What a device keeps of finished games. */
import { expect, test } from "vitest";
import { type Finished, type Keepsakes, recallKeepsakes, remember } from "../src/house/keepsakes";

const NOTHING: Keepsakes = recallKeepsakes(); // there is no store here, as in a browser that blocks it
const NOVA = { key: "galax:nova", name: "Nova", isBot: true };
const MAMIE = { key: "person:1", name: "Mamie", isBot: false };
const GAMES = ["galax", "sirius"];

const game = (table: string, more: Partial<Finished> = {}): Finished => ({
  table,
  game: "galax",
  seats: 2,
  outcome: "won",
  rivals: [NOVA],
  ...more,
});

function after(...games: Finished[]) {
  let kept = NOTHING;
  let memory;
  for (const one of games) [kept, memory] = remember(kept, one, GAMES, 1);
  return { kept, memory: memory! };
}

test("victories against somebody and in a row are counted", () => {
  const { kept, memory } = after(game("a"), game("b", { outcome: "lost" }), game("c"), game("d"));
  expect(memory.score).toEqual({ won: 3, drawn: 0, lost: 1 });
  expect(memory.row).toBe(2);
  expect(kept.longest).toBe(2);
});

test("a table is counted once, however often it is opened", () => {
  const { kept, memory } = after(game("a"), game("a"));
  expect(memory.score.won).toBe(1);
  expect(memory.firsts).toEqual([]);
  expect(kept.games["galax"]!.won).toBe(1);
});

test("a first is a first once", () => {
  expect(after(game("a")).memory.firsts).toEqual(["tried:galax", "won:galax", "seats:2", "level:galax:nova"]);
  expect(after(game("a"), game("b")).memory.firsts).toEqual([]);
  expect(after(game("a"), game("b"), game("c")).memory.firsts).toEqual(["row:3"]);
});

test("the last box that is opened makes it all of them", () => {
  const { memory } = after(game("a"), game("b", { game: "sirius", outcome: "lost", rivals: [] }));
  expect(memory.firsts).toEqual(["tried:sirius", "tried"]);
});

test("a draw breaks no row, and people are opponents too", () => {
  const { memory } = after(game("a"), game("b", { outcome: "drawn" }), game("c", { rivals: [MAMIE] }));
  expect(memory.row).toBe(2);
  expect(memory.firsts).toEqual(["person"]);
  expect(memory.score).toEqual({ won: 1, drawn: 0, lost: 0 });
});

test("around one device nobody loses to anybody", () => {
  const { kept, memory } = after(game("a", { outcome: null, rivals: [] }));
  expect(memory.firsts).toEqual(["tried:galax", "device"]);
  expect(kept.games).toEqual({});
});
