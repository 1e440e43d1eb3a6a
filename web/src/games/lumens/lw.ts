import { inLanguage } from "../../words/language.svelte";
import { WORDS } from "./words";

/** The words of the board, in the language of the moment. */
export const lw = inLanguage(WORDS);
