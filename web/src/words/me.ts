import { language } from "./language.svelte";
import { en } from "./me.en";
import { fr, type MeWords } from "./me.fr";

/** The words about oneself in the language of the moment. */
export const m = (): MeWords => (language.now === "fr" ? fr : en);
