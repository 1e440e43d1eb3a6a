/** The words of the board in the language of now. */
import { language } from "../../words/language.svelte";
import { type fr, WORDS } from "./words";

export function lw(): typeof fr {
  return WORDS[language.now];
}
