import { language } from "./language.svelte";

/** The words of exercises, in the language of the moment. */
export const we = () => language.said().page.exercises;
