/** Which exercise somebody is given, and what is kept of those they tried. */
import { expect, test } from "vitest";
import {
  daysInRow,
  foundOfDay,
  gameOfDay,
  idOfDay,
  nextFor,
  practiceOf,
  practise,
  startRating,
  stepOf,
  today,
  weight,
} from "../src/house/exercises";
import type { Exercise, GameLine } from "../src/house/types";

const exercise = (id: string, rating: number, themes = ["take"]): Exercise =>
  ({ id, rating, themes, seats: 2, seat: 0 }) as unknown as Exercise;
const ALL = [exercise("a", 500), exercise("b", 900, ["take", "huff"]), exercise("c", 1300), exercise("d", 1700)];
const NOTHING = { games: {}, day: null, days: 0 };

test("the weight of an exercise on a day is that of the terminal", () => {
  expect([weight(""), weight("20000:00c0ffee")]).toEqual([760700053, 2317428468]);
});

test("one game after the other has its day, and those without exercises have none", () => {
  const games = [
    { name: "a", exercises: 3 },
    { name: "b", exercises: 0 },
    { name: "c", exercises: 1 },
  ] as GameLine[];
  expect([0, 1, 2, 3].map((day) => gameOfDay(games, day)?.name)).toEqual(["a", "c", "a", "c"]);
  expect(gameOfDay([games[1]!], 5)).toBeNull();
});

test("the order of the file does not matter to the day", () => {
  const ids = Array.from({ length: 40 }, (_, number) => `e${number}`);
  for (let day = 20_000; day < 20_050; day++) expect(idOfDay(ids.toReversed(), day)).toBe(idOfDay(ids, day));
  expect(idOfDay([], 3)).toBeNull();
  expect(today(Date.UTC(1970, 0, 3, 23, 59))).toBe(2);
});

test("a rating moves with right and wrong, once for each exercise", () => {
  const start = startRating(ALL);
  const right = practise(NOTHING, "sirius", ALL[2]!, true, start);
  const { rating, seen, found, row } = practiceOf(right, "sirius");
  expect(rating).toBeGreaterThan(start);
  expect([seen, found, row]).toEqual([["c"], ["c"], 1]);
  const wrong = practiceOf(practise(NOTHING, "sirius", ALL[0]!, false, start), "sirius");
  expect(wrong.rating).toBeLessThan(start);
  expect([wrong.found, wrong.row]).toEqual([[], 0]);
  const again = practiceOf(practise(right, "sirius", ALL[2]!, true, start), "sirius");
  expect([again.rating, again.row]).toEqual([rating, 1]);
  const harder = practiceOf(practise(NOTHING, "sirius", ALL[3]!, true, start), "sirius");
  expect(harder.rating).toBeGreaterThan(rating!);
});

test("the next exercise is new and near; when all were seen, the one seen longest ago", () => {
  let practised = practise(NOTHING, "x", ALL[1]!, true, 900);
  expect(nextFor(ALL, practiceOf(practised, "x"), null)?.id).toBe("c");
  for (const one of [ALL[0]!, ALL[3]!, ALL[2]!]) practised = practise(practised, "x", one, false, 900);
  expect(nextFor(ALL, practiceOf(practised, "x"), null)?.id).toBe("b");
  expect(nextFor(ALL, practiceOf(practised, "x"), "huff")?.id).toBe("b");
  expect(nextFor(ALL, practiceOf(practised, "x"), "nothing")).toBeNull();
  expect(nextFor([], practiceOf(NOTHING, "x"), null)).toBeNull();
});

test("days in a row end with a day that is missed", () => {
  let practised = foundOfDay(foundOfDay(NOTHING, 10), 11);
  expect([daysInRow(practised, 11), daysInRow(practised, 12), daysInRow(practised, 13)]).toEqual([2, 2, 0]);
  practised = foundOfDay(practised, 11);
  expect(practised.days).toBe(2);
  expect(foundOfDay(practised, 14).days).toBe(1);
});

test("how hard an exercise is follows from the others of its game, whatever their figures are", () => {
  expect(ALL.map(({ rating }) => stepOf(rating, ALL))).toEqual(["easy", "medium", "hard", "fearsome"]);
  const high = ALL.map((one) => ({ ...one, rating: one.rating + 2000 }));
  expect(high.map(({ rating }) => stepOf(rating, high))).toEqual(["easy", "medium", "hard", "fearsome"]);
  expect([stepOf(-50, ALL), stepOf(9000, ALL), stepOf(900, [])]).toEqual(["easy", "fearsome", "fearsome"]);
});
