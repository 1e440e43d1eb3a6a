/** The count as a story: room after room is lit, and its points rise to the score. */
import { prefersReducedMotion } from "svelte/motion";
import { totalOf } from "./light";
import type { LumensView } from "./view";

export type Counted = NonNullable<LumensView["ending"]>;

const RISE = 800; // ms until the points of a room have reached the score
const ROOM = 1000; // ms for a room
const DARK_ROOM = 350; // ms for one in which nobody scores

export class Count {
  told = $state(Infinity); // how many rooms have been lit
  landed = $state(Infinity); // how many rooms' points have arrived
  #timers: ReturnType<typeof setTimeout>[] = [];

  /** Tell it from the first room; whoever asked for less motion is shown the end at once. */
  tell(ending: Counted, letters: string[]): void {
    this.skip();
    if (prefersReducedMotion.current) return;
    this.told = this.landed = 0;
    let at = ROOM / 2;
    for (const [i, letter] of letters.entries()) {
      const scores = ending.rooms[letter]!.points.some((points) => points > 0);
      this.#later(at, () => (this.told = i + 1));
      this.#later(at + (scores ? RISE : 0), () => (this.landed = i + 1));
      at += scores ? ROOM : DARK_ROOM;
    }
    this.#later(at, () => this.skip());
  }
  skip(): void {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
    this.told = this.landed = Infinity;
  }
  #later(ms: number, then: () => void): void {
    this.#timers.push(setTimeout(then, ms));
  }

  get isRunning(): boolean {
    return this.told !== Infinity;
  }
  lit(letters: string[]): string[] {
    return letters.slice(0, this.told);
  }
  /** The room that is being told. */
  current(letters: string[]): string | null {
    return this.isRunning ? (letters[this.told - 1] ?? null) : null;
  }
  points(ending: Counted, letters: string[]): number[] {
    const zero = ending.points.map(() => 0);
    return totalOf([zero, ...letters.slice(0, this.landed).map((letter) => ending.rooms[letter]!.points)]);
  }
}
