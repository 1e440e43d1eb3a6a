/** Learning from one's mistakes: find the better move first, then see it. */
import { post, Refusal } from "./http";
import { editionText, ShownSitting } from "./shown.svelte";
import type { LookingBack } from "./review.svelte";
import type { ReviewStep, StudyAnswer } from "./types";

type Said = "asked" | "wrong" | "played" | "right" | "enough" | "shown";

export class Practice {
  readonly rounds: ReviewStep[][];
  readonly sitting: ShownSitting;
  round = $state(0);
  number = $state(0); // of the step in its round; as many as there are: it is done
  said = $state<Said>("asked");
  tried = $state<string | null>(null);
  found = $state(0);
  busy = $state(false);
  #failed = false; // at this step: what was shown or tried in vain is not found

  constructor(private readonly back: LookingBack) {
    const { record, game, names, own } = back.source;
    this.rounds = back.rounds;
    this.sitting = new ShownSitting({
      game,
      seats: record.seats,
      options: record.options ?? {},
      edition: editionText(game, record.edition),
      names,
      own,
    });
    this.sitting.seat = back.seat;
    this.sitting.onplay = ([move]) => move !== undefined && this.#try(move);
    this.sitting.onwhy = (moves) => void this.#why(moves);
  }

  get steps(): ReviewStep[] {
    return this.rounds[this.round] ?? [];
  }
  get step(): ReviewStep | undefined {
    return this.steps[this.number];
  }
  get isAnswered(): boolean {
    return this.said === "right" || this.said === "enough" || this.said === "shown";
  }
  /** The chance of a move that was tried, where the search looked at it. */
  get triedChance(): number | null {
    return this.step?.moves.find((one) => one.move === this.tried)?.chance ?? null;
  }
  /** What the other side did after the move that was played, where the seat saw it. */
  get answer(): ReviewStep | null {
    const { step } = this;
    if (!step || this.said !== "played") return null;
    const next = this.back.own.steps[step.number + 1] as ReviewStep | undefined;
    return next?.move && next.seat !== step.seat ? next : null;
  }

  begin(round = this.round): Promise<void> {
    this.round = round;
    this.number = 0;
    this.found = 0;
    return this.#enter();
  }

  next(): Promise<void> {
    if (!this.#failed && this.isAnswered) this.found += 1;
    this.number += 1;
    return this.#enter();
  }

  showMe(): void {
    this.#failed = true;
    this.#settle("shown", this.step!.best!);
  }

  async #enter(): Promise<void> {
    this.said = "asked";
    this.tried = null;
    this.#failed = false;
    const { step, sitting } = this;
    if (!step) return;
    this.busy = true;
    sitting.legal = [];
    sitting.pointed = [];
    sitting.fault = null;
    sitting.show(this.back.frameAt(step.number)!);
    try {
      const told = await this.#ask([]);
      if (this.step !== step) return;
      sitting.waiting = [step.seat];
      sitting.legal = told.legal?.[String(step.seat)] ?? [];
    } finally {
      this.busy = false;
    }
  }

  #try(move: string): void {
    const { step } = this;
    if (!step || this.isAnswered) return;
    this.tried = move;
    this.sitting.fault = null;
    if (move === step.best) return this.#settle("right", move);
    const chance = this.triedChance;
    if (move !== step.move && chance !== null && step.before - chance <= step.noise)
      return this.#settle("enough", move);
    this.#failed = true;
    this.said = move === step.move ? "played" : "wrong";
  }

  #settle(said: Said, move: string): void {
    this.said = said;
    this.sitting.fault = null;
    this.sitting.legal = [];
    this.sitting.pointed = [move];
  }

  async #why(moves: string[]): Promise<void> {
    try {
      this.sitting.fault = (await this.#ask(moves)).fault ?? null;
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      this.sitting.fault = refusal.fault;
    }
  }

  /** What is legal before the decision, or why moves are not. */
  #ask(tried: string[]): Promise<StudyAnswer> {
    const { seat, number } = this.step!;
    const { record } = this.back.source;
    const played = (record.moves ?? []).slice(0, number);
    const moves = [...played, ...tried.map((move): [number, string] => [seat, move])];
    return post<StudyAnswer>("/api/study", {
      record: { ...record, moves, ending: null },
      viewpoint: seat,
      first: number,
    });
  }
}
