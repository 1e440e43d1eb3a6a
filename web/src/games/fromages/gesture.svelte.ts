/** A move in the making: which way up the card is held, where it is aimed at, what the bar says meanwhile. */
import type { Deed, Sitting } from "../sitting";
import { canTurn, readDeck, type Card } from "./edition";
import { HIDDEN, looseCard, type Network, type FromagesView } from "./view";
import { meant, networksAfter, ownerOf, readMove, wayOf, type Move, type Way } from "./moves";
import { planOf, pointsOf, waterOf } from "./network";
import { list, words as spoken } from "./spoken";

export class Gesture {
  readonly sitting: Sitting<FromagesView>;
  way = $state<Way>("up");
  aim = $state<string | null>(null); // a legal move that waits for a second touch
  digging = $state(false); // the plumber's tray is open
  flushing = $state(false); // the chain is in hand
  looking = $state<number | null>(null); // whose network lies in place of one's own, where there is no room for all
  carrying = $state(false); // the card is being dragged: letting go decides, no button does

  constructor(sitting: Sitting<FromagesView>) {
    this.sitting = sitting;
  }

  words = $derived.by(spoken);
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
  step = $derived.by(() =>
    [this.view.round, this.view.turn, this.view.phase, looseCard(this.view), this.sitting.seat].join("/"),
  );

  reset(): void {
    if (this.mine) this.looking = null;
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

  /** Open somebody's network large, or close it again. */
  lookAt(seat: number): void {
    this.aim = null;
    this.looking = this.looking === seat ? null : seat;
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
    const halfMade = this.aim !== null || this.digging || this.flushing || this.looking !== null;
    return halfMade && !this.carrying ? () => this.stepBack() : null;
  }

  private stepBack(): void {
    if (this.aim) this.aim = null;
    else if (this.looking !== null) this.looking = null;
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
    const labels = { noflip: words.noflip, pass: words.pass };
    return Object.entries(labels)
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
    if (view.phase !== "held") return words.begin({ what: this.beginnings });
    if (kinds.has("toss")) return kinds.has("clog") ? words.anywhere : words.mineOrToss;
    return kinds.has("clog") ? words.mineOrTheirs : words.whereMine;
  }

  /** What a turn may begin with, and nothing else: "piochez ou tirez la chasse". */
  private get beginnings(): string {
    const { legal, kinds, words } = this;
    const { pile, discard, plumber, flush } = words.beginning;
    const may = [
      legal.has("draw pile") ? pile : "",
      legal.has("draw discard") ? discard : "",
      kinds.has("plumber") ? plumber : "",
      kinds.has("flush") ? flush : "",
    ];
    return list(may.filter(Boolean), words.or);
  }

  /** What the card would change there. */
  private previewed(move: Move): string {
    const { words, view, sitting, plan, deck } = this;
    const owner = ownerOf(move, sitting.seat) ?? 0;
    const before = pointsOf(plan, deck, view.networks[owner]!, view.cheese === owner);
    const home = waterOf(plan, deck, this.networks[owner]!).has(plan.home);
    if (move.kind === "clog")
      return words.previewClog({ name: sitting.names[owner] ?? "", lost: before - this.points(owner) });
    if (this.little) return words.previewLittle({ home });
    if (home && view.cheese === null) return words.previewHome;
    const after = this.points(owner);
    return before === after ? words.previewSame({ after }) : words.preview({ before, after });
  }

  /** The top cards of the discard pile, the top first: FR-17 lets the plumber look at five. */
  get dug(): { card: Card; text: string }[] {
    const top = this.view.discard.slice(-5).toReversed();
    return top.flatMap((name, at) => {
      const card = name === HIDDEN ? undefined : this.deck.get(name);
      return card ? [{ card, text: `plumber ${at + 1}` }] : [];
    });
  }
}
