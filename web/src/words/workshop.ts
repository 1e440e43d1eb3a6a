import { language } from "./language.svelte";

/** The words of the workshop, in the language of the moment. */
export const wk = () => language.said().page.workshop;
