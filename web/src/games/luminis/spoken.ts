import { inLanguage } from "../../words/language.svelte";
import { WORDS } from "./words";

/** The board's words, in the language of the moment. */
export const words = inLanguage(WORDS);
