/** The drawing on the bench: its text, every step of it, and what the house says of it. */
import type { Bench } from "../../games/bench";
import { keepDraft, type Draft } from "../../house/drafts";
import { post, put, Refusal } from "../../house/http";
import type { EditionChecked, ProblemTold } from "../../house/types";

const SOON = 350; // ms after the last change until the house is asked
const MOST_STEPS = 300; // that can be undone

type Verdict = "checking" | "sound" | "unsound" | "unknown";

export class OnBench implements Bench {
  readonly id: string;
  readonly game: string;
  name = $state("");
  text = $state.raw("");
  step = $state<number | null>(null); // of the guide; null: nobody copies a box here
  problems = $state.raw<ProblemTold[]>([]);
  shown = $state.raw<ProblemTold | null>(null);
  verdict = $state<Verdict>("checking");
  isKeptHere = $state(true); // in this browser
  judged = $state.raw<Draft["judged"]>(); // the trial of this very text
  #past = $state.raw<string[]>([]);
  #future = $state.raw<string[]>([]);
  #stroke: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(draft: Draft) {
    this.id = draft.id;
    this.game = draft.game;
    this.name = draft.name;
    this.text = draft.text;
    this.step = draft.step ?? null;
    this.judged = draft.judged;
    void this.check();
  }

  canUndo = $derived(this.#past.length > 0);
  canRedo = $derived(this.#future.length > 0);

  change(text: string, stroke?: string): void {
    if (text === this.text) return;
    const goesOn = stroke !== undefined && stroke === this.#stroke;
    this.#stroke = stroke;
    if (!goesOn) this.#past = [...this.#past, this.text].slice(-MOST_STEPS);
    this.#future = [];
    this.#become(text);
  }
  undo(): void {
    const before = this.#past.at(-1);
    if (before === undefined) return;
    [this.#past, this.#future] = [this.#past.slice(0, -1), [...this.#future, this.text]];
    this.#become(before);
    this.#stroke = undefined;
  }
  redo(): void {
    const after = this.#future.at(-1);
    if (after === undefined) return;
    [this.#past, this.#future] = [[...this.#past, this.text], this.#future.slice(0, -1)];
    this.#become(after);
    this.#stroke = undefined;
  }
  rename(name: string): void {
    this.name = name;
    this.#keep();
  }
  judgedAs(judged: Draft["judged"]): void {
    this.judged = judged;
    this.#keep();
  }
  goTo(step: number | null): void {
    this.step = step;
    this.#keep();
  }

  #become(text: string): void {
    this.text = text;
    this.shown = null;
    this.judged = undefined;
    this.#keep();
    clearTimeout(this.#timer);
    this.verdict = "checking";
    this.#timer = setTimeout(() => void this.check(), SOON);
  }
  #keep(): void {
    const { id, game, name, text, step, judged } = this;
    const also = { ...(step === null ? {} : { step }), ...(judged ? { judged } : {}) };
    this.isKeptHere = keepDraft({ id, game, name, text, at: Date.now(), ...also });
  }

  /** The house says what is wrong; of several answers only the one to the last question counts. */
  async check(): Promise<void> {
    clearTimeout(this.#timer);
    const number = ++this.#asked;
    const told = await post<EditionChecked>("/api/editions/check", { game: this.game, text: this.text }).catch(
      (refusal: unknown) => {
        if (!(refusal instanceof Refusal)) throw refusal;
        return null;
      },
    );
    if (number !== this.#asked) return;
    if (told) this.problems = told.problems;
    this.verdict = told === null ? "unknown" : told.problems.length === 0 ? "sound" : "unsound";
  }

  keepInHouse(): Promise<unknown> {
    const { game, name, text } = this;
    return put(`/api/me/editions/${this.id}`, { game, name: name.trim() || "?", text });
  }

  /** No question is asked any more. */
  leave(): void {
    clearTimeout(this.#timer);
    this.#asked += 1;
  }
}
