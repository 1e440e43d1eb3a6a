import { boardWords } from "../../words/language.svelte";

/** What the boards of Galax and Sirius say beyond the words of the games, in the language of the moment. */
export const words = () => boardWords("pawns");

export type PawnWords = ReturnType<typeof words>;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
