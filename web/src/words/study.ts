import { language } from "./language.svelte";
import { studyEn } from "./study.en";
import { studyFr, type StudyWords } from "./study.fr";

/** The words of replay, lessons and study; loaded with them. */
export const ws = (): StudyWords => (language.now === "fr" ? studyFr : studyEn);
