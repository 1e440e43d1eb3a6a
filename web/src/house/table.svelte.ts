/** One table of the house, as this tab sees it: a Sitting for the board, and everything around the board. */
import { untrack } from "svelte";
import type { Deed, Happened, Sitting } from "../games/sitting";
import { language } from "../words/language.svelte";
import { get, post, Refusal } from "./asking";
import { theGame } from "./games.svelte";
import { live } from "./live.svelte";
import { plays } from "./log";
import { me } from "./me.svelte";
import { editionText } from "./shown.svelte";
import type { Command, Ending, EntryTold, Fault, GameTold, HintTold, Message, Names, StateTold, TableTold } from "./told";

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

  #stop: () => void;

  constructor(game: GameTold, told: TableTold, names: Names) {
    this.game = game;
    this.told = $state.raw(told);
    this.state = $state.raw(told.state);
    this.people = names;
    this.#stop = live.listen((message) => this.#hear(message));
    live.watch(() => ({ do: "watch", table: told.id, after: this.state.seq, seat: this.told.seat ?? null }));
    void this.#remember();
    this.#turnTo();
  }

  static async open(id: string): Promise<TableSitting> {
    await me.meet();
    const answer = await get<{ table: TableTold; names: Names }>(`/api/tables/${encodeURIComponent(id)}`);
    return new TableSitting(await theGame(answer.table.game), answer.table, answer.names);
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

  names = $derived.by(() => this.state.sitters.map((_, seat) => this.nameOf(seat)));
  happened = $derived.by<Happened[]>(() => plays(this.entries));
  recent = $derived.by<Happened[]>(() => {
    const own = this.happened.findLastIndex((play) => play.seat === this.seat);
    return this.seat === null ? this.happened.slice(-1) : this.happened.slice(own + 1);
  });
  last = $derived.by<Happened | null>(() => this.happened.at(-1) ?? null);
  myTurn = $derived.by(() => this.state.status === "playing" && (this.state.legal ?? []).length > 0);

  /** Whoever plays there now. */
  nameOf(seat: number): string {
    const place = this.state.sitters[seat];
    if (place?.bot) return this.levelTitle(place.bot);
    return place?.sitter?.kind === "bot" ? this.levelTitle(place.sitter.level) : this.personOf(seat);
  }

  /** Whoever the seat belongs to. */
  personOf(seat: number): string {
    const sitter = this.state.sitters[seat]?.sitter;
    return sitter?.kind === "human" ? (this.people[sitter.person] ?? "…") : "";
  }

  levelTitle(level: string): string {
    return this.game.levels.find((one) => one.name === level)?.[language.now].title ?? level;
  }

  play(...moves: string[]): void {
    const seat = this.seat;
    if (seat === null || moves.length === 0) return;
    this.pending = moves;
    this.hint = null;
    this.do({ do: "play", seat, moves, after: null }).catch(() => (this.pending = [])); // else they go when the state comes
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
    try {
      this.hint = await post<HintTold>(`/api/tables/${this.id}/hint`, { seat: this.seat, seconds });
    } catch (refusal) {
      this.#blame(refusal);
    }
  }

  /** Look as another of one's own seats; the curtain opens. */
  look(seat: number): void {
    this.curtain = null;
    if (seat === this.seat) return;
    this.told = { ...this.told, seat };
    live.watch(() => ({ do: "watch", table: this.id, after: null, seat: this.seat }));
  }

  // --- what the house says -------------------------------------------------------------------------------------------

  #hear(message: Message): void {
    if (message.t === "table" && message.table.id === this.id) {
      this.people = { ...this.people, ...message.names };
      this.told = message.table;
      this.#stand(message.table.state);
      void this.#remember();
    } else if (message.t === "entries" && message.table === this.id) {
      this.people = { ...this.people, ...message.names };
      const fresh = message.entries.filter((entry) => entry.seq > (this.entries.at(-1)?.seq ?? 0));
      this.entries = [...this.entries, ...fresh];
      if (fresh.some((entry) => entry.event.event === "sat" || entry.event.event === "left")) this.#again();
      this.#stand(message.state);
    } else if (message.t === "presence" && message.table === this.id) {
      this.here = message.here;
      this.spectators = message.spectators ?? 0;
      this.people = { ...this.people, ...message.names };
    } else if (message.t === "gone" && message.table === this.id) {
      this.gone = message.fault;
    }
  }

  #stand(state: StateTold): void {
    if (state.seq < this.state.seq && this.told.state !== state) return;
    const moved = state.moves !== this.state.moves;
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
    const own = this.ownSeats;
    if (own.length < 2 || this.state.status !== "playing") return;
    const next = this.waiting.find((seat) => own.includes(seat));
    if (next === undefined || (this.seat !== null && this.waiting.includes(this.seat) && own.includes(this.seat))) return;
    if (this.game.game.secrets) this.curtain = next;
    else untrack(() => this.look(next));
  }

  /** Who holds which seat changed: ask for the table as a whole. */
  #again(): void {
    live.watch(() => ({ do: "watch", table: this.id, after: null, seat: null }));
  }

  /** What happened before this page was opened. */
  async #remember(): Promise<void> {
    let after = this.entries.at(-1)?.seq ?? 0;
    while (after < this.state.seq) {
      const query = this.seat === null ? "" : `&seat=${this.seat}`;
      const answer = await get<{ entries: EntryTold[]; names: Names }>(
        `/api/tables/${this.id}/entries?after=${after}${query}`,
      ).catch(() => null);
      if (!answer || answer.entries.length === 0) return;
      const known = new Set(this.entries.map((entry) => entry.seq));
      const all = [...this.entries, ...answer.entries.filter((entry) => !known.has(entry.seq))];
      this.entries = all.sort((one, other) => one.seq - other.seq);
      this.people = { ...this.people, ...answer.names };
      after = answer.entries.at(-1)!.seq;
    }
  }

  #blame(refusal: unknown): void {
    if (refusal instanceof Refusal) this.fault = refusal.fault;
    else throw refusal;
  }
}
