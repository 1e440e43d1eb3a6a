/** One table of the house, as this tab sees it: a Sitting for the board, and everything around the board. */
import type { Deed, Happened, Marked, Sitting } from "../games/sitting";
import { Again } from "./again.svelte";
import { get, Refusal } from "./http";
import { theGame } from "./games";
import type { Parted } from "./handing_over";
import { live } from "./live.svelte";
import { plays } from "./log";
import { me } from "./me.svelte";
import { labelled, levelTitle, marked, personAt, playerAt } from "./names";
import { editionText } from "./shown.svelte";
import { w } from "../words";
import type {
  Command,
  Ending,
  EntryTold,
  Fault,
  GameTold,
  HintTold,
  Names,
  ServerMessage,
  StateTold,
  TableAnswer,
  TableTold,
  WatchTable,
} from "./types";

const LANDING = 1600; // milliseconds in which people see what came of their move before the device goes on
const BUBBLE = 7000; // and what somebody says stands at their seat
const UNHURRIED = 900; // milliseconds that boards may take to show what somebody else played

type Said = Extract<EntryTold["event"], { event: "said" }>;

export class TableSitting implements Sitting {
  readonly game: GameTold;
  readonly again = new Again();
  told: TableTold;
  state: StateTold;
  entries = $state.raw<EntryTold[]>([]);
  people = $state.raw<Names>({});
  here = $state.raw<string[]>([]);
  spectators = $state(0);
  fault = $state.raw<Fault | null>(null); // why something was not done, until the next deed
  gone = $state.raw<Fault | null>(null);
  parted = $state.raw<Parted | null>(null);
  hint = $state.raw<HintTold | null>(null);
  pending = $state.raw<string[]>([]);
  spoken = $state(""); // for the live region
  curtain = $state<number | null>(null); // the seat that is to be handed the device
  bubbles = $state.raw<Record<number, { seq: number; words: string }>>({}); // by seat: what was said just now
  unread = $state(0); // what others said since the log was last seen
  arriving = $state(false); // somebody else's play is coming to the board

  prompt = $state<string | null>(null);
  back = $state.raw<(() => void) | null>(null);
  deeds = $state.raw<Deed[]>([]);
  telling = $state(false);
  /** What a line of the log speaks of, while somebody looks at it. */
  spokenOf = $state.raw<Marked | null>(null);

  /** Whether something is kept from other seats in this view, as the game says. */
  hides: (view: any) => boolean = () => true;
  #landing: ReturnType<typeof setTimeout> | undefined;
  #arrived: ReturnType<typeof setTimeout> | undefined;
  #twins = new Set<string>(); // people whose names can be taken for one another
  #told: Names = {};
  #befores = new Map<number, any>(); // by entry: what this seat saw when it was played
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
    this.again.stop();
    clearTimeout(this.#landing);
    this.#stop();
    live.unwatch(this.#request);
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
    return this.again.now ? this.again.now.frame.view : this.state.view;
  }
  get waiting(): number[] {
    return this.state.waiting ?? [];
  }
  get legal(): string[] {
    const busy = this.pending.length > 0 || this.curtain !== null || this.again.now !== null;
    return busy ? [] : (this.state.legal ?? []);
  }
  get ending(): Ending | null {
    const { ending } = this.again.now?.frame ?? this.state;
    return (ending as Ending | null | undefined) ?? null;
  }
  get unhurried(): boolean {
    return this.arriving || this.again.now !== null;
  }
  get pointed(): string[] {
    return this.hint ? [this.hint.move] : (this.spokenOf?.pointed ?? []);
  }
  get shown(): string[] {
    return this.spokenOf?.shown ?? [];
  }

  names = $derived.by(() => this.state.sitters.map((_, seat, all) => playerAt(all, seat, this.people, this.game)));
  /** Among people who share a device, and where a bot plays for me, names say more. */
  labels = $derived.by(() => {
    const isMinded = this.ownSeats.some((seat) => this.state.sitters[seat]?.bot);
    return isMinded ? this.names : labelled(this.names, this.ownSeats);
  });
  happened = $derived.by<Happened[]>(() => plays(this.entries));
  /** What happened since this seat's last turn, whatever the board shows. */
  since = $derived.by<Happened[]>(() => {
    const own = this.happened.findLastIndex((play) => play.seat === this.seat);
    return this.seat === null ? this.happened.slice(-1) : this.happened.slice(own + 1);
  });
  recent = $derived.by<Happened[]>(() => {
    const { now } = this.again;
    return now ? (now.play ? [now.play] : []) : this.since;
  });
  last = $derived.by<Happened | null>(() => {
    const { now } = this.again;
    return now ? now.play : (this.happened.at(-1) ?? null);
  });
  myTurn = $derived.by(() => this.state.status === "playing" && (this.state.legal ?? []).length > 0);

  /** What this seat saw when the play of an entry was made, if it was there. */
  before(entry: number): any {
    return this.#befores.get(entry) ?? null;
  }

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
    const { seat, state } = this;
    if (seat === null || state.status !== "playing") return;
    import("./own_sight")
      .then((own) => own.why(this, moves))
      .then((fault) => state.moves === this.state.moves && (this.fault = fault)) // else it comes too late
      .catch((refusal: unknown) => this.#blame(refusal));
  }

  refuse(sentence: string): void {
    this.fault = { code: "refused", sentence, rule: null };
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
      const hint = await (await import("./own_sight")).hint(this, seconds);
      if (moves === this.state.moves) this.hint = hint; // else it comes too late
    } catch (refusal) {
      this.#blame(refusal);
    }
  }

  /** Look at what happened once more; at one's own play, if nothing has happened since. */
  lookAgain(): void {
    const made = this.since.length > 0 ? this.since : this.happened.slice(-1);
    const place = { id: this.id, seat: this.seat, moves: this.state.moves ?? 0 };
    this.again.look(place, made).catch((refusal: unknown) => this.#blame(refusal));
  }

  /** Bots play, and nobody else has to watch it: what they do may be seen at once. */
  get skippable(): boolean {
    const { sitters, status } = this.state;
    const slow = this.told.pace === "calm" || this.told.pace === "brisk";
    const alone = sitters.every((place, seat) => place.sitter?.kind === "bot" || this.ownSeats.includes(seat));
    const isBots = (seat: number) => sitters[seat]?.sitter?.kind === "bot" || !!sitters[seat]?.bot;
    return status === "playing" && slow && alone && this.ownSeats.length > 0 && this.waiting.some(isBots);
  }

  /** See at once how it stands. */
  skip(): void {
    this.again.stop();
    this.arriving = false;
    if (this.skippable) live.skip();
  }

  /** Look as another of one's own seats. The curtain opens when the house has told what that one sees, not before. */
  look(seat: number): void {
    if (seat === this.#asked?.seat) return;
    if (seat === this.seat && !this.#asked) this.curtain = null;
    else this.#ask(seat);
  }

  // --- what the house says -------------------------------------------------------------------------------------------

  #hear(message: ServerMessage): void {
    if (message.t === "table" && message.table.id === this.id) {
      this.#meet(message.names, message.twins);
      this.#take(message.table);
    } else if (message.t === "entries" && message.table === this.id) {
      this.#meet(message.names, message.twins);
      const fresh = message.entries.filter((entry) => entry.seq > (this.entries.at(-1)?.seq ?? 0));
      const [played, more] = fresh.filter(({ event }) => event.event === "played");
      if (played && !more) this.#befores.set(played.seq, this.state.view);
      this.entries = [...this.entries, ...fresh];
      for (const { seq, event } of fresh) if (event.event === "said") this.#overhear(seq, event);
      if (fresh.some((entry) => ["sat", "left", "removed", "started"].includes(entry.event.event)))
        this.#ask(this.seat);
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
    if (turned && (!this.state.view || this.hides(this.state.view))) this.#befores.clear();
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
      this.again.stop();
      this.#arrive();
      this.pending = [];
      this.fault = null;
      this.hint = null;
      this.prompt = null;
      this.back = null;
      this.deeds = [];
    }
    this.#turnTo();
  }

  /** What one plays oneself is seen to be done; everybody else's play takes a little longer. */
  #arrive(): void {
    clearTimeout(this.#arrived);
    this.arriving = this.last !== null && (this.last.seat !== this.seat || this.pending.length === 0);
    if (this.arriving) this.#arrived = setTimeout(() => (this.arriving = false), UNHURRIED);
  }

  /** People who share a device: whose turn is it? Hands are hidden until the next one says that they are there. */
  #turnTo(): void {
    clearTimeout(this.#landing);
    const waiting = this.waiting.filter((seat) => this.ownSeats.includes(seat));
    const next = this.seat !== null && waiting.includes(this.seat) ? this.seat : waiting[0];
    if (this.state.status !== "playing" || this.ownSeats.length < 2) this.curtain = null;
    else if (next === undefined || (next === this.seat && this.curtain === null)) return;
    else if (!this.game.game.secrets || !this.hides(this.state.view)) this.look(next);
    else if (this.seat === null || this.curtain !== null) this.curtain = next;
    else this.#landing = setTimeout(() => this.#handOn(next), LANDING);
  }

  /** The curtain falls before what is secret: from now on the board is told as everybody may see it. */
  #handOn(next: number): void {
    this.curtain = next;
    this.#ask(null);
  }

  /** Somebody said something: it stands at their seat for a while. */
  #overhear(seq: number, { person, text, phrase }: Said): void {
    const words = phrase ? (me.told?.phrases[phrase] ?? phrase) : text;
    if (!words || !person || me.silences(person)) return;
    const seat = this.state.sitters.findIndex(({ sitter }) => sitter?.kind === "human" && sitter.person === person);
    if (seat >= 0) {
      this.bubbles = { ...this.bubbles, [seat]: { seq, words } };
      setTimeout(() => this.bubbles[seat]?.seq === seq && this.#hush(seat), BUBBLE);
    }
    if (person === me.id) return;
    this.unread++;
    this.say(`${this.people[person] ?? "…"}${w().log.says}${words}`);
  }

  #hush(seat: number): void {
    this.bubbles = Object.fromEntries(Object.entries(this.bubbles).filter(([one]) => Number(one) !== seat));
  }

  #ask(seat: number | null): void {
    this.#asked = { seat };
    live.watch(this.#request);
  }

  /** What is asked of the house now, and again after every reconnection: everything, or what is new. */
  #request = (): WatchTable => ({
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
      this.entries = all.toSorted((one, other) => one.seq - other.seq);
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
