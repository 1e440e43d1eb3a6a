import { language } from "../../words/language.svelte";
import { wordsIn, type BoardWords } from "./words";

/** The board's words, in the language of the moment. */
export const words = (): BoardWords => wordsIn(language.now);
