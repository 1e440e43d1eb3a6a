import { inLanguage, type Language } from "./language.svelte";
import { en } from "./setup.en";
import { fr, type SetUpWords } from "./setup.fr";

export const WORDS: Record<Language, SetUpWords> = { fr, en };

/** The words for setting up a table, in the language of the moment. */
export const u = inLanguage(WORDS);
