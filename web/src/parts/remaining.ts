/** How much time is left, as one says it. */
import { live } from "../house/live.svelte";
import { w } from "../words";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function remaining(deadline: number): string {
  const words = w().remaining;
  const left = Math.max(0, deadline - live.now());
  if (left < MINUTE) return words.seconds;
  if (left < 2 * HOUR) return words.minutes({ count: Math.floor(left / MINUTE) });
  if (left < 2 * DAY) return words.hours({ count: Math.floor(left / HOUR) });
  return words.days({ count: Math.floor(left / DAY) });
}
