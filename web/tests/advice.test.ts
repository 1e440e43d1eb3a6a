import { expect, test } from "vitest";
import { advised } from "../src/pages/table/advice";

test("a hint shows the advised move first, the others by their chance", () => {
  const moves = [
    { move: "a", chance: 0.56 },
    { move: "b", chance: 0.5 },
    { move: "c", chance: 0.58 },
    { move: "d", chance: 0.57 },
  ].map((one) => ({ visits: 1, sentence: "", ...one }));
  expect(advised({ move: "a", moves }).map(({ move }) => move)).toEqual(["a", "c", "d"]);
  expect(advised({ move: "a", moves: [] })).toEqual([]);
});
