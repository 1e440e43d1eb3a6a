/** The language of this browser and what the page says in it. The house tells both; nobody here knows which there are. */
import type { LanguageTold, WordsTold } from "../house/types";
import { readMessage } from "./message";
import type { Said } from "./said";

export type Language = string; // a code: the name of a folder in the house

/** Messages by their places, read: texts stay texts, messages with parts become functions. */
function read(words: unknown, told: WordsTold): unknown {
  if (typeof words === "string") return readMessage(words, told.language, told.elision);
  if (Array.isArray(words)) return words.map((one) => read(one, told));
  return Object.fromEntries(Object.entries(words as object).map(([key, value]) => [key, read(value, told)]));
}

class Speaking {
  /** Set it to a language that was learnt; `house/speaking.ts` learns one. */
  now = $state<Language>("");
  all = $state.raw<LanguageTold[]>([]);
  /** How many messages this language lacks; another one's stand in for them. */
  missing = $state(0);
  #said = new Map<Language, Said>();

  /** From now on the page speaks as it was told. */
  learn(told: WordsTold): void {
    this.#said.set(told.language, read({ page: told.page, boards: told.boards }, told) as Said);
    this.now = told.language;
    this.all = told.languages;
    this.missing = told.missing;
  }

  get isKnown(): boolean {
    return this.now !== "";
  }

  /** What is said in the language of the moment, or in another that was learnt. */
  said(language: Language = this.now): Said {
    return this.#said.get(language)!;
  }
}

export const language = new Speaking();

/** What a game's board says. */
export const boardWords = <Board extends keyof Said["boards"]>(
  board: Board,
  spoken: Language = language.now,
): Said["boards"][Board] => language.said(spoken).boards[board];
