/** Everything the page says. `fr` is the form that every language has to fill; the compiler sees to it. */
import { en } from "./en";
import { fr, type Words } from "./fr";
import { inLanguage, language, type Language } from "./language.svelte";
import type { MinutesTold, OptionTold, Spoken, Value } from "../house/told";

export const WORDS: Record<Language, Words> = { fr, en };

/** The words of the language of the moment. */
export const w = inLanguage(WORDS);

/** What the house said in both languages, in the language of the moment. */
export const spoken = (words: Spoken): string => words[language.now];

/** The sentence of a fault, a move, a hint. */
export const sentenceOf = (told: { sentence_fr: string; sentence_en: string }): string => told[`sentence_${language.now}`];

/** A value of an option, and whether the booklet plays so: "Stop when the bags are empty (booklet)". */
export function saidValue(option: OptionTold, value: Value): string {
  const told = option.values.find((one) => one.value === value);
  if (!told) return String(value);
  const label = spoken(told.label);
  return told.origin ? w().origins.value(label, w().origins[told.origin]) : label;
}

/** How long a game takes: "30 min", "10–15 min a round", or with a number of rounds "40–60 min". */
export function saidMinutes({ least, most, each }: MinutesTold, rounds?: number): string {
  const [low, high] = [least, most].map((minutes) => minutes * (rounds ?? 1));
  return w().minutes(low === high ? String(low) : `${low}–${high}`, each && rounds === undefined ? spoken(each) : "");
}
