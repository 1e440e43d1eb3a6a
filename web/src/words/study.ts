import { inLanguage, type Language } from "./language.svelte";
import { en } from "./study.en";
import { fr, type StudyWords } from "./study.fr";

export const WORDS: Record<Language, StudyWords> = { fr, en };

/** The words of replay, lessons and study; loaded with them. */
export const ws = inLanguage(WORDS);
