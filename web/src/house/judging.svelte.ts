/** A board or deck that bots try in the house: asked for, followed, called off. */
import { ask, get, post, Refusal } from "./http";
import type { AppraisalAnswer } from "./types";

const POLL = 2000; // milliseconds

export class Judging {
  answer = $state.raw<AppraisalAnswer | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #left = false;

  get isUnderWay(): boolean {
    return this.answer?.standing === "waiting" || this.answer?.standing === "working";
  }

  async begin(game: string, text: string, seats: number): Promise<string> {
    this.#show(await post<AppraisalAnswer>("/api/editions/judge", { game, text, seats }));
    return this.answer!.subject;
  }

  /** One that was asked for before; nothing if the house has forgotten it. */
  async recall(subject: string): Promise<void> {
    const found = await get<AppraisalAnswer>(`/api/editions/judge/${subject}`).catch((refusal: unknown) => {
      if (!(refusal instanceof Refusal)) throw refusal;
      return null;
    });
    this.#show(found);
  }

  async cancel(): Promise<void> {
    clearTimeout(this.#timer);
    const { subject } = this.answer!;
    const answer = await ask<AppraisalAnswer>("DELETE", `/api/editions/judge/${subject}`);
    this.#show(answer.standing === "none" ? null : answer);
  }

  forget(): void {
    this.#show(null);
  }

  /** Nobody looks any more; the house goes on. */
  leave(): void {
    this.#left = true;
    clearTimeout(this.#timer);
  }

  #show(answer: AppraisalAnswer | null): void {
    clearTimeout(this.#timer);
    this.answer = answer;
    if (this.isUnderWay && !this.#left) this.#timer = setTimeout(() => void this.#look(answer!.subject), POLL);
  }

  async #look(subject: string): Promise<void> {
    let answer = this.answer;
    try {
      answer = await get<AppraisalAnswer>(`/api/editions/judge/${subject}`);
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      if (refusal.fault.code === "unknown_appraisal") answer = null; // otherwise nobody answers for a moment
    }
    if (this.answer?.subject === subject) this.#show(answer);
  }
}
