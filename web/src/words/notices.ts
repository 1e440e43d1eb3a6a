import { language } from "./language.svelte";

/** The words about being told, in the language of the moment. */
export const n = () => language.said().page.notices;
