import { language } from "./language.svelte";

/** The words of looking back at a finished game, in the language of the moment. */
export const r = () => language.said().page.review;
