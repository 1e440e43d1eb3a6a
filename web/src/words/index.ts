/** What all pages say. The words are messages in the folders of languages (docs/languages.md); `said.d.ts` is made of them. */
import type { MinutesTold, OptionTold, Value } from "../house/types";
import { language } from "./language.svelte";

/** The words of the language of the moment. */
export const w = () => language.said().page.common;

/** A value of an option, and whether the booklet plays so: "Stop when the bags are empty (booklet)". */
export function saidValue(option: OptionTold, value: Value): string {
  const told = option.values.find((one) => one.value === value);
  if (!told) return String(value);
  return told.origin ? w().origins.value({ label: told.label, mark: w().origins[told.origin] }) : told.label;
}

/** How long a game takes: "30 min", "10–15 min a round", or with a number of rounds "40–60 min". */
export function saidMinutes({ least, most, each }: MinutesTold, rounds?: number): string {
  const [low, high] = [least, most].map((minutes) => minutes * (rounds ?? 1));
  const span = low === high ? String(low) : `${low}–${high}`;
  return each && rounds === undefined ? w().minutes_each({ span, each }) : w().minutes({ span });
}
