/**
 * What a board is given: one seat's place at a game, wherever the game is: a table of the house, a replay, a lesson.
 * A board knows cells and offers, not rules. It plays what is in `legal`, and asks `why` about everything else.
 */
import type { Component } from "svelte";
import type { Ending, GameTold, Value } from "../house/told";

/** One play: moves of one seat that came together. `moves` is null while they are secret. */
export interface Happened {
  number: number; // of the entry, growing
  seat: number;
  moves: string[] | null;
}

/** A button that a board puts into the action bar, for as long as a gesture needs it. */
export interface Deed {
  label: string;
  act: () => void;
}

export interface Sitting<View = any> {
  readonly game: GameTold;
  readonly edition: string | null; // the whole file of the board or deck
  readonly seats: number;
  readonly options: Record<string, Value>;
  readonly seat: number | null; // whose eyes; null: looking on
  readonly names: string[]; // by seat
  readonly view: View;
  readonly legal: string[]; // what this seat may do now; empty while it is not its turn or a move is on its way
  readonly waiting: number[]; // seats
  readonly pending: string[]; // moves on their way, not in `view` yet: to be shown at once
  readonly recent: Happened[]; // what happened since this seat's last turn, oldest first
  readonly last: Happened | null;
  readonly pointed: string[]; // moves that a hint or a lesson points at
  readonly shown: string[]; // cells, cards or piles that a lesson points at
  readonly ending: Ending | null;

  /** Make moves that were offered. Several go together, all or nothing. */
  play(...moves: string[]): void;
  /** Something that is not offered was tapped: the house says which rule forbids it. */
  why(...moves: string[]): void;
  /** Say something in the live region, and show nothing. */
  say(text: string): void;

  /** Set by the board while a gesture is half made. */
  prompt: string | null; // one sentence; instead of the phase's own
  back: (() => void) | null; // a step back inside the gesture
  telling: boolean; // the board is telling how the game ended; the page waits with the result
  deeds: Deed[]; // buttons: confirm, stop, pass, pay, a face of a token …
}

/** What a game's folder gives to the house: the default export of games/NAME/index.ts. */
export interface GamePart<View = any> {
  Board: Component<{ sitting: Sitting<View> }>;
  /** Whether something is kept from other seats now. Left out: from the first move to the last, if the game has secrets. */
  hides?(view: View): boolean;
  /** Whether the points of an ending were counted by people: in a duel or a race they only say who won. */
  counts?: boolean;
  /** House rules of the fuller game, offered after a first one that was played without them. */
  advanced?: Record<string, Value>;
  /** A move as a sentence in the game's own words (`game.words[language].moves`), for the log and for screen readers. */
  sayMove(move: string, sitting: Pick<Sitting<View>, "game" | "edition" | "names" | "seats" | "seat">, language: "fr" | "en"): string;
  /** How things stand, in a few sentences, for whoever cannot see the board. */
  sayPosition(sitting: Sitting<View>, language: "fr" | "en"): string;
}
