import { language } from "./language.svelte";

/** The words about what one decides ahead, in the language of the moment. */
export const wo = () => language.said().page.orders;
