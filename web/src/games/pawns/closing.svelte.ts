/** When the finale is told: to whoever was there when the game ended. It is loaded only then. */
import type { Component } from "svelte";
import { prefersReducedMotion } from "svelte/motion";
import type { Ending } from "../../house/types";
import type { PawnView, Side } from "./view";

export interface FinaleProps {
  game: "galax" | "sirius";
  cells: string[];
  board: PawnView["board"];
  winner: Side | null; // null: a draw
  fallen: string | null; // the cell of the piece that was taken last
  sentence: string;
  still: boolean; // it was told, or is not to move
  ondone: () => void;
}

export class Closing {
  stage = $state<"before" | "telling" | "told">("before");
  Finale = $state.raw<Component<FinaleProps> | null>(null);
  #wasOver: boolean;

  constructor(ending: Ending | null) {
    this.#wasOver = ending !== null;
  }

  /** How the game stands now; the last move is still to be seen before the finale begins. */
  see(ending: Ending | null, moving: boolean): void {
    const isOver = ending !== null;
    if (isOver && !this.#wasOver) this.stage = "telling";
    if (!isOver) this.stage = "before";
    this.#wasOver = isOver;
    if (this.stage === "telling" && !moving && !this.Finale) void this.#load();
  }

  async #load(): Promise<void> {
    try {
      this.Finale = (await import("./Finale.svelte")).default;
      if (prefersReducedMotion.current) this.end();
    } catch {
      this.end(); // the house is away: the result waits for nothing
    }
  }

  end(): void {
    if (this.stage === "telling") this.stage = "told";
  }

  /** The board is to be seen again as it was. */
  clear(): void {
    if (this.stage === "told") this.stage = "before";
  }
}
