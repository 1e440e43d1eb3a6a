import { language } from "./language.svelte";
import { en } from "./setup.en";
import { fr, type SetUpWords } from "./setup.fr";

/** The words for setting up a table, in the language of the moment. */
export const u = (): SetUpWords => (language.now === "fr" ? fr : en);
