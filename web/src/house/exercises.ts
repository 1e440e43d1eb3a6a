/**
 * Exercises: which one somebody is given, and what this device keeps of those they tried. Nobody else is told.
 *
 * The move of the day follows from the date in UTC alone, so that it is the same for everybody, with network or without;
 * `referee/exercise_files.py` chooses it for the terminal, and tests compare the two.
 */
import { keep, recall } from "../parts/device";
import type { Exercise, GameLine } from "./types";

const DAY = 86_400_000; // milliseconds
const KEPT = "exercises";
const STEP = 48; // points at most that one exercise moves a rating
const SCALE = 400; // points that make somebody ten times as likely
const MOST_SEEN = 400; // of a game: the oldest may be forgotten

/** What somebody did with the exercises of one game. */
export interface Practice {
  rating: number | null; // null: nothing tried yet
  seen: string[]; // ids, the newest last
  found: string[]; // those that were found at some time, at the first try
  row: number; // found one after the other at the first try
}

export interface Practised {
  games: Record<string, Practice>;
  day: number | null; // the last day whose move was found
  days: number; // in a row
}

const untried = (): Practice => ({ rating: null, seen: [], found: [], row: 0 });
const nothing = (): Practised => ({ games: {}, day: null, days: 0 });

/** What is kept may be old, or somebody else's. */
export function recallPractised(): Practised {
  try {
    const kept = JSON.parse(recall(KEPT) ?? "{}") as Partial<Practised>;
    return { ...nothing(), ...(typeof kept === "object" ? kept : {}) };
  } catch {
    return nothing();
  }
}

export const keepPractised = (practised: Practised): boolean => keep(KEPT, JSON.stringify(practised));
export const practiceOf = (practised: Practised, game: string): Practice => ({
  ...untried(),
  ...practised.games[game],
});

/** Where somebody begins who has tried nothing: among the easier ones. */
export function startRating(exercises: Exercise[]): number {
  const ratings = exercises.map(({ rating }) => rating).toSorted((one, other) => one - other);
  return ratings[Math.floor(ratings.length / 4)] ?? 0;
}

/** How hard exercises of one game are, in words: a quarter of them each, for their figures are on a scale of that game. */
export const STEPS = ["easy", "medium", "hard", "fearsome"] as const;

/** The step of an exercise, or of somebody who finds such exercises every second time. */
export function stepOf(rating: number, exercises: Exercise[]): (typeof STEPS)[number] {
  const easier = exercises.filter((one) => one.rating < rating).length;
  return STEPS[Math.floor((STEPS.length * easier) / exercises.length)] ?? "fearsome";
}

/** One more exercise, found at the first try or not. It counts once: whoever tries it again changes nothing but the order. */
export function practise(
  before: Practised,
  game: string,
  exercise: Exercise,
  found: boolean,
  start: number,
): Practised {
  const practice = practiceOf(before, game);
  const isNew = !practice.seen.includes(exercise.id);
  const rating = practice.rating ?? start;
  const expected = 1 / (1 + 10 ** ((exercise.rating - rating) / SCALE));
  const after: Practice = {
    rating: isNew ? Math.round(rating + STEP * (Number(found) - expected)) : rating,
    seen: [...practice.seen.filter((id) => id !== exercise.id), exercise.id].slice(-MOST_SEEN),
    found: found && !practice.found.includes(exercise.id) ? [...practice.found, exercise.id] : practice.found,
    row: found ? practice.row + Number(isNew) : 0,
  };
  return { ...before, games: { ...before.games, [game]: after } };
}

/** The move of this day was found. */
export const foundOfDay = (before: Practised, day: number): Practised =>
  before.day === day ? before : { ...before, day, days: before.day === day - 1 ? before.days + 1 : 1 };

/** Days in a row up to this one, or to the one before, whose move may still be found today. */
export const daysInRow = ({ day, days }: Practised, now: number): number => (day !== null && day >= now - 1 ? days : 0);

/** The exercise nearest to somebody's rating that they have not seen; when all are seen, the one seen longest ago. */
export function nextFor(among: Exercise[], practice: Practice, theme: string | null): Exercise | null {
  const fitting = among.filter(({ themes }) => theme === null || themes.includes(theme));
  const fresh = fitting.filter(({ id }) => !practice.seen.includes(id));
  const rating = practice.rating ?? startRating(among);
  const far = (one: Exercise) => Math.abs(one.rating - rating);
  const since = (one: Exercise) => practice.seen.indexOf(one.id);
  const order = fresh.length
    ? fresh.toSorted((one, other) => far(one) - far(other) || (one.id < other.id ? -1 : 1))
    : fitting.toSorted((one, other) => since(one) - since(other));
  return order[0] ?? null;
}

export const today = (now = Date.now()): number => Math.floor(now / DAY);

/** One game after the other, in the order of the shelf. */
export function gameOfDay(games: GameLine[], day: number): GameLine | null {
  const able = games.filter(({ exercises }) => exercises > 0);
  return able.length ? able[day % able.length]! : null;
}

export function idOfDay(ids: string[], day: number): string | null {
  let chosen: [number, string] | null = null;
  for (const id of ids) {
    const weighed = weight(`${day}:${id}`);
    if (!chosen || weighed > chosen[0] || (weighed === chosen[0] && id > chosen[1])) chosen = [weighed, id];
  }
  return chosen && chosen[1];
}

/** FNV-1a with a last stir. */
export function weight(text: string): number {
  let value = 2166136261;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 16777619) >>> 0;
  value = (value ^ (value >>> 15)) >>> 0;
  value = Math.imul(value, 2246822519) >>> 0;
  return (value ^ (value >>> 13)) >>> 0;
}
