/** The numbers of a review as they are shown. */
import { expect, test } from "vitest";
import { addingUp, lineThrough, spread, waterfall } from "../src/pages/review/figures";
import { drawPicture, wrapped } from "../src/pages/review/picture";

test("whole percent add up to what the millionths are", () => {
  for (const parts of [
    [533_764, -165_111, 384_449, -753_102],
    [333_333, 333_333, 333_334, 0],
    [496_302, 0, 503_698, 0],
    [5_000, 5_000, -10_000, 0],
  ]) {
    const whole = addingUp(parts);
    const sum = parts.reduce((one, other) => one + other, 0);
    expect(whole.reduce((one, other) => one + other, 0)).toBe(Math.round(sum / 10_000));
    whole.forEach((part, at) => expect(Math.abs(part - parts[at]! / 10_000)).toBeLessThan(1));
  }
});

test("a waterfall ends at the result, however far it went in between", () => {
  const review = { start: 530_000, own: -3_830_000, others: 3_230_000, luck: 70_000, result: 0 };
  const bars = waterfall({ ...review, seat: 0, steps: [], turning_points: [], best_move: null, known: [] });
  expect(bars.map(({ name, from, to }) => [name, from, to])).toEqual([
    ["start", 0, 53],
    ["own", -330, 53],
    ["others", -330, -7],
    ["luck", -7, 0],
    ["result", 0, 0],
  ]);
});

test("names at the ends of lines lie apart, in their order, and none below the plot", () => {
  const places = spread([0, 0, 1_000_000, 20_000], 11);
  const sorted = places.toSorted((one, other) => one - other);
  sorted.slice(1).forEach((place, at) => expect(place - sorted[at]!).toBeGreaterThanOrEqual(11));
  expect(sorted[0]).toBe(0);
  expect(sorted.at(-1)).toBeLessThanOrEqual(100);
});

test("a curve goes through its chances", () => {
  expect(lineThrough([500_000, 1_000_000, 0], 100, 50)).toBe("M0 25L50 0L100 50");
});

test("names in a picture cannot become markup, and long sentences end with dots", () => {
  const svg = drawPicture({
    title: "Lumens",
    headline: "<script>",
    turning: "a ".repeat(200),
    house: "Lumithèque",
    lines: [{ seat: 0, name: '"&<b>', chances: [500_000, 0] }],
    moment: { seat: 0, at: 1 },
  });
  expect(svg).not.toContain("<script>");
  expect(svg).not.toContain("<b>");
  expect(wrapped("a ".repeat(200))).toHaveLength(2);
  expect(wrapped("a ".repeat(200))[1]).toMatch(/…$/);
});
