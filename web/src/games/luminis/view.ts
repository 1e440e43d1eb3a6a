/** What a seat of Luminis is told. A card that it does not know is "?". */
import type { Ending } from "../../house/types";
import type { Amounts } from "./edition";

export type Standing = readonly [card: string, column: number];

export interface LuminisView {
  phase: "piles" | "turn" | "pay" | "name" | "steal" | "drop" | "over";
  turn: number | null;
  acting: number | null;
  first: number;
  spires: string[];
  bonus: string[]; // top first
  piles: string[][]; // bottom to top
  level_one: boolean[] | null;
  to_take: number;
  hands: string[][];
  holders: Record<string, Record<string, number[]>>;
  cathedrals: Standing[][];
  paying: { card: string; column: number; missing: Amounts } | null;
  named: number | null;
  quiet: number;
  ending: Ending | null;
}
