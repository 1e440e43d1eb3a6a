import { language } from "./language.svelte";

/** The words of the pages that have nothing to show, in the language of the moment. */
export const wa = () => language.said().page.astray;
