import { language } from "./language.svelte";

/** The words of replays, lessons and studies, in the language of the moment. */
export const ws = () => language.said().page.study;
