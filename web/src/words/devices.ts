import { language } from "./language.svelte";

/** The words about devices and the recovery key, in the language of the moment. */
export const dv = () => language.said().page.devices;
