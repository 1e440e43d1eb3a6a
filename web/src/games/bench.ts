/**
 * What the workshop and a game know of each other. The text of the file is the truth: an editor reads it as well as it
 * can, and gives back the whole file with what was changed. Whether it is right is said by the house.
 */
import type { Component } from "svelte";
import type { GameTold, ProblemTold } from "../house/types";

export interface Bench {
  readonly text: string;
  readonly problems: ProblemTold[];
  /** What somebody asked to be shown. */
  readonly shown: ProblemTold | null;
  /** Changes of one stroke are undone together. */
  change(text: string, stroke?: string): void;
}

/** What a game's folder gives to the workshop: the default export of games/NAME/workshop.ts. */
export interface WorkshopPart {
  Editor: Component<{ bench: Bench; told: GameTold }>;
  /** Asks for one piece after another of a printed game: step 0, 1, … */
  Guide: Component<{ bench: Bench; told: GameTold; step: number }>;
  steps: number;
  /** The text of a file with nothing drawn yet. */
  empty: string;
}
