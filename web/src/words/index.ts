/** Everything the page says. `fr` is the form that every language has to fill; the compiler sees to it. */
import { en } from "./en";
import { fr, type Words } from "./fr";
import { inLanguage, language, type Language } from "./language.svelte";
import type { Spoken } from "../house/told";

export const WORDS: Record<Language, Words> = { fr, en };

/** The words of the language of the moment. */
export const w = inLanguage(WORDS);

/** What the house said in both languages, in the language of the moment. */
export const spoken = (words: Spoken): string => words[language.now];

/** The sentence of a fault, a move, a hint. */
export const sentenceOf = (told: { sentence_fr: string; sentence_en: string }): string => told[`sentence_${language.now}`];
