/** Days and moments, as one says them where the reader is. */
import { language } from "../words/language.svelte";

/** The last day of a holiday that ends at this moment, which is a midnight. */
export const sayLastDay = (until: number): string =>
  new Date(until - 1).toLocaleDateString(language.now, { day: "numeric", month: "long" });

/** A day as 2026-08-03. */
export const sayDay = (day: string): string =>
  new Date(`${day}T12:00`).toLocaleDateString(language.now, { day: "numeric", month: "long" });

export const sayMoment = (at: number): string =>
  new Date(at).toLocaleString(language.now, {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
  });
