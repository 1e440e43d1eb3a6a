/** After how long an absence the substitute plays, as one says it. */
import { u } from "../words/setup";

const HOUR = 3600; // seconds
const DAY = 24 * HOUR;

export function sayAway(seconds: number): string {
  const words = u().aways;
  if (seconds === 0) return words.never;
  if (seconds < HOUR) return words.minutes({ count: Math.ceil(seconds / 60) });
  if (seconds < DAY) return words.hours({ count: Math.round(seconds / HOUR) });
  return words.days({ count: Math.round(seconds / DAY) });
}
