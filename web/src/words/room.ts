import { language } from "./language.svelte";

/** The words of the waiting room, in the language of the moment. */
export const r = () => language.said().page.room;
