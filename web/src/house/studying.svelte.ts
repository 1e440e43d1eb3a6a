/** A game that somebody brings: a file, or one from the real box, typed in move by move. The house checks every move. */
import { post, Refusal } from "./asking";
import { theGame } from "./games.svelte";
import { editionText, ShownSitting } from "./shown.svelte";
import type { Frame, GameTold, RecordBrought, StudyAnswer } from "./told";

const PAGE = 200;

/** What somebody wrote, as an outcome like the example: JSON or a plain word. A list that is begun is completed. */
export function readOutcome(text: string, example: unknown): unknown {
  let told: unknown = text;
  try {
    told = JSON.parse(text);
  } catch {
    if (Array.isArray(example)) told = text.split(/[\s,;]+/).filter(Boolean);
  }
  if (!Array.isArray(example) || !Array.isArray(told)) return told;
  const rest = [...(example as unknown[])];
  const begun = told.map((one: unknown) => rest.find((other) => String(other) === String(one)) ?? one);
  for (const one of begun) if (rest.includes(one)) rest.splice(rest.indexOf(one), 1);
  return [...begun, ...rest.slice(0, Math.max(0, example.length - begun.length))];
}

export class Studying {
  record = $state.raw<RecordBrought>({ game: "", seats: 2 });
  frames = $state.raw<Frame[]>([]);
  told = $state.raw<StudyAnswer | null>(null);
  at = $state(0);
  #busy = false;

  private constructor(
    record: RecordBrought,
    readonly game: GameTold,
    readonly sitting: ShownSitting,
  ) {
    this.record = record;
  }

  static async open(record: RecordBrought, nameOf: (seat: number) => string): Promise<Studying> {
    const game = await theGame(record.game);
    const names = [...Array(record.seats).keys()].map(nameOf);
    const sitting = new ShownSitting({
      game,
      seats: record.seats,
      options: record.options ?? {},
      edition: editionText(game, record.edition),
      names,
    });
    const study = new Studying(record, game, sitting);
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

  /** All frames anew, and the newest shown. */
  async #refresh(): Promise<void> {
    const frames: Frame[] = [];
    let told: StudyAnswer;
    let first = 0;
    do {
      told = await post<StudyAnswer>("/api/study", { record: this.record, viewpoint: "all", first, last: first + PAGE - 1 });
      const known = frames.at(-1)?.number ?? -1;
      frames.push(...(told.frames ?? []).filter((frame) => frame.number > known));
      first += PAGE;
    } while (first <= told.total);
    this.told = told;
    this.frames = frames;
    this.go(frames.length - 1);
  }

  go(index: number): void {
    const frame = this.frames[index];
    if (!frame) return;
    this.at = index;
    this.sitting.show(frame);
    const seat = this.waiting;
    const newest = index === this.frames.length - 1 && seat !== undefined && !this.told?.needs;
    this.sitting.seat = newest ? seat : null;
    this.sitting.legal = newest ? (this.told?.legal?.[String(seat)] ?? []) : [];
  }

  /** Moves of the seat that is to move; refused ones are told, and not kept. */
  add(...moves: string[]): Promise<boolean> {
    return this.#alone(async () => {
      const tried = [...this.#moves, ...this.#bySeat(moves)];
      const told = await this.#ask(tried);
      this.sitting.fault = told.refused === null || told.refused === undefined ? null : (told.fault ?? null);
      if (!this.sitting.fault) await this.#change({ moves: tried });
    });
  }

  addChance(outcome: unknown): Promise<boolean> {
    return this.#alone(async () => {
      const label = this.told?.needs?.label;
      if (label === undefined) return;
      const chance: [string, unknown][] = [...((this.record.chance ?? []) as [string, unknown][]), [label, outcome]];
      const told = await this.#ask(this.#moves, { chance });
      this.sitting.fault = told.fault ?? null;
      if (!told.fault) await this.#change({ chance });
    });
  }

  /** What chance gave, corrected: with a real box one often learns later what was drawn before. */
  correctChance(index: number, outcome: unknown): Promise<boolean> {
    return this.#alone(async () => {
      const chance = (this.record.chance ?? []).map(([label, old], at): [string, unknown] => [label, at === index ? outcome : old]);
      await this.#change({ chance });
      this.sitting.fault = this.told?.fault ?? null;
    });
  }

  removeLast(): Promise<boolean> {
    return this.#alone(async () => {
      const chance = this.record.chance ?? [];
      const isChance = this.told?.needs && chance.length > 0 && this.#moves.length === 0;
      this.sitting.fault = null;
      await this.#change(isChance ? { chance: chance.slice(0, -1) } : { moves: this.#moves.slice(0, -1) });
    });
  }

  /** One thing at a time: what comes meanwhile is passed over. Whether nothing was wrong with it. */
  async #alone(deed: () => Promise<void>): Promise<boolean> {
    if (this.#busy) return false;
    this.#busy = true;
    try {
      await deed();
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      this.sitting.fault = refusal.fault;
    } finally {
      this.#busy = false;
    }
    return this.sitting.fault === null;
  }

  async #change(what: Pick<RecordBrought, "moves"> | Pick<RecordBrought, "chance">): Promise<void> {
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

  #ask(moves: [number, string][], instead: Partial<RecordBrought> = {}): Promise<StudyAnswer> {
    return post<StudyAnswer>("/api/study", { record: { ...this.record, ...instead, moves }, viewpoint: "all", first: moves.length });
  }
}
