/** What the board computes for the eye is what the rules say; `make board-facts` writes the fixture. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { after, readMove } from "../src/games/lueur/moves";
import { sayCell, sayMove, sayPosition } from "../src/games/lueur/say";
import { CELLS, countOf, takenBy } from "../src/games/lueur/sky";
import type { Lights } from "../src/games/lueur/view";
import { language } from "../src/words/language.svelte";

interface Fact {
  reach: string;
  seat: number;
  board: Lights;
  takes: Record<string, string[]>; // by move
}
const FACTS: Fact[] = JSON.parse(readFileSync("tests/fixtures/lueur.json", "utf8"));
const game = { words: { moves: { place: "Lumière {light} en {cell}." } } } as any;

describe.each(FACTS)("a turn with $reach", ({ reach, seat, board, takes }) => {
  test("a light takes what the rules say", () => {
    for (const [move, cells] of Object.entries(takes)) {
      const { cell, light } = readMove(move);
      expect(takenBy(board, seat, cell, light, reach).toSorted()).toEqual(cells.toSorted());
      const sky = after(board, seat, move, reach);
      expect(countOf(sky, seat)).toBe(countOf(board, seat) + 1 + cells.length);
    }
  });
});

test("some facts take something", () => {
  expect(FACTS.flatMap(({ takes }) => Object.values(takes)).some((cells) => cells.length > 1)).toBe(true);
});

test("the sky is read from the top", () => {
  expect([CELLS.length, CELLS[0], CELLS.at(-1)]).toEqual([16, "a4", "d1"]);
});

test("it is said in words", () => {
  const view = {
    board: { b2: [0, 5], c3: [1, 2] },
    hands: [
      [1, 6],
      ["?", "?"],
    ],
    bags: [[], []],
  } as any;
  const sitting = { game, names: ["Ada", "Bob"], seat: 0, view } as any;
  expect(sayMove("b2=5", sitting)).toBe("Lumière 5 en b2.");
  expect(sayCell(sitting, view.board, "c3")).toBe("c3, lumière 2 de Bob");
  language.now = "en";
  expect(sayCell(sitting, view.board, "c3")).toBe("c3, light 2 of Bob");
  expect(sayPosition(sitting)).toBe("Ada: 1 light. Bob: 1 light. b2, your light 5. c3, light 2 of Bob. In hand: 1, 6.");
});
