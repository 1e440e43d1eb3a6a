/** A finished game looked back at: a house computes its review, or this device; every moment as each seat knew it. */
import { isOnDevice } from "./device";
import { theGame } from "./games";
import { ask, get, post, Refusal } from "./http";
import { me } from "./me.svelte";
import { playerAt } from "./names";
import { editionText, ShownSitting } from "./shown.svelte";
import type {
  Ending,
  Frame,
  FramesAnswer,
  GameTold,
  RecordBrought,
  Review,
  ReviewAnswer,
  ReviewStep,
  SeatReview,
  StudyAnswer,
  TableAnswer,
  Viewpoint,
} from "./types";
import { ws } from "../words/study";

const PAGE = 200; // frames
const POLL = 1500; // milliseconds
const ROUND = 12; // mistakes that are practised in a row: nobody learns from eighty at once

/** Records that somebody brought have names of their own kind; see reception/reviews.py and pocket_reviews.py. */
export const isOfRecord = (subject: string): boolean => /^(d-)?r-/.test(subject);

/** Where a game comes from: a table of the house, or a record that was brought. */
interface Source {
  game: GameTold;
  record: RecordBrought;
  names: string[];
  own: number[];
  frames(viewpoint: Viewpoint, from: number): Promise<FramesAnswer>;
}

export class Reviewing {
  answer = $state.raw<ReviewAnswer>() as ReviewAnswer;
  source = $state.raw<Source | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #left = false;

  private constructor(
    readonly subject: string,
    answer: ReviewAnswer,
  ) {
    this.answer = answer;
  }

  get #path(): string {
    return isOfRecord(this.subject)
      ? `/api/study/review/${this.subject}`
      : `/api/tables/${encodeURIComponent(this.subject)}/review`;
  }

  static async open(subject: string): Promise<Reviewing> {
    await me.meet();
    const reviewing = new Reviewing(subject, { standing: "none", subject } as ReviewAnswer);
    reviewing.answer = await get<ReviewAnswer>(reviewing.#path);
    reviewing.source = await reviewing.#sourceOf();
    reviewing.#follow();
    return reviewing;
  }

  /** Whether this device computes it, and nobody else has it. */
  get isHere(): boolean {
    return isOnDevice(this.subject);
  }

  get isUnderWay(): boolean {
    return this.answer.standing === "waiting" || this.answer.standing === "working";
  }

  /** Nobody looks any more: a house goes on, a device rests until somebody comes back. */
  leave(): void {
    this.#left = true;
    clearTimeout(this.#timer);
  }

  /** `thorough`: a device takes as many simulations as a house, though it takes long. */
  async begin(thorough = false): Promise<void> {
    if (this.isHere) this.answer = await post<ReviewAnswer>(this.#path, { thorough });
    else if (isOfRecord(this.subject))
      this.answer = await post<ReviewAnswer>("/api/study/review", { record: this.source!.record });
    else this.answer = await post<ReviewAnswer>(this.#path);
    this.#follow();
  }

  async cancel(): Promise<void> {
    clearTimeout(this.#timer);
    this.answer = await ask<ReviewAnswer>("DELETE", this.#path);
  }

  #follow(): void {
    if (!this.isUnderWay || this.#left) return;
    this.#timer = setTimeout(() => void this.#look(), POLL);
  }

  async #look(): Promise<void> {
    try {
      this.answer = await get<ReviewAnswer>(this.#path);
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal; // nobody answers for a moment: ask again
    }
    this.#follow();
  }

  async #sourceOf(): Promise<Source> {
    return isOfRecord(this.subject) ? this.#sourceOfRecord() : this.#sourceOfTable();
  }

  async #sourceOfTable(): Promise<Source> {
    const path = `/api/tables/${encodeURIComponent(this.subject)}`;
    const [{ table, names }, record] = await Promise.all([
      get<TableAnswer>(path),
      get<RecordBrought>(`${path}/record`),
    ]);
    const game = await theGame(table.game);
    return {
      game,
      record: brought(record),
      names: table.state.sitters.map((_, seat, all) => playerAt(all, seat, names, game)),
      own: table.own_seats ?? [],
      frames: (viewpoint, from) =>
        get<FramesAnswer>(`${path}/frames?seat=${viewpoint}&from=${from}&to=${from + PAGE - 1}`),
    };
  }

  async #sourceOfRecord(): Promise<Source> {
    const record = brought(this.answer.record as RecordBrought);
    return {
      game: await theGame(record.game),
      record,
      names: [...Array(record.seats).keys()].map((seat) => ws().study.seat({ number: seat + 1 })),
      own: [],
      frames: (viewpoint, first) =>
        post<StudyAnswer>("/api/study", { record, viewpoint, first, last: first + PAGE - 1 }),
    };
  }
}

/** What the house takes of a record: whatever else it tells is left out. */
const TAKEN = ["game", "rules", "seats", "options", "edition", "seed", "chance", "moves", "position", "ending"];
const brought = (record: RecordBrought): RecordBrought =>
  Object.fromEntries(Object.entries(record).filter(([key]) => TAKEN.includes(key))) as unknown as RecordBrought;

/** A review that is done, seen from one seat at one moment. */
export class LookingBack {
  readonly sitting: ShownSitting;
  readonly seats: SeatReview[];
  readonly total: number; // decisions, and what ended the game from outside
  seat = $state(0);
  at = $state(0); // the decision that is looked at; `total`: the end
  isOpen = $state(false); // with open cards: "if you had known"
  chosen = $state<string | null>(null); // the move that is shown on the board
  #frames = $state.raw<Frame[]>([]);
  #known = new Map<Viewpoint, Frame[]>();
  #looks = 0;

  private constructor(
    readonly review: Review,
    readonly source: Source,
  ) {
    const { record, game } = source;
    this.seats = review.reviews as SeatReview[];
    this.total = this.seats[0]?.steps.length ?? 0;
    this.sitting = new ShownSitting({
      game,
      seats: record.seats,
      options: record.options ?? {},
      edition: editionText(game, record.edition),
      names: source.names,
      own: source.own,
    });
    this.seat = source.own[0] ?? 0;
  }

  static async open(review: Review, source: Source): Promise<LookingBack> {
    const back = new LookingBack(review, source);
    await back.look(back.seat);
    const { turning_points } = back.own;
    back.go(turning_points.length > 0 ? Math.min(...turning_points) : 0);
    return back;
  }

  get names(): string[] {
    return this.source.names;
  }
  /** The same where nothing but the name stands. */
  get labels(): string[] {
    return this.sitting.labels;
  }
  get own(): SeatReview {
    return this.seats.find((one) => one.seat === this.seat) ?? this.seats[0]!;
  }
  get step(): ReviewStep | undefined {
    return this.own.steps[this.at] as ReviewStep | undefined;
  }
  get ending(): Ending | null {
    return (this.#frames.at(-1)?.ending ?? null) as Ending | null;
  }
  get isMine(): boolean {
    return this.source.own.includes(this.seat);
  }
  /** Whether "you" means this seat and no other. */
  get isYou(): boolean {
    return this.isMine && this.source.own.length === 1;
  }
  /** What there is to learn from, in the order of the game. */
  get mistakes(): ReviewStep[] {
    const { steps } = this.own;
    return steps.filter((step) => step.verdict && step.move && step.seat === this.seat) as ReviewStep[];
  }
  /** The same in rounds, the worst ones first; in each in the order of the game. */
  get rounds(): ReviewStep[][] {
    const loss = (step: ReviewStep) => step.before - step.made;
    const worst = this.mistakes.toSorted((one, other) => loss(other) - loss(one));
    const starts = [...worst.keys()].filter((at) => at % ROUND === 0);
    return starts.map((at) => worst.slice(at, at + ROUND).toSorted((one, other) => one.number - other.number));
  }

  /** A seat's chance before a decision; at the end, its result. */
  chance(review: SeatReview, at: number): number {
    return review.steps[at]?.before ?? review.result;
  }

  async look(seat: number, isOpen = false): Promise<void> {
    const look = ++this.#looks;
    const viewpoint: Viewpoint = isOpen ? "all" : seat;
    const frames = this.#known.get(viewpoint) ?? (await this.#fetch(viewpoint));
    this.#known.set(viewpoint, frames);
    if (look !== this.#looks) return; // somebody else's eyes were wanted meanwhile
    this.seat = seat;
    this.isOpen = isOpen;
    this.#frames = frames;
    this.sitting.seat = isOpen ? null : seat;
    this.sitting.below = seat;
    this.go(this.at);
  }

  async #fetch(viewpoint: Viewpoint): Promise<Frame[]> {
    const frames: Frame[] = [];
    for (let from = 0, total = 0; from <= total; from += PAGE) {
      const page = await this.source.frames(viewpoint, from);
      const known = frames.at(-1)?.number ?? -1;
      frames.push(...(page.frames ?? []).filter((frame) => frame.number > known));
      total = page.total;
    }
    return frames;
  }

  /** What was seen before a decision, and after it. */
  frameAt(at: number): Frame | undefined {
    return this.#frames.findLast((frame) => frame.number <= at) ?? this.#frames[0];
  }

  go(at: number): void {
    this.at = Math.max(0, Math.min(this.total, at));
    const { step } = this;
    this.chosen = null;
    const frame = this.frameAt(step ? step.number : Infinity);
    if (!frame) return;
    this.sitting.legal = [];
    this.sitting.show(frame);
    if (step?.move) this.point(step.seat === this.seat ? (step.best ?? step.move) : step.move);
    else this.sitting.pointed = [];
  }

  /** Show a move on the board. */
  point(move: string): void {
    this.chosen = move;
    this.sitting.pointed = [move];
  }

  /** The moments that matter to the seat: turning points, mistakes, the best move. */
  get keyMoments(): number[] {
    const { turning_points, best_move } = this.own;
    const found = [...turning_points, ...(this.rounds[0] ?? []).map((step) => step.number)];
    return [...new Set(best_move === null ? found : [...found, best_move])].toSorted((one, other) => one - other);
  }

  nextKey(): void {
    const keys = this.keyMoments;
    this.go(keys.find((at) => at > this.at) ?? keys[0] ?? this.at);
  }
}
