import { language } from "./language.svelte";

/** The words of the shelf, in the language of the moment. */
export const s = () => language.said().page.shelf;
