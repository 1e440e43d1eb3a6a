/** How far the page moves so that the teacher's sheet leaves the hand free. */
import { expect, test } from "vitest";
import { toFree } from "../src/parts/teaching";

const box = (top: number, bottom: number, left = 0, right = 360) => ({ top, bottom, left, right });
const SHEET = box(500, 740);

test("a hand that is in sight stays where it is", () => {
  expect(toFree(box(400, 480), SHEET)).toBe(0);
});

test("a hand under the sheet comes up to its edge", () => {
  expect(toFree(box(460, 560), SHEET)).toBe(72);
  expect(toFree(box(700, 800), SHEET)).toBe(312);
});

test("a hand that is higher than what is free is seen from its top", () => {
  expect(toFree(box(100, 700), SHEET)).toBe(88);
  expect(toFree(box(-20, 700), SHEET)).toBe(0);
});

test("a sheet beside the board is in nobody's way", () => {
  expect(toFree(box(460, 560, 380, 900), SHEET)).toBe(0);
});
