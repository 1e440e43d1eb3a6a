import { language } from "./language.svelte";

/** The words about those who are away, in the language of the moment. */
export const b = () => language.said().page.absences;
