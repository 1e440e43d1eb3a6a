import { language } from "./language.svelte";

/** The words about oneself, in the language of the moment. */
export const m = () => language.said().page.me;
