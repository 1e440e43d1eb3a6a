import { expect, test } from "vitest";
import PALACE from "../../src/lumitheque/games/lumens/editions/reconstruction.txt?raw";
import { heart, pipePath } from "../src/games/fromages/drawing";
import { floorOf, readPalace, wallsOf } from "../src/games/lumens/edition";
import { chips, ring, type Piece } from "../src/games/luminis/drawing";
import type { Amounts } from "../src/games/luminis/edition";
import facts from "./fixtures/drawn.json";

/** What Python reckons for pictures and print, by `tests/board_facts/drawn.py`. */
type Fact =
  | { is: "ring"; amounts: Amounts; most: number; jewels: unknown[] }
  | { is: "chips"; amounts: Amounts; jewels: unknown[] }
  | { is: "pipe"; sides: number; end: boolean; path: string; heart: [number, number] }
  | { is: "room"; seats: number; letter: string; walls: string[]; floor: string[] };

const rounded = (value: number): number => Number(value.toFixed(3));
const told = ({ kind, x, y, r, number }: Piece) => [kind, rounded(x), rounded(y), rounded(r), number];
const edges = (path: string): string[] => path.split("M").slice(1).toSorted();

test("the page draws as Python does", () => {
  for (const fact of facts as unknown as Fact[]) {
    if (fact.is === "ring") expect(ring(fact.amounts, 50, 95, 28, fact.most).map(told)).toEqual(fact.jewels);
    else if (fact.is === "chips") expect(chips(fact.amounts).map(told)).toEqual(fact.jewels);
    else if (fact.is === "pipe") {
      expect(pipePath(fact.sides, fact.end)).toBe(fact.path);
      expect(Object.values(heart(fact.sides))).toEqual(fact.heart);
    } else {
      const palace = readPalace(PALACE, fact.seats);
      expect(edges(wallsOf(palace, fact.letter))).toEqual(fact.walls);
      expect(edges(floorOf(palace, fact.letter))).toEqual(fact.floor);
    }
  }
});
