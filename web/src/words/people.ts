import { language } from "./language.svelte";

/** The words about people whom one knows, in the language of the moment. */
export const pp = () => language.said().page.people;
