/** A lesson, with a house that answers when a test says so. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GameTold, Lesson } from "../src/house/types";

const { post, Refusal } = vi.hoisted(() => ({
  post: vi.fn(),
  Refusal: class extends Error {
    constructor(readonly fault: object) {
      super();
    }
  },
}));
vi.mock("../src/house/http", () => ({ post, get: vi.fn(), Refusal }));

const { Learning } = await import("../src/house/lesson.svelte");

const steps = [
  { text: {}, expect: ["a1", "a2"], answers: [[1, "b1"]] },
  { text: {}, expect: [] },
  { text: {}, expect: "any" },
];
const lesson = { game: "lumens", seats: 2, learner: 0, steps } as unknown as Lesson;
const game = { editions: [] } as unknown as GameTold;

/** The moves that the house was asked about last. */
const asked = () => post.mock.lastCall![1].record.moves.map(([, move]: [number, string]) => move);

async function begin() {
  const learning = new Learning(lesson, game, ["Ada", "Bot"]);
  await learning.begin();
  return learning;
}

beforeEach(() => {
  vi.useFakeTimers();
  post.mockReset();
  post.mockImplementation(async (_, { record }) => ({
    frames: [{ number: record.moves.length, seat: null, moves: null, view: {}, waiting: [0], ending: null }],
    legal: { "0": ["a1", "a2", "a3"] },
    fault: record.moves.some(([, move]: [number, string]) => move === "z9") ? { code: "refused" } : null,
  }));
});
afterEach(() => {
  vi.useRealTimers();
});

test("a move that is expected is made, answered, and followed by the next step", async () => {
  const learning = await begin();
  expect(learning.sitting.legal).toEqual(["a1", "a2", "a3"]);
  learning.sitting.play("a1");
  await vi.advanceTimersByTimeAsync(1_000);
  expect([asked(), learning.number, learning.isTold, learning.busy]).toEqual([["a1", "b1"], 1, true, false]);
  expect(learning.sitting.legal).toEqual([]);
});

test("what is tapped while the house judges or the script answers is passed over", async () => {
  const learning = await begin();
  learning.sitting.play("a1");
  learning.sitting.play("a2");
  await vi.advanceTimersByTimeAsync(100);
  expect(learning.busy).toBe(true);
  learning.sitting.play("a2");
  void learning.goOn();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([asked(), learning.number]).toEqual([["a1", "b1"], 1]);
});

test("a move that is not the one, and one that a rule forbids", async () => {
  const learning = await begin();
  learning.sitting.play("a3");
  await vi.advanceTimersByTimeAsync(0);
  expect([learning.said, learning.number]).toEqual(["wrong", 0]);
  learning.sitting.why("z9");
  await vi.advanceTimersByTimeAsync(0);
  expect([learning.said, learning.sitting.fault?.code]).toEqual(["refused", "refused"]);
  learning.sitting.play("a2");
  await vi.advanceTimersByTimeAsync(1_000);
  expect([asked(), learning.said]).toEqual([["a2", "b1"], "nothing"]);
});

test("a step is passed over when what it waits for was made with the one before", async () => {
  const both = [{ text: {}, expect: ["a1", "a2"] }, { text: {}, expect: ["a1", "a2"] }, { text: {} }];
  const learning = new Learning({ ...lesson, steps: both } as unknown as Lesson, game, ["Ada", "Bot"]);
  await learning.begin();
  post.mockImplementation(async (_, { record }) => ({
    frames: [{ number: record.moves.length, seat: null, moves: null, view: {}, waiting: [1], ending: null }],
    legal: {},
  }));
  learning.sitting.play("a1", "a2");
  await vi.advanceTimersByTimeAsync(1_000);
  expect([asked(), learning.number, learning.busy]).toEqual([["a1", "a2"], 2, false]);
});

test("a lesson is opened at any step, and what precedes is played", async () => {
  const learning = new Learning(lesson, game, ["Ada", "Bot"]);
  await learning.begin(1);
  expect([asked(), learning.number, learning.isTold]).toEqual([["a1", "b1"], 1, true]);
});

test("only a move that can still be made is shown", async () => {
  const learning = await begin();
  learning.sitting.legal = ["a2"];
  learning.showMe();
  expect(learning.sitting.pointed).toEqual(["a2"]);
});

test("when the house is away, it is asked until it answers", async () => {
  const learning = await begin();
  post.mockRejectedValueOnce(new Refusal({ code: "away" }));
  learning.sitting.play("a1");
  await vi.advanceTimersByTimeAsync(0);
  expect([learning.said, learning.sitting.fault?.code, learning.busy]).toEqual(["refused", "away", true]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect([asked(), learning.number, learning.said]).toEqual([["a1", "b1"], 1, "nothing"]);
});

test("the end, and once more", async () => {
  const learning = await begin();
  learning.sitting.play("a1");
  await vi.advanceTimersByTimeAsync(1_000);
  await learning.goOn();
  learning.showMe();
  expect(learning.sitting.pointed).toEqual(["a1"]);
  learning.sitting.play("a2");
  await vi.advanceTimersByTimeAsync(0);
  expect([learning.isDone, learning.sitting.legal]).toEqual([true, []]);
  await learning.begin();
  expect([learning.number, asked()]).toEqual([0, []]);
});
