import { language } from "./language.svelte";

/** The words about guest bots, in the language of the moment. */
export const gb = () => language.said().page.bots;
