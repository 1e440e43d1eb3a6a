/** What a seat of La chasse aux fromages is told. */
import type { Ending } from "../../house/types";

export const HIDDEN = "?"; // a card that is there, but not for these eyes

/** A card of a network; `turned` is null while it is hidden. */
export interface Pipe {
  card: string;
  up: boolean;
  turned: boolean | null;
  cover: string | null; // the clogged pipe that lies on it
}
export type Network = Record<string, Pipe>;

export interface FromagesView {
  phase: "turn" | "held" | "replaced" | "flip" | "over";
  turn: number | null;
  dealer: number;
  round: number;
  rats: string[];
  networks: Network[];
  pile: string[];
  discard: string[];
  gone: string[];
  held: { card: string; from: "pile" | "discard" | "plumber" } | null;
  replaced: string | null;
  may_decline: boolean;
  tile: "plumber" | "toilet" | null;
  cheese: number | null;
  scores: number[][];
  arrivals: (number | null)[]; // of every finished round: who took the big cheese
  history: Record<string, string>[][];
  ending: Ending | null;
}

/** The card to be played: the one in hand, or the clogged pipe that has just left a network. */
export const looseCard = (view: FromagesView): string | null => view.held?.card ?? view.replaced;
