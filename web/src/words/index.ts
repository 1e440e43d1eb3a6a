/** Everything the page says. `fr` is the form that every language has to fill; the compiler sees to it. */
import { en } from "./en";
import { fr, type Words } from "./fr";
import { language } from "./language.svelte";
import type { Spoken } from "../house/told";

const ALL: Record<"fr" | "en", Words> = { fr, en };

/** The words of the language of the moment. */
export const w = (): Words => ALL[language.now];

/** What the house said in both languages, in the language of the moment. */
export const spoken = (words: Spoken): string => words[language.now];

/** The sentence of a fault. */
export const faultSentence = (fault: { sentence_fr: string; sentence_en: string }): string =>
  language.now === "fr" ? fault.sentence_fr : fault.sentence_en;
