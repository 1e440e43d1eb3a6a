/** A game that somebody brings: a file, or one from the real box, entered by tapping. The house checks every move. */
import { post, Refusal } from "./http";
import { theGame } from "./games";
import { type BoxGame, keepBox, newBoxId, type Step } from "./box_games";
import { editionText, ShownSitting } from "./shown.svelte";
import type { Asked, CopyAnswer, Frame, GameTold, RecordBrought, Shown, StudyAnswer, Viewpoint } from "./types";

const PAGE = 200;

interface Named {
  names?: unknown; // of a file that somebody brings: it may be anything
}
export const LONGEST_NAME = 24;
const asNames = (names: unknown): string[] =>
  Array.isArray(names) ? names.map((name) => (typeof name === "string" ? name.trim().slice(0, LONGEST_NAME) : "")) : [];

export class Studying {
  record = $state.raw<RecordBrought>({ game: "", seats: 2 });
  frames = $state.raw<Frame[]>([]);
  told = $state.raw<StudyAnswer | null>(null);
  at = $state(0);
  /** Something that shows and was not told yet. */
  asked = $state.raw<Asked | null>(null);
  busy = $state(false);
  kept = $state(true); // on this device
  private steps = $state.raw<Step[]>([]);

  private constructor(
    private readonly id: string,
    record: RecordBrought,
    private seen: number[][],
    steps: Step[],
    private readonly given: string[],
    readonly game: GameTold,
    readonly sitting: ShownSitting,
    private isOwn: boolean,
  ) {
    this.record = record;
    this.steps = steps;
  }

  /** A record that was brought: all its chance was told. One that is not `isOwn` is kept when something is changed in it. */
  static open(record: RecordBrought & Named, nameOf: (seat: number) => string, isOwn = true): Promise<Studying> {
    const seen = (record.chance ?? []).map(([, outcome]) => (Array.isArray(outcome) ? [...outcome.keys()] : [0]));
    const steps = (record.moves ?? []).map((): Step => ({ moves: 1 }));
    const { names, ...brought } = record;
    return Studying.resume(
      { id: newBoxId(), at: Date.now(), record: brought, seen, steps, names: asNames(names) },
      nameOf,
      isOwn,
    );
  }

  /** A game that was begun before. */
  static async resume(begun: BoxGame, nameOf: (seat: number) => string, isOwn = true): Promise<Studying> {
    const { id, record, seen, steps } = begun;
    const game = await theGame(record.game);
    const names = [...Array(record.seats).keys()].map((seat) => begun.names?.[seat] || nameOf(seat));
    const sitting = new ShownSitting({
      game,
      seats: record.seats,
      options: record.options ?? {},
      edition: editionText(game, record.edition),
      names,
    });
    const study = new Studying(id, record, seen, steps, begun.names ?? [], game, sitting, isOwn);
    sitting.onplay = (moves) => void study.add(...moves);
    sitting.onwhy = (moves) => void study.#alone(() => study.#why(moves));
    await study.#refresh();
    return study;
  }

  get #moves(): [number, string][] {
    return (this.record.moves ?? []) as [number, string][];
  }
  get waiting(): number | undefined {
    return this.told?.waiting?.[0];
  }

  /** What chance filled in and what is to be asked; then all frames anew, and the newest shown. */
  async #refresh(shown?: Shown): Promise<void> {
    if (!this.record.seed) {
      const { record, seen } = this;
      const copied = await post<CopyAnswer>("/api/study/box", { record, seen, shown: shown ?? null });
      this.record = { ...record, chance: copied.chance as [string, unknown][] };
      this.seen = copied.seen;
      this.asked = copied.asked ?? null;
    }
    const frames: Frame[] = [];
    let told: StudyAnswer;
    let first = 0;
    do {
      told = await this.#frames("public", first, first + PAGE - 1);
      const known = frames.at(-1)?.number ?? -1;
      frames.push(...(told.frames ?? []).filter((frame) => frame.number > known));
      first += PAGE;
    } while (first <= told.total);
    const [seat] = told.waiting ?? [];
    if (seat !== undefined) {
      const own = await this.#frames(seat, told.total); // whoever is to move sees their own things
      if (own.frames?.[0]) frames.splice(-1, 1, own.frames.at(-1)!);
    }
    this.told = told;
    this.frames = frames;
    this.#keep();
    this.go(frames.length - 1);
  }

  #frames(viewpoint: Viewpoint, first: number, last?: number): Promise<StudyAnswer> {
    return post<StudyAnswer>("/api/study", { record: this.record, viewpoint, first, last: last ?? null });
  }

  #keep(): void {
    const { id, record, seen, steps, given: names } = this;
    if (this.isOwn) this.kept = keepBox({ id, at: Date.now(), record, seen, steps, names });
  }

  go(index: number): void {
    const frame = this.frames[index];
    if (!frame) return;
    this.at = index;
    this.sitting.show(frame);
    const seat = this.waiting;
    const newest = index === this.frames.length - 1 && seat !== undefined && !this.asked;
    this.sitting.seat = newest ? seat : null;
    this.sitting.legal = newest ? (this.told?.legal?.[String(seat)] ?? []) : [];
  }

  /** The same frames, told in the language of the moment. */
  reword(): Promise<boolean> {
    const { at } = this;
    return this.#alone(async () => {
      await this.#refresh();
      this.go(at);
    });
  }

  /** Moves of the seat that is to move; refused ones are told, and not kept. */
  add(...moves: string[]): Promise<boolean> {
    return this.#alone(async () => {
      const tried = [...this.#moves, ...this.#bySeat(moves)];
      const told = await this.#ask(tried);
      this.sitting.fault = told.refused === null || told.refused === undefined ? null : (told.fault ?? null);
      if (this.sitting.fault) return;
      this.isOwn = true;
      this.steps = [...this.steps, { moves: moves.length }];
      await this.#change({ moves: tried });
    });
  }

  /** What chance showed: one of the choices. */
  tell(value: unknown): Promise<boolean> {
    return this.#alone(async () => {
      if (!this.asked) return;
      const { number, place } = this.asked;
      this.sitting.fault = null;
      this.isOwn = true;
      await this.#refresh({ number, place, value });
      this.steps = [...this.steps, { number, place }];
      this.#keep();
    });
  }

  /** As a file: names are ours, a record has none. */
  get file(): object {
    return { ...this.record, unseen: this.unseen, names: this.given };
  }

  /** By chance event, the places that nobody has seen: what stands there was filled in. */
  private get unseen(): number[][] {
    return (this.record.chance ?? []).map(([, outcome], at) =>
      Array.isArray(outcome) ? [...outcome.keys()].filter((place) => !this.seen[at]?.includes(place)) : [],
    );
  }

  get isEmpty(): boolean {
    return this.steps.length === 0;
  }

  /** The last entry, a move or what chance showed, is wrong. */
  removeLast(): Promise<boolean> {
    return this.#alone(async () => {
      const last = this.steps.at(-1);
      this.sitting.fault = null;
      if (!last) return;
      this.isOwn = true;
      this.steps = this.steps.slice(0, -1);
      if ("moves" in last) {
        // no ending of the record holds a move before it: people made it, or the moves did
        return this.#change({ moves: this.#moves.slice(0, -last.moves), ending: null });
      }
      this.seen = this.seen.map((places, at) =>
        at === last.number ? places.filter((one) => one !== last.place) : places,
      );
      await this.#refresh();
    });
  }

  /** One thing at a time: what comes meanwhile is passed over. Whether nothing was wrong with it. */
  async #alone(deed: () => Promise<void>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      await deed();
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      this.sitting.fault = refusal.fault;
    } finally {
      this.busy = false;
    }
    return this.sitting.fault === null;
  }

  async #change(what: Pick<RecordBrought, "moves" | "ending">): Promise<void> {
    this.record = { ...this.record, ...what };
    await this.#refresh();
  }

  async #why(moves: string[]): Promise<void> {
    const told = await this.#ask([...this.#moves, ...this.#bySeat(moves)]);
    this.sitting.fault = told.fault ?? null;
  }

  #bySeat(moves: string[]): [number, string][] {
    const seat = this.waiting ?? 0;
    return moves.map((move) => [seat, move]);
  }

  #ask(moves: [number, string][]): Promise<StudyAnswer> {
    return post<StudyAnswer>("/api/study", {
      record: { ...this.record, moves },
      viewpoint: "all",
      first: moves.length,
    });
  }
}
