/** A move in the making: which way up the card is held, where it is aimed at, what the bar says meanwhile. */
import { language } from "../../words/language.svelte";
import type { Deed, Sitting } from "../sitting";
import { HIDDEN, canTurn, looseCard, readDeck, type Card, type Network, type View, type Way } from "./cards";
import { meant, networksAfter, ownerOf, readMove, wayOf, type Move } from "./moves";
import { planOf, pointsOf, waterOf } from "./network";
import { WORDS } from "./words";

export class Gesture {
  readonly sitting: Sitting<View>;
  way = $state<Way>("up");
  aim = $state<string | null>(null); // a legal move that waits for a second touch
  digging = $state(false); // the plumber's tray is open
  flushing = $state(false); // the chain is in hand
  carrying = $state(false); // the card is being dragged: letting go decides, no button does

  constructor(sitting: Sitting<View>) {
    this.sitting = sitting;
  }

  words = $derived.by(() => WORDS[language.now]);
  little = $derived.by(() => this.sitting.options.game === "tout_petits");
  plan = $derived.by(() => planOf(this.sitting.options));
  deck = $derived.by(() => readDeck(this.sitting.edition, this.little));
  view = $derived.by(() => this.sitting.view);
  legal = $derived.by(() => new Set(this.sitting.legal));
  kinds = $derived.by(() => new Set(this.sitting.legal.map((text) => readMove(text)?.kind)));

  /** The card that is played next, if this seat may know it. */
  card = $derived.by<Card | null>(() => this.deck.get(looseCard(this.view) ?? "") ?? null);
  mine = $derived.by(() => this.sitting.seat !== null && this.view.turn === this.sitting.seat);
  canTurn = $derived.by(() => this.card !== null && this.view.phase === "held" && canTurn(this.card));

  /** What is shown as if it were done: on its way to the house, or aimed at. */
  shown = $derived.by(() => this.sitting.pending[0] ?? this.aim);
  networks = $derived.by<Network[]>(() => networksAfter(this.view, this.sitting.seat, this.shown));
  pointed = $derived.by<Move[]>(() => this.sitting.pointed.map(readMove).filter((move) => move !== null));

  /** Changes with every step of a turn; whatever was aimed at is then forgotten. */
  step = $derived.by(() => [this.view.round, this.view.turn, this.view.phase, looseCard(this.view), this.sitting.seat].join("/"));

  reset(): void {
    this.way = "up";
    this.aim = null;
    this.digging = false;
    this.flushing = false;
    this.carrying = false;
  }

  meant(owner: number, cell: string): string {
    return meant(this.view, this.sitting.seat ?? -1, this.deck, owner, cell, this.way);
  }

  /** Whether touching a cell leads towards a move. */
  offers(owner: number, cell: string): boolean {
    return this.legal.has(this.meant(owner, cell));
  }

  touch(owner: number, cell: string): void {
    const text = this.meant(owner, cell);
    if (!this.legal.has(text)) this.sitting.why(text);
    else if (text === this.aim || text.startsWith("flip")) this.sitting.play(text);
    else this.aim = text;
  }

  /** The card is dragged over a cell: show it there. */
  hover(owner: number, cell: string): void {
    const text = this.meant(owner, cell);
    this.aim = this.legal.has(text) ? text : null;
  }

  /** The card is let go over a cell. */
  drop(owner: number, cell: string): void {
    const text = this.meant(owner, cell);
    if (this.legal.has(text)) this.sitting.play(text);
    else this.sitting.why(text);
  }

  hold(way: Way): void {
    this.way = wayOf(this.card ?? undefined, way);
    const move = this.aim ? readMove(this.aim) : null;
    if (move?.kind === "put") this.aim = `put ${move.cell} ${this.way}`;
  }

  touchPile(): void {
    this.playOrWhy("draw pile");
  }

  /** FR-10, FR-12: the discard pile gives at the beginning of a turn, and takes when a card is held. */
  touchDiscard(): void {
    this.playOrWhy(looseCard(this.view) ? "toss" : "draw discard");
  }

  /** FR-17, FR-18: the tile asks which card or which pipe. */
  touchTile(): void {
    if (this.kinds.has("plumber")) this.digging = true;
    else if (this.kinds.has("flush")) this.flushing = true;
    else this.sitting.why(this.view.tile === "toilet" ? `flush ${this.plan.cells[1]}` : "plumber 1");
  }

  playOrWhy(text: string): void {
    if (this.legal.has(text)) this.sitting.play(text);
    else this.sitting.why(text);
  }

  /** FR-22: what a seat would count, as things are shown. */
  points(seat: number): number {
    return pointsOf(this.plan, this.deck, this.networks[seat]!, this.wheelAt(seat));
  }

  /** FR-20: whether a seat has the big cheese, or would take it by what is shown. */
  wheelAt(seat: number): boolean {
    if (this.little) return false;
    if (this.view.cheese !== null) return this.view.cheese === seat;
    return waterOf(this.plan, this.deck, this.networks[seat]!).has(this.plan.home);
  }

  // --- what the bar says ---------------------------------------------------------------------------------------------

  get back(): (() => void) | null {
    const halfMade = this.aim !== null || this.digging || this.flushing;
    return halfMade && !this.carrying ? () => this.stepBack() : null;
  }

  private stepBack(): void {
    if (this.aim) this.aim = null;
    else this.digging = this.flushing = false;
  }

  get deeds(): Deed[] {
    const { sitting, aim, words } = this;
    if (this.carrying) return [];
    if (aim) {
      const kind = readMove(aim)?.kind;
      const label = kind === "clog" ? words.clog : kind === "flush" ? words.flushHere : words.put;
      return [{ label, act: () => sitting.play(aim) }];
    }
    const spoken = { noflip: words.noflip, pass: words.pass };
    return Object.entries(spoken)
      .filter(([text]) => this.legal.has(text))
      .map(([text, label]) => ({ label, act: () => sitting.play(text) }));
  }

  get prompt(): string | null {
    const { words, kinds, view } = this;
    if (kinds.size === 0) return null;
    if (this.aim) return this.previewed(readMove(this.aim)!);
    if (this.digging) return words.dig;
    if (this.flushing) return words.flushWhere;
    if (kinds.has("pass")) return words.nothing;
    if (view.phase === "flip") return view.may_decline ? words.flipOrNot : words.flip;
    if (view.phase === "replaced") return words.whereClog;
    if (view.phase !== "held") return this.little ? words.beginLittle : words.begin;
    if (kinds.has("toss")) return kinds.has("clog") ? words.anywhere : words.mineOrToss;
    return kinds.has("clog") ? words.mineOrTheirs : words.whereMine;
  }

  /** What the card would change there. */
  private previewed(move: Move): string {
    const { words, view, sitting, plan, deck } = this;
    const owner = ownerOf(move, sitting.seat) ?? 0;
    const cell = move.cell ?? "";
    const before = pointsOf(plan, deck, view.networks[owner]!, view.cheese === owner);
    const home = waterOf(plan, deck, this.networks[owner]!).has(plan.home);
    if (move.kind === "clog") return words.previewClog(sitting.names[owner] ?? "", before - this.points(owner));
    if (this.little) return words.previewLittle(cell, home);
    if (home && view.cheese === null) return words.previewHome(cell);
    return words.preview(cell, before, this.points(owner));
  }

  /** The top cards of the discard pile, the top first: FR-17 lets the plumber look at five. */
  get dug(): { card: Card; text: string }[] {
    const top = this.view.discard.slice(-5).reverse();
    return top.flatMap((name, at) => {
      const card = name === HIDDEN ? undefined : this.deck.get(name);
      return card ? [{ card, text: `plumber ${at + 1}` }] : [];
    });
  }
}
