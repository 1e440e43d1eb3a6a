/** A lesson: the learner makes the moves, the house judges them, the script answers. */
import { post, Refusal } from "./http";
import { walk } from "./figure";
import { theGame, theLessons } from "./games";
import { keepReached, reached } from "./taught";
import { editionText, ShownSitting } from "./shown.svelte";
import type { GameTold, Lesson, RecordBrought, Step, StudyAnswer } from "./types";

type Move = [number, string];
interface Names {
  learner: string;
  others: string;
}
const ANSWER_AFTER = 700; // milliseconds: one thing at a time
const AGAIN_AFTER = 1500;

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

export class Learning {
  readonly sitting: ShownSitting;
  number = $state(0);
  said = $state<"nothing" | "wrong" | "refused">("nothing");
  busy = $state(false); // the house judges, or the script answers

  #counts = true; // nothing was skipped: what is done is progress
  #moves: Move[] = [];
  #position: Lesson["position"];

  constructor(
    readonly lesson: Lesson,
    game: GameTold,
    names: string[],
  ) {
    this.#position = lesson.position ?? null;
    this.sitting = new ShownSitting({
      game,
      seats: lesson.seats,
      options: lesson.options ?? {},
      edition: editionText(game),
      names,
      own: [lesson.learner],
    });
    this.sitting.seat = lesson.learner;
    this.sitting.onplay = (moves) => void this.#alone(() => this.#try(moves));
    this.sitting.onwhy = (moves) => void this.#alone(() => this.#refuse(moves));
  }

  /** A lesson from its first step, or from the one where `at` steps were done; null if there is no such lesson. */
  static async open(name: string, called: string, names: Names, at = 0): Promise<Learning | null> {
    const [game, lessons] = await Promise.all([theGame(name), theLessons(name)]);
    const lesson = lessons.find((one) => one.name === called);
    if (!lesson) return null;
    const { learner, others } = names;
    const sitters = [...Array(lesson.seats).keys()].map((seat) => (seat === lesson.learner ? learner : others));
    const learning = new Learning(lesson, game, sitters);
    await learning.begin(at < lesson.steps.length ? at : 0);
    return learning;
  }

  get step(): Step | undefined {
    return this.lesson.steps[this.number];
  }
  /** Nothing to do here but read. */
  get isTold(): boolean {
    return Array.isArray(this.step?.expect) && this.step.expect.length === 0;
  }
  get isDone(): boolean {
    return this.number >= this.lesson.steps.length;
  }

  /** From the first step, or from one that is opened by itself: what precedes is played. */
  begin(at = 0): Promise<void> {
    const { position, moves } = walk(this.lesson, at + 1);
    this.number = at;
    this.#counts = at <= reached(this.lesson.game, this.lesson.name);
    this.#position = position;
    this.#moves = moves;
    return this.#arrive();
  }

  /** On from a step where there is nothing to do. */
  goOn(): Promise<void> {
    return this.#alone(async () => {
      await this.#answer();
      await this.#next();
    });
  }

  /** The first move that is expected and can still be made, pointed at. */
  showMe(): void {
    const { legal } = this.sitting;
    const expected = this.step?.expect;
    const open = Array.isArray(expected) ? expected.filter((move) => legal.includes(move)) : legal;
    this.sitting.pointed = open.slice(0, 1);
  }

  /** One thing at a time: what is tapped meanwhile is passed over. */
  async #alone(deed: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    const moves = [...this.#moves];
    try {
      await deed();
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      this.#moves = moves;
      this.sitting.fault = refusal.fault;
      this.said = "refused";
    } finally {
      this.busy = false;
    }
  }

  async #enter(): Promise<void> {
    const step = this.step;
    if (!step) {
      this.said = "nothing";
      this.sitting.legal = [];
      return;
    }
    if (step.position) {
      this.#position = step.position;
      this.#moves = [];
    }
    this.#moves.push(...((step.before ?? []) as Move[]));
    await this.#arrive();
  }

  async #arrive(): Promise<void> {
    this.sitting.pointed = [];
    this.sitting.shown = this.step?.show ?? [];
    await this.#see(true);
    if (!this.#isSpent()) return;
    await this.#answer();
    await this.#next();
  }

  /** Everything that this step waits for was made already, in one gesture with the step before. */
  #isSpent(): boolean {
    const expected = this.step?.expect;
    if (!Array.isArray(expected) || expected.length === 0) return false;
    const { legal } = this.sitting;
    return !expected.some((move) => legal.includes(move)) && expected.some((move) => this.#made(move));
  }

  #made(move: string): boolean {
    return this.#moves.some(([seat, made]) => seat === this.lesson.learner && made === move);
  }

  async #next(): Promise<void> {
    this.number += 1;
    if (this.#counts) keepReached(this.lesson.game, this.lesson.name, this.number);
    await this.#enter();
  }

  async #see(offers: boolean): Promise<void> {
    const told = await this.#ask(this.#moves);
    this.said = "nothing";
    const frame = told.frames?.at(-1);
    if (frame) this.sitting.show(frame, told.frames);
    const { learner } = this.lesson;
    this.sitting.legal = offers && !this.isTold ? (told.legal?.[String(learner)] ?? []) : [];
  }

  async #try(moves: string[]): Promise<void> {
    const expected = this.step?.expect ?? "any";
    const asked = Array.isArray(expected) ? moves.every((move) => expected.includes(move)) : true;
    if (!asked) {
      this.said = "wrong";
      return;
    }
    this.#moves.push(...moves.map((move): Move => [this.lesson.learner, move]));
    await this.#see(false);
    await this.#answer();
    await this.#next();
  }

  async #answer(): Promise<void> {
    for (const answer of (this.step?.answers ?? []) as Move[]) {
      await pause(ANSWER_AFTER);
      this.#moves.push(answer);
      await this.#see(false);
    }
  }

  async #refuse(moves: string[]): Promise<void> {
    const told = await this.#ask([...this.#moves, ...moves.map((move): Move => [this.lesson.learner, move])]);
    this.sitting.fault = told.fault ?? null;
    this.said = told.fault ? "refused" : "wrong";
  }

  async #ask(moves: Move[]): Promise<StudyAnswer> {
    const { game, seats, options, seed, chance, learner } = this.lesson;
    const position = this.#position ?? null;
    const record: RecordBrought = { game, seats, options, seed, chance: position ? [] : chance, position, moves };
    for (;;) {
      try {
        return await post<StudyAnswer>("/api/study", {
          record,
          viewpoint: learner,
          first: Math.max(0, moves.length - 1),
        });
      } catch (refusal) {
        if (!(refusal instanceof Refusal) || refusal.fault.code !== "away") throw refusal;
        this.sitting.fault = refusal.fault; // it says that we try again
        this.said = "refused";
        await pause(AGAIN_AFTER);
      }
    }
  }
}
