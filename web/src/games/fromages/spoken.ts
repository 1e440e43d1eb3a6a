import { boardWords } from "../../words/language.svelte";

/** What the board says beyond the words of the game, in the language of the moment. */
export const words = () => boardWords("fromages");

export type Words = ReturnType<typeof words>;

/** "a, b and c". */
export function list(parts: string[], and: string): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${and} ${parts.at(-1)}`;
}

/** A number with a true minus sign. */
export function signed(number: number): string {
  return number < 0 ? `−${-number}` : `${number}`;
}
