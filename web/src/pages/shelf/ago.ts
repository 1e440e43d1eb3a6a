/** How long ago, as one says it. */
import { live } from "../../house/live.svelte";
import { s } from "../../words/shelf";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function ago(at: number): string {
  const words = s().ago;
  const past = live.now() - at;
  if (past < MINUTE) return words.now;
  if (past < HOUR) return words.minutes({ count: Math.floor(past / MINUTE) });
  if (past < DAY) return words.hours({ count: Math.floor(past / HOUR) });
  return words.days({ count: Math.floor(past / DAY) });
}
