import { language } from "./language.svelte";

/** The words of the host's page, in the language of the moment. */
export const wh = () => language.said().page.host;
