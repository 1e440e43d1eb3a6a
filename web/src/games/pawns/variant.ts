/** In what Galax and Sirius differ at the board: what going somewhere does, and what is said about it. */
import type { Sitting } from "../sitting";
import type { Goal, Offers } from "./offers";
import type { Cells, PawnView, Side } from "./view";
import { shifted, sideOf } from "./position";
import type { PawnWords } from "./spoken";

export interface Ray {
  from: string;
  via: string | null; // where it bends
  to: string;
}

/** What a hand over the board is doing, as far as the sentence of the action bar tells it. */
export interface HalfMade {
  readonly held: string | null;
  readonly asked: string | null;
  readonly wanted: string | null;
  readonly goal: Goal | null;
  readonly goals: Map<string, Goal>;
  readonly offers: Offers;
}

export interface Variant {
  readonly game: "galax" | "sirius";
  offers(sitting: Sitting<PawnView>): Offers;
  /** The move that somebody evidently meant who tapped a cell that is not offered. */
  meant(board: Cells, side: Side, from: string | null, cell: string): string | null;
  /** The sentence of the action bar; null for the phase's own. */
  prompt(gesture: HalfMade, sitting: Sitting<PawnView>, words: PawnWords): string | null;
  /** Whether a player may choose here between taking all at once and one by one. */
  byHand(sitting: Sitting<PawnView>): boolean;
  /** Whether pieces that can take are marked: it is their duty. */
  duty(sitting: Sitting<PawnView>): boolean;
  /** Whether going there leaves a duty undone, so that a piece may be huffed. */
  neglects(goal: Goal, offers: Offers, sitting: Sitting<PawnView>): boolean;
  /** Whether a piece takes from beside; else it goes where its prey stands. */
  readonly sweeps: boolean;
  rays(board: Cells, options: Sitting["options"]): Ray[];
}

/** A piece that cannot move was tapped: it was to go ahead, as far as there is a board. */
export function stepAhead(board: Cells, cell: string): string {
  const up = sideOf(board[cell]!) === "w" ? 1 : -1;
  return `${cell}-${shifted(cell, 0, up) ?? shifted(cell, 0, -up)}`;
}
