/**
 * A gesture, half made: the card that was chosen and the move that is being considered. A move that costs something for
 * good is seen before it is made: a pointer that hovers or a key considers it first, a finger taps twice.
 */
import type { Sitting } from "../sitting";
import { atPlayer, inColumn, ontoPile, onPile, readMove, type Placing } from "./moves";
import { words } from "./spoken";
import type { LuminisView } from "./view";

const WEIGHTY = /^(draw|build|bonus|spire) /;

const isFinger = (event: MouseEvent | PointerEvent) => "pointerType" in event && event.pointerType === "touch";

export class Gesture {
  #sitting: () => Sitting<LuminisView>;
  #picked = $state<string | null>(null);
  considered = $state<string | null>(null);
  armed = $state(false); // by a finger: the next tap makes the move
  magnified = $state<string | null>(null); // the card under the lens

  constructor(sitting: () => Sitting<LuminisView>) {
    this.#sitting = sitting;
  }

  get #view(): LuminisView {
    return this.#sitting().view;
  }
  get #legal(): string[] {
    return this.#sitting().legal;
  }

  /** The chosen card, as long as it is there to be chosen. */
  get card(): string | null {
    const { seat, view } = this.#sitting();
    const there = [...(seat === null ? [] : (view.hands[seat] ?? [])), ...view.spires, ...view.bonus.slice(0, 1)];
    const free = view.phase !== "over" && this.#picked !== null && there.includes(this.#picked);
    return free ? this.#picked : null;
  }

  placingOf(card: string): Placing {
    if (this.#view.spires.includes(card)) return "spire";
    return this.#view.bonus.includes(card) ? "bonus" : "build";
  }

  /** The move that a tap on a column, a pile, a player would be now; null where a tap means nothing. */
  moveToColumn(column: number): string | null {
    return this.card && inColumn(this.placingOf(this.card), this.card, column);
  }
  moveToPile(pile: number): string | null {
    const phase = this.#view.phase;
    if (phase === "pay" || phase === "drop") {
      return this.card && ontoPile(phase === "pay" ? "discard" : "drop", this.card, pile);
    }
    if (phase === "piles") return onPile("pile", pile);
    return phase === "turn" ? onPile("draw", pile) : null;
  }
  moveToPlayer(seat: number): string | null {
    const phase = this.#view.phase;
    return phase === "name" || phase === "steal" ? atPlayer(phase, seat) : null;
  }

  offers(move: string | null): boolean {
    return move !== null && this.#legal.includes(move);
  }
  /** Whether a card leads somewhere when it is chosen. */
  leads(card: string): boolean {
    return this.#legal.some((text) => {
      const move = readMove(text);
      return move !== null && "card" in move && move.card === card;
    });
  }

  choose(card: string | null): void {
    this.consider(null);
    const playing = this.#sitting().seat !== null && this.#view.phase !== "over";
    this.#picked = playing ? card : null;
    this.magnified = playing ? null : card; // who does not play can look
    if (card === null) return;
    const ways = this.#legal.filter((text) => text.split(/[ @>]/)[1] === card && WEIGHTY.test(text));
    if (ways.length === 1) this.consider(ways[0]!, true); // the only place there is
  }

  /** A card was tapped: a finger sees it large while it is chosen. One that cannot pay what is missing is refused. */
  toggle(card: string, event: MouseEvent | PointerEvent): void {
    if (this.#view.phase === "pay" && this.#legal.length > 0 && !this.leads(card)) {
      this.clear();
      this.#sitting().why(ontoPile("discard", card, 0));
      return;
    }
    this.choose(this.card === card ? null : card);
    if (isFinger(event)) this.magnified = this.card ?? this.magnified;
  }

  consider(move: string | null, armed = false): void {
    this.considered = move;
    this.armed = armed;
  }

  /** A tap on something that means this move. */
  tap(move: string, event?: MouseEvent | PointerEvent): void {
    if (!this.offers(move)) {
      this.consider(move);
      if (this.#legal.length > 0) this.#sitting().why(move);
    } else if (event && isFinger(event) && WEIGHTY.test(move) && !(this.armed && this.considered === move)) {
      this.consider(move, true);
    } else {
      this.make(move);
    }
  }

  /** A place for the card on a pile that is looked at: it is drawn first. */
  tapEarly(): void {
    this.#sitting().refuse(words().drawFirst);
  }

  /** Somewhere in a column of one's own cathedral: its place is meant, or the house says why there is none. */
  tapColumn(column: number): void {
    const move = this.#view.phase === "turn" ? this.moveToColumn(column) : null;
    if (move === null || this.#legal.length === 0) return;
    if (this.offers(move)) this.consider(move, true);
    else this.#sitting().why(move);
  }

  make(move: string): void {
    this.clear();
    this.#sitting().play(move);
  }

  clear(): void {
    this.choose(null);
  }
}
