import { inLanguage, type Language } from "./language.svelte";
import { en } from "./shelf.en";
import { fr, type ShelfWords } from "./shelf.fr";

export const WORDS: Record<Language, ShelfWords> = { fr, en };

/** The words of the shelf in the language of the moment. */
export const s = inLanguage(WORDS);
