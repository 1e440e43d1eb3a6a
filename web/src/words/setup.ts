import { language } from "./language.svelte";

/** The words for setting up a table, in the language of the moment. */
export const u = () => language.said().page.setup;
