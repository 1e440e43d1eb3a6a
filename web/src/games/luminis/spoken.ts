import { boardWords } from "../../words/language.svelte";

/** The board's words, in the language of the moment. */
export const words = () => boardWords("luminis");

export type BoardWords = ReturnType<typeof words>;
