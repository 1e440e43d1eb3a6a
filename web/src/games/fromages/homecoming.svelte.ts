/** When the finale is told: to whoever was there when the game ended. It is loaded only then. */
import type { Component } from "svelte";
import { prefersReducedMotion } from "svelte/motion";
import type { FromagesView } from "./view";

export interface FinaleProps {
  view: FromagesView;
  names: string[];
  ondone: () => void;
}

export class Homecoming {
  Finale = $state.raw<Component<FinaleProps> | null>(null);
  isRunning = $state(false);
  #wasOver: boolean;

  constructor(isOver: boolean) {
    this.#wasOver = isOver;
  }

  see(isOver: boolean): void {
    if (isOver && !this.#wasOver) this.tell();
    this.#wasOver = isOver;
    if (!isOver) this.end();
  }

  /** Whoever asked for less motion is shown the end at once, and told it in words. */
  tell(): void {
    if (prefersReducedMotion.current) return;
    this.isRunning = true;
    import("./RatsFinale.svelte").then(
      (loaded) => (this.Finale = loaded.default),
      () => this.end(), // the house is away: the result waits for nothing
    );
  }

  end(): void {
    this.isRunning = false;
  }
}
