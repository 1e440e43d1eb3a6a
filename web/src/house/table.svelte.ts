/** One table of the house, as this tab sees it: a Sitting for the board, and everything around the board. */
import type { Deed, Happened, Sitting } from "../games/sitting";
import { get, post, Refusal } from "./asking";
import { theGame } from "./games.svelte";
import { live } from "./live.svelte";
import { plays } from "./log";
import { me } from "./me.svelte";
import { levelTitle, marked, personAt, playerAt } from "./naming";
import { editionText } from "./shown.svelte";
import type { Command, Ending, EntryTold, Fault, GameTold, HintTold, Message, Names, StateTold, TableAnswer, TableTold } from "./told";

export class TableSitting implements Sitting {
  readonly game: GameTold;
  told: TableTold;
  state: StateTold;
  entries = $state.raw<EntryTold[]>([]);
  people = $state.raw<Names>({});
  here = $state.raw<string[]>([]);
  spectators = $state(0);
  fault = $state.raw<Fault | null>(null); // why something was not done, until the next deed
  gone = $state.raw<Fault | null>(null);
  hint = $state.raw<HintTold | null>(null);
  pending = $state.raw<string[]>([]);
  spoken = $state(""); // for the live region
  curtain = $state<number | null>(null); // the seat that is to be handed the device

  prompt = $state<string | null>(null);
  back = $state.raw<(() => void) | null>(null);
  deeds = $state.raw<Deed[]>([]);
  telling = $state(false);
  shown: string[] = [];

  #twins = new Set<string>(); // people whose names can be taken for one another
  #told: Names = {};
  #stop = (): void => {};
  /** The seat through whose eyes the table is to be told as a whole (null: the house decides), until it was. */
  #asked: { seat: number | null } | null = null;

  constructor(game: GameTold, told: TableTold, names: Names, twins?: string[]) {
    this.game = game;
    this.told = $state.raw(told);
    this.state = $state.raw(told.state);
    this.#meet(names, twins);
  }

  static async open(id: string): Promise<TableSitting> {
    await me.meet();
    const answer = await get<TableAnswer>(`/api/tables/${encodeURIComponent(id)}`);
    return new TableSitting(await theGame(answer.table.game), answer.table, answer.names, answer.twins);
  }

  /** Be told what happens, until `close`. */
  watch(): void {
    this.#stop = live.listen((message) => this.#hear(message));
    live.watch(this.#request);
    void this.#remember();
    this.#turnTo();
  }

  close(): void {
    this.#stop();
    live.unwatch();
  }

  // --- what a board asks for ---------------------------------------------------------------------------------------

  get id(): string {
    return this.told.id;
  }
  get seats(): number {
    return this.told.seats;
  }
  get options() {
    return this.told.options ?? {};
  }
  get seat(): number | null {
    return this.told.seat ?? null;
  }
  get ownSeats(): number[] {
    return this.told.own_seats ?? [];
  }
  get edition(): string | null {
    return editionText(this.game, this.told.edition);
  }
  get view(): any {
    return this.state.view;
  }
  get waiting(): number[] {
    return this.state.waiting ?? [];
  }
  get legal(): string[] {
    return this.pending.length > 0 || this.curtain !== null ? [] : (this.state.legal ?? []);
  }
  get ending(): Ending | null {
    return (this.state.ending as Ending | null | undefined) ?? null;
  }
  get pointed(): string[] {
    return this.hint ? [this.hint.move] : [];
  }

  names = $derived.by(() => this.state.sitters.map((_, seat, all) => playerAt(all, seat, this.people, this.game)));
  happened = $derived.by<Happened[]>(() => plays(this.entries));
  recent = $derived.by<Happened[]>(() => {
    const own = this.happened.findLastIndex((play) => play.seat === this.seat);
    return this.seat === null ? this.happened.slice(-1) : this.happened.slice(own + 1);
  });
  last = $derived.by<Happened | null>(() => this.happened.at(-1) ?? null);
  myTurn = $derived.by(() => this.state.status === "playing" && (this.state.legal ?? []).length > 0);

  personOf(seat: number): string {
    return personAt(this.state.sitters, seat, this.people);
  }

  levelTitle(level: string): string {
    return levelTitle(this.game, level);
  }

  play(...moves: string[]): void {
    const seat = this.seat;
    if (seat === null || moves.length === 0) return;
    this.pending = moves;
    this.hint = null;
    const decision = this.state.decision ?? null; // sent late, or again, it is for this one or for none
    this.do({ do: "play", seat, moves, after: null, decision }).catch(() => (this.pending = [])); // else they go when the state comes
  }

  why(...moves: string[]): void {
    const seat = this.seat;
    if (seat === null || this.state.status !== "playing") return;
    post<{ fault: Fault | null }>(`/api/tables/${this.id}/judge`, { seat, moves })
      .then((answer) => (this.fault = answer.fault))
      .catch((refusal: unknown) => this.#blame(refusal));
  }

  say(text: string): void {
    this.spoken = text;
  }

  // --- what the people around it ask for -----------------------------------------------------------------------------

  /** A command; its refusal is shown, and thrown. */
  async do(command: Command): Promise<number> {
    this.fault = null;
    try {
      return await live.act(this.id, command);
    } catch (fault) {
      this.fault = fault as Fault;
      throw fault;
    }
  }

  async advise(seconds = 1): Promise<void> {
    const { moves } = this.state;
    try {
      const hint = await post<HintTold>(`/api/tables/${this.id}/hint`, { seat: this.seat, seconds });
      if (moves === this.state.moves) this.hint = hint; // else it comes too late
    } catch (refusal) {
      this.#blame(refusal);
    }
  }

  /** Look as another of one's own seats. The curtain opens when the house has told what that one sees, not before. */
  look(seat: number): void {
    if (seat === this.#asked?.seat) return;
    if (seat === this.seat && !this.#asked) this.curtain = null;
    else this.#ask(seat);
  }

  // --- what the house says -------------------------------------------------------------------------------------------

  #hear(message: Message): void {
    if (message.t === "table" && message.table.id === this.id) {
      this.#meet(message.names, message.twins);
      this.#take(message.table);
    } else if (message.t === "entries" && message.table === this.id) {
      this.#meet(message.names, message.twins);
      const fresh = message.entries.filter((entry) => entry.seq > (this.entries.at(-1)?.seq ?? 0));
      this.entries = [...this.entries, ...fresh];
      if (fresh.some((entry) => ["sat", "left", "removed"].includes(entry.event.event))) this.#ask(this.seat);
      if (message.state.seq >= this.state.seq) this.#stand(message.state, message.state.moves !== this.state.moves);
    } else if (message.t === "presence" && message.table === this.id) {
      this.here = message.here;
      this.spectators = message.spectators ?? 0;
      this.#meet(message.names);
    } else if (message.t === "gone" && message.table === this.id) {
      this.gone = message.fault;
    } else if (message.t === "denied" && message.fault.code === "not_your_seat" && message.id === null) {
      this.#ask(null); // it was mine before
    }
  }

  /** The table as a whole. */
  #take(told: TableTold): void {
    const seat = told.seat ?? null;
    if (this.#asked && this.#asked.seat !== null && this.#asked.seat !== seat) return; // another look is on its way
    this.#asked = null;
    const turned = seat !== this.seat;
    if (turned && this.game.game.secrets) this.entries = []; // one seat's log may say what the other must not know
    this.told = told;
    if (this.curtain === seat) this.curtain = null;
    this.#stand(told.state, turned || told.state.moves !== this.state.moves);
    void this.#remember();
  }

  /** How things stand now. What was begun on the board before is over if something moved. */
  #stand(state: StateTold, moved: boolean): void {
    this.state = state;
    if (moved) {
      this.pending = [];
      this.hint = null;
      this.prompt = null;
      this.back = null;
      this.deeds = [];
    }
    this.#turnTo();
  }

  /** People who share a device: whose turn is it? Hands are hidden until the next one says that they are there. */
  #turnTo(): void {
    const waiting = this.waiting.filter((seat) => this.ownSeats.includes(seat));
    const next = this.seat !== null && waiting.includes(this.seat) ? this.seat : waiting[0];
    if (this.state.status !== "playing" || this.ownSeats.length < 2) this.curtain = null;
    else if (next === undefined || (next === this.seat && this.curtain === null)) return;
    else if (this.game.game.secrets) this.curtain = next;
    else this.look(next);
  }

  #ask(seat: number | null): void {
    this.#asked = { seat };
    live.watch(this.#request);
  }

  /** What is asked of the house now, and again after every reconnection: everything, or what is new. */
  #request = (): object => ({
    do: "watch",
    table: this.id,
    after: this.#asked ? null : this.state.seq,
    seat: this.#asked ? this.#asked.seat : this.seat,
  });

  /** What happened before this page was opened. */
  async #remember(): Promise<void> {
    let after = this.entries.at(-1)?.seq ?? 0;
    while (after < this.state.seq) {
      const query = this.seat === null ? "" : `&seat=${this.seat}`;
      const answer = await get<{ entries: EntryTold[]; names: Names; twins?: string[] }>(
        `/api/tables/${this.id}/entries?after=${after}${query}`,
      ).catch(() => null);
      if (!answer || answer.entries.length === 0) return;
      const known = new Set(this.entries.map((entry) => entry.seq));
      const all = [...this.entries, ...answer.entries.filter((entry) => !known.has(entry.seq))];
      this.entries = all.sort((one, other) => one.seq - other.seq);
      this.#meet(answer.names, answer.twins);
      after = answer.entries.at(-1)!.seq;
    }
  }

  /** Names that were told. Once somebody was found to have a namesake here, they stay marked. */
  #meet(names: Names | undefined, twins: string[] = []): void {
    this.#twins = new Set([...this.#twins, ...twins]);
    this.#told = { ...this.#told, ...names };
    this.people = marked(this.#told, [...this.#twins]);
  }

  #blame(refusal: unknown): void {
    if (refusal instanceof Refusal) this.fault = refusal.fault;
    else throw refusal;
  }
}
