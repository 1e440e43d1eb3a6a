import { language } from "./language.svelte";

/** The words of the end of a game and of what is kept of it, in the language of the moment. */
export const o = () => language.said().page.over;
