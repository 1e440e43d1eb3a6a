/** A line of moves, tried on the position of a table: their move, my answer, and so on. The house checks every move. */
import { post, Refusal } from "./http";
import { ShownSitting } from "./shown.svelte";
import type { TableSitting } from "./table.svelte";
import type { Frame, RecordBrought, StudyAnswer } from "./types";

export class Planning {
  readonly sitting: ShownSitting;
  frames = $state.raw<Frame[]>([]);
  busy = $state(false);
  readonly #record: RecordBrought;
  readonly #seat: number;
  #moves: [number, string][] = $state.raw([]);
  #waiting = $state.raw<number[]>([]);

  constructor(table: TableSitting) {
    const { game, seats, options, edition, names, ownSeats: own, state } = table;
    this.#seat = table.seat ?? 0;
    this.#record = { game: game.game.name, seats, options, position: state.view ?? null };
    this.sitting = new ShownSitting({ game, seats, options, edition, names, own });
    this.sitting.below = this.#seat;
    this.sitting.onplay = (moves) => void this.#try([...this.#moves, ...this.#bySeat(moves)]);
    this.sitting.onwhy = (moves) => void this.#why(moves);
    void this.#try([]);
  }

  get line(): string[] {
    return this.#moves.map(([, move]) => move);
  }
  /** Whose move comes next; null when the game would be over. */
  get mover(): number | null {
    return this.#waiting[0] ?? null;
  }
  /** The line ends with a turn of mine that is over. */
  get isWhole(): boolean {
    return this.#moves.at(-1)?.[0] === this.#seat && this.mover !== this.#seat;
  }

  undo(): Promise<void> {
    return this.#try(this.#moves.slice(0, -1));
  }

  fresh(): Promise<void> {
    return this.#try([]);
  }

  /** Take these moves instead, if all of them are allowed; the first that is not is told. */
  async #try(moves: [number, string][]): Promise<void> {
    const told = await this.#ask(moves);
    if (!told) return;
    this.sitting.fault = told.refused === null ? null : (told.fault ?? null);
    if (this.sitting.fault) return;
    this.#moves = moves;
    this.#waiting = told.waiting ?? [];
    this.frames = told.frames ?? [];
    const last = this.frames.at(-1);
    if (!last) return;
    this.sitting.show(last);
    const { mover } = this;
    this.sitting.seat = mover ?? this.#seat;
    this.sitting.legal = mover === null ? [] : (told.legal?.[String(mover)] ?? []);
  }

  async #why(moves: string[]): Promise<void> {
    const told = await this.#ask([...this.#moves, ...this.#bySeat(moves)]);
    this.sitting.fault = told?.fault ?? null;
  }

  #bySeat(moves: string[]): [number, string][] {
    return moves.map((move) => [this.mover ?? this.#seat, move]);
  }

  /** One thing at a time: null for what comes meanwhile, and for what the house does not answer. */
  async #ask(moves: [number, string][]): Promise<StudyAnswer | null> {
    if (this.busy) return null;
    this.busy = true;
    try {
      return await post<StudyAnswer>("/api/study", { record: { ...this.#record, moves }, viewpoint: "public" });
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      this.sitting.fault = refusal.fault;
      return null;
    } finally {
      this.busy = false;
    }
  }
}
