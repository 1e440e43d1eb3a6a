import { inLanguage, type Language } from "./language.svelte";
import { en } from "./me.en";
import { fr, type MeWords } from "./me.fr";

export const WORDS: Record<Language, MeWords> = { fr, en };

/** The words about oneself in the language of the moment. */
export const m = inLanguage(WORDS);
