/** What a seat of Lueur is told: `Position` in notation.py. */
import type { Ending } from "../../house/types";

export type Lights = Record<string, [seat: number, light: number]>; // by cell; free cells are left out

export interface LueurView {
  phase: "play" | "over";
  turn: number | null;
  first: number;
  board: Lights;
  hands: (number | "?")[][]; // by seat
  bags: "?"[][];
  spent: number[][];
  ending: Ending | null;
}
