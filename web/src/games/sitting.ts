/**
 * What a board is given: one seat's place at a game, wherever the game is: a table of the house, a replay, a lesson.
 * A board knows cells and offers, not rules. It plays what is in `legal`, and asks `why` about everything else.
 */
import type { Component } from "svelte";
import type { Ending, GameTold, Value } from "../house/types";
import type { Colours } from "../parts/colours";

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
  readonly below?: number | null; // from whose side the board is seen, if not that of `seat`: while somebody plans
  readonly names: string[]; // by seat
  readonly labels: string[]; // the same, oneself as "You": where nothing but the name stands
  readonly view: View;
  readonly legal: string[]; // what this seat may do now; empty while it is not its turn or a move is on its way
  readonly waiting: number[]; // seats
  readonly pending: string[]; // moves on their way, not in `view` yet: to be shown at once
  readonly recent: Happened[]; // what happened since this seat's last turn, oldest first
  readonly last: Happened | null;
  readonly pointed: string[]; // moves that a hint or a lesson points at
  readonly shown: string[]; // cells, cards or piles that a lesson points at
  readonly ending: Ending | null;
  /**
   * What changes now is somebody else's play, as it comes or looked at again: take the time to let it be followed. The
   * stage's `--quick` and `--calm` are longer then; what a board times in script it should slow down in the same way.
   */
  readonly unhurried: boolean;

  /** Make moves that were offered. Several go together, all or nothing. */
  play(...moves: string[]): void;
  /** Something that is not offered was tapped: the house says which rule forbids it. */
  why(...moves: string[]): void;
  /** The same in the board's own words, where no move says what was meant. */
  refuse(sentence: string): void;
  /** Say something in the live region, and show nothing. */
  say(text: string): void;

  /** Set by the board while a gesture is half made. */
  prompt: string | null; // one sentence; instead of the phase's own
  back: (() => void) | null; // a step back inside the gesture
  telling: boolean; // the board is telling how the game ended; the page waits with the result
  deeds: Deed[]; // buttons: confirm, stop, pass, pay, a face of a token …
}

/** What is highlighted on a board: moves, or cells, cards and piles. */
export type Marked = Partial<Pick<Sitting, "pointed" | "shown">>;

/** What the sentence of a result is made of: a game that one seat won. */
export interface EndingParts {
  you: "won" | "lost" | "looks"; // whoever reads it
  winner: string;
  loser: string; // all the others
  runner: string; // the best of them
  points: number;
  second: number;
  margin: number;
}

/** Things of the real box, drawn and said. What is said alike looks alike, and is offered once. */
export interface Pictures {
  default: Component<{ value: unknown; label: string; edition: string | null; seat: number }>;
  say(value: unknown, label: string, sitting: Pick<Sitting, "game" | "edition">): string;
  /** Which group a thing lies in, by its title, where there are too many for one list. */
  group?(value: unknown, sitting: Pick<Sitting, "game" | "edition">): string;
}

/** What a game's folder gives to the house: the default export of games/NAME/index.ts. */
export interface GamePart<View = any> {
  Board: Component<{ sitting: Sitting<View> }>;
  /** Whether something is kept from other seats now. Left out: from the first move to the last, if the game has secrets. */
  hides?(view: View): boolean;
  /** Whether the points of an ending were counted by people: in a duel or a race they only say who won. */
  counts?: boolean;
  /** Why one seat won, by the reason of the ending; where there is none, the game's words say it (`game.words.endings`). */
  endings?(): Record<string, (parts: EndingParts) => string>;
  /** The points of an ending broken down, below the result; loaded with it. */
  breakdown?(): Promise<{ default: Component<{ sitting: Sitting<View> }> }>;
  /** The points so far, by seat, where everybody may know them; null: there are none yet. */
  points?(sitting: Sitting<View>): number[] | null;
  /** Where on the board a play happened, for whoever looks at its line in the log. Left out: lines highlight nothing. */
  marks?(moves: string[], seat: number): Marked;
  /** What a play sounds like, by its moves; null: they are secret. Left out: wood. */
  voice?(moves: string[] | null): "wood" | "glass" | "card" | "take";
  /** The colours of a seat's pieces, if they have any: its mark wears them. `view` is null before a game begins. */
  colours?(seat: number, view: View | null): Colours;
  /** A value of a chance event, drawn: for games from the real box, in which people say what they see. Loaded then. */
  picture?(): Promise<Pictures>;
  /** House rules of the fuller game, offered after a first one that was played without them. */
  advanced?: Record<string, Value>;
  /** A move as a sentence in the game's own words (`game.words.moves`), for the log and for screen readers. */
  sayMove(
    move: string,
    sitting: Pick<Sitting<View>, "game" | "edition" | "names" | "seats" | "seat" | "options">,
    before?: View | null, // what was seen when it was made, where that is known
  ): string;
  /** A move that may be made now, by what is to be seen now: in a hint, in a list of offers. Left out: as `sayMove`. */
  sayOffer?(move: string, sitting: Sitting<View>): string;
  /** How things stand, in a few sentences, for whoever cannot see the board. */
  sayPosition(sitting: Sitting<View>): string;
}
