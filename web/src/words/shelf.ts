import { language } from "./language.svelte";
import { en } from "./shelf.en";
import { fr, type ShelfWords } from "./shelf.fr";

/** The words of the shelf in the language of the moment. */
export const s = (): ShelfWords => (language.now === "fr" ? fr : en);
