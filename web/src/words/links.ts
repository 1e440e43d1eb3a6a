import { language } from "./language.svelte";

/** The words for playing by links, in the language of the moment. */
export const l = () => language.said().page.links;
