/** A gesture, half made: the piece that is held, the cell that is aimed at, the question that is to be answered. */
import type { Sitting } from "../sitting";
import { withinReach, type Goal, type Offers } from "./offers";
import { sideOf, viewSide } from "./position";
import type { PawnView } from "./view";
import type { HalfMade, Variant } from "./variant";

export class Gesture implements HalfMade {
  held = $state<string | null>(null);
  aim = $state<string | null>(null);
  asked = $state<string | null>(null); // a piece to be huffed, if it is confirmed
  wanted = $state<string | null>(null); // an enemy that was tapped: where must the held piece go to take it?
  readonly offers: Offers;

  #sitting: Sitting<PawnView>;
  #variant: Variant;

  constructor(sitting: Sitting<PawnView>, variant: Variant) {
    this.#sitting = sitting;
    this.#variant = variant;
    this.offers = $derived(variant.offers(sitting));
  }

  /** Where the held piece may go. */
  get goals(): Map<string, Goal> {
    const all = (this.held && this.offers.goals.get(this.held)) || new Map<string, Goal>();
    const wanted = this.wanted;
    return wanted ? new Map([...all].filter(([, goal]) => goal.takes.includes(wanted))) : all;
  }

  /** The goal under the pointer or the focus. */
  get goal(): Goal | null {
    return (this.aim && this.goals.get(this.aim)) || null;
  }

  /** What would be taken if it were let go now, or can be taken by a tap. */
  get prey(): Set<string> {
    return new Set([...(this.goal?.takes ?? []), ...this.offers.takes.keys(), ...(this.wanted ? [this.wanted] : [])]);
  }

  get near(): Set<string> {
    return withinReach(this.held ? this.offers.goals.get(this.held) : undefined);
  }

  /** A gesture is half made; the only piece there is to hold is held anyway. */
  get busy(): boolean {
    return this.asked !== null || this.wanted !== null || (this.held !== null && this.offers.goals.size > 1);
  }

  /** Nothing is held, unless there is only one piece to hold. */
  rest(): void {
    const [only, ...others] = this.offers.goals.keys();
    this.held = only && others.length === 0 ? only : null;
    this.asked = null;
    this.wanted = null;
  }

  grab(cell: string): void {
    this.rest();
    if (this.offers.goals.has(cell)) this.held = cell;
  }

  tap(cell: string): void {
    const { goals, takes, huffs } = this.offers;
    const goal = this.held && goals.get(this.held)?.get(cell);
    if (goal) this.#sitting.play(...goal.moves);
    else if (takes.has(cell)) this.#sitting.play(takes.get(cell)!);
    else if (huffs.has(cell)) {
      this.held = null;
      this.asked = cell;
    } else if (goals.has(cell)) {
      if (this.held === cell) this.rest();
      else this.grab(cell);
    } else this.#refuse(cell);
  }

  drop(from: string, to: string | null): void {
    if (to && to !== from) this.tap(to);
  }

  #refuse(cell: string): void {
    const { legal, view, seat } = this.#sitting;
    if (legal.length === 0) return;
    const side = viewSide(view, seat);
    const piece = view.board[cell];
    if (this.near.has(cell)) this.wanted = cell;
    else {
      const from = piece && sideOf(piece) === side ? null : this.held;
      const move = this.#variant.meant(view.board, side, from, cell);
      if (move) this.#sitting.why(move);
    }
  }
}
