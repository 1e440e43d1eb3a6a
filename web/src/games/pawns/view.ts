/** What a seat of Galax or Sirius is told, as the house writes it. */
import type { Ending } from "../../house/types";

export type Side = "w" | "b"; // white, brown
export type Kind = "S" | "M" | "T" | "C"; // sun, moon, star, champion
export type Pawn = Exclude<Kind, "C">;
export type Piece = `${Side}${Kind}`;
export type Cells = Record<string, Piece>;

export interface PawnView {
  phase: "setup" | "play" | "over";
  white: number; // the seat that plays white
  turn: "white" | "brown" | null;
  board: Cells;
  committed: ("white" | "brown")[];
  faults: string[]; // cells of pieces that the side to move may huff
  quiet: number;
  passes: number;
  ending: Ending | null;
  mover?: string | null; // Galax: the piece that has stepped in the running turn
  missed?: string[]; // Galax: own pieces at fault so far
}

/** Only the set-up is secret; then every pawn lies open. */
export const hides = ({ phase }: PawnView): boolean => phase === "setup";
