/** One exercise: somebody looks for the best move, the house judges, the others answer what is wrong. */
import { post, Refusal } from "./http";
import { editionText, ShownSitting } from "./shown.svelte";
import type { Exercise, ExerciseAnswer, Frame, GameTold, SolutionTold, WrongTold } from "./types";

const FRAME_AFTER = 900; // milliseconds: one thing at a time

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

export type Said = "nothing" | "more" | "refused" | "wrong" | "right" | "shown";

export class Exercising {
  readonly sitting: ShownSitting;
  said = $state<Said>("nothing");
  left = $state(0); // moves to find
  wrong = $state.raw<WrongTold | null>(null);
  solution = $state.raw<SolutionTold | null>(null);
  hinted = $state(false);
  tried = $state<string | null>(null); // the last wrong first move
  busy = $state(false);

  #made: string[] = []; // right so far
  #missed = false; // something was wrong, or told
  #gone = false;

  constructor(
    readonly exercise: Exercise,
    readonly game: GameTold,
    names: string[],
    private readonly onend: (found: boolean) => void,
  ) {
    this.sitting = new ShownSitting({
      game,
      seats: exercise.seats,
      options: exercise.options ?? {},
      edition: editionText(game),
      names,
      own: [exercise.seat],
    });
    this.sitting.seat = exercise.seat;
    this.sitting.onplay = (moves) => void this.#alone(() => this.#try(moves));
    this.sitting.onwhy = (moves) => void this.#alone(() => this.#try(moves));
  }

  get isOver(): boolean {
    return this.said === "right" || this.said === "shown";
  }

  begin(): Promise<void> {
    return this.#alone(() => this.#look());
  }

  /** Nobody looks any more. */
  leave(): void {
    this.#gone = true;
  }

  hint(): void {
    this.hinted = true;
  }

  /** Points at a move that is right here; what is found then does not count. */
  showMe(): void {
    this.#miss();
    const right = this.exercise.tasks.map(({ best }) => best).find((move) => this.sitting.legal.includes(move));
    this.sitting.pointed = right ? [right] : [];
  }

  again(): Promise<void> {
    return this.#alone(() => this.#look());
  }

  giveUp(): Promise<void> {
    return this.#alone(async () => {
      this.#miss();
      await this.#end("shown", await this.#ask([], true));
    });
  }

  async #alone(deed: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await deed();
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      this.sitting.fault = refusal.fault;
      this.said = "refused";
    } finally {
      this.busy = false;
    }
  }

  /** The position as it is to be solved. */
  async #look(): Promise<void> {
    const answer = await this.#ask([]);
    this.wrong = null;
    this.#show(answer);
    this.said = this.#made.length ? "more" : "nothing";
  }

  async #try(moves: string[]): Promise<void> {
    const answer = await this.#ask(moves);
    if (answer.verdict === "refused") {
      this.sitting.fault = answer.fault ?? null;
      this.said = "refused";
      return;
    }
    if (answer.verdict === "right") return this.#end("right", answer);
    this.#made = answer.made;
    this.#show(answer);
    if (!answer.wrong) {
      this.said = "more";
      return;
    }
    this.#miss();
    this.wrong = answer.wrong;
    if (!this.#made.length) this.tried = answer.wrong.move;
    this.said = "wrong";
    await this.#film(answer.wrong.frames);
  }

  async #end(said: Said, answer: ExerciseAnswer): Promise<void> {
    this.solution = answer.solution ?? null;
    this.wrong = null;
    this.said = said;
    this.left = 0;
    await this.#film(answer.solution!.frames.slice(this.#made.length + 1));
    this.#made = answer.solution!.moves;
    if (!this.#missed) this.onend(true);
    this.#missed = true; // it counts once
  }

  #miss(): void {
    if (!this.#missed) this.onend(false);
    this.#missed = true;
  }

  #show(answer: ExerciseAnswer): void {
    this.left = answer.left;
    this.sitting.pointed = [];
    this.sitting.fault = null;
    this.sitting.show(answer.frames.at(-1)!, []);
    this.sitting.legal = answer.legal;
  }

  async #film(frames: Frame[]): Promise<void> {
    this.sitting.legal = [];
    for (const [number, frame] of frames.entries()) {
      if (number) await pause(FRAME_AFTER);
      if (this.#gone) return;
      this.sitting.show(frame, [frame]);
    }
  }

  #ask(moves: string[], giveUp = false): Promise<ExerciseAnswer> {
    return post<ExerciseAnswer>("/api/exercises", {
      game: this.game.game.name,
      exercise: this.exercise,
      moves: [...this.#made, ...moves],
      give_up: giveUp,
    });
  }
}
