/** What a review shows of its numbers. */
import type { SeatReview } from "../../house/types";

export const MILLION = 1_000_000;
export const NEAR_NOTHING = 20_000; // millionths: luck below this is not spoken of

/** Millionths as whole percent. */
export const percent = (chance: number): number => Math.round((100 * chance) / MILLION);

/** How each seat's line is dashed, so that it is known without its colour. */
export const DASHES = ["none", "9 4", "2 4", "11 3 2 3", "1 4", "15 5"];
export const dashOf = (seat: number): string => DASHES[seat % DASHES.length]!;

/** A seat's chance at every moment: before each decision, and its result. */
export const chancesOf = (review: SeatReview): number[] => [...review.steps.map((step) => step.before), review.result];

/** The line through them in a box of so much width and height: 100 % above. */
export function lineThrough(chances: number[], width: number, height: number): string {
  const last = Math.max(1, chances.length - 1);
  const written = (number: number) => String(Math.round(10 * number) / 10);
  return chances
    .map((chance, at) => `${at ? "L" : "M"}${written((width * at) / last)} ${written(height * (1 - chance / MILLION))}`)
    .join("");
}

/** Where the names at the ends of lines stand, in percent from above, so that none lies on another. */
export function spread(results: number[], gap: number): number[] {
  const wanted = results.map((chance) => 100 * (1 - chance / MILLION));
  const order = [...wanted.keys()].toSorted((one, other) => wanted[one]! - wanted[other]! || one - other);
  const places = [...wanted];
  let least = -Infinity;
  for (const seat of order) least = (places[seat] = Math.max(wanted[seat]!, least + gap)) as number;
  const over = Math.max(0, least - 100);
  return places.map((place) => Math.max(0, place - over));
}

/** Whole percent for parts that add up: what rounding loses goes to those that lost most by it. */
export function addingUp(parts: number[]): number[] {
  const exact = parts.map((part) => (100 * part) / MILLION);
  const whole = exact.map(Math.floor);
  const missing = percent(parts.reduce((sum, part) => sum + part, 0)) - whole.reduce((sum, part) => sum + part, 0);
  const byLoss = [...parts.keys()].toSorted(
    (one, other) => exact[other]! - whole[other]! - (exact[one]! - whole[one]!),
  );
  for (const at of byLoss.slice(0, Math.max(0, missing))) whole[at]! += 1;
  return whole;
}

export interface Bar {
  name: "start" | "own" | "others" | "luck" | "result";
  points: number; // whole percent
  from: number; // where the bar begins and ends, in percent
  to: number;
}

/** start + own + others + luck = result, as a waterfall. */
export function waterfall(review: SeatReview): Bar[] {
  const names = ["start", "own", "others", "luck"] as const;
  const whole = addingUp(names.map((name) => review[name]));
  let level = 0;
  const bars: Bar[] = names.map((name, at) => {
    const from = level;
    level += whole[at]!;
    return { name, points: whole[at]!, from: Math.min(from, level), to: Math.max(from, level) };
  });
  return [...bars, { name: "result", points: level, from: 0, to: level }];
}
