import { language } from "./language.svelte";

/** The words of an invitation, in the language of the moment. */
export const i = () => language.said().page.invitation;
