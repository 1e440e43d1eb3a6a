import { boardWords } from "../../words/language.svelte";

/** The words of the board, in the language of the moment. */
export const words = () => boardWords("lumens");
