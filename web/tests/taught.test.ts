/** Lessons as a course: what this device remembers, what comes next, which step teaches a rule. */
import { beforeEach, expect, test, vi } from "vitest";
import type { Lesson } from "../src/house/types";

const kept = vi.hoisted(() => new Map<string, string>());
vi.mock("../src/parts/device", () => ({
  recall: (name: string) => kept.get(name) ?? null,
  keep: (name: string, text: string) => (kept.set(name, text), true),
}));

const { detourAddress, isDone, keepReached, nextLesson, reached, whereTaught } = await import("../src/house/taught");

const line = (name: string, steps: number) => ({ name, title: name, steps, minutes: 2 });
const game = { name: "sirius", lessons: [line("first", 9), line("further", 8), line("good", 7)] };
const lesson = (name: string, steps: object[]) => ({ name, title: `the ${name}`, steps }) as unknown as Lesson;

beforeEach(() => kept.clear());

test("the next lesson is the first that was not done; after the last there is none", () => {
  expect(nextLesson(game)?.name).toBe("first");
  keepReached("sirius", "first", 9);
  expect([isDone("sirius", game.lessons[0]!), nextLesson(game)?.name]).toEqual([true, "further"]);
  keepReached("sirius", "good", 7);
  expect(nextLesson(game)?.name).toBe("further");
  keepReached("sirius", "further", 8);
  expect(nextLesson(game)).toBe(null);
  expect(nextLesson({ ...game, name: "galax" })?.name).toBe("first");
});

test("what was done stays done when a lesson is begun again", () => {
  keepReached("sirius", "first", 5);
  keepReached("sirius", "first", 1);
  expect(reached("sirius", "first")).toBe(5);
});

test.each(["", "[", "null", "7", '{"sirius": 3}', '{"sirius": {"first": "x"}}'])("a store with %j in it", (text) => {
  kept.set("lessons", text);
  expect(reached("sirius", "first")).toBe(0);
  keepReached("sirius", "first", 2);
  expect(reached("sirius", "first")).toBe(2);
});

test("a rule is taught best where a move is refused by it, then where a step is about it", () => {
  const named = lesson("first", [{ rules: ["B", "A"] }, { rules: ["A"] }]);
  const refusing = lesson("further", [{ rules: ["C"], refused: { a1: "A" } }]);
  expect(whereTaught([named, refusing], "A")).toEqual({ lesson: "further", title: "the further", step: 1 });
  expect(whereTaught([named], "A")?.step).toBe(2);
  expect(whereTaught([lesson("first", [{ rules: ["B", "A"] }, {}])], "A")?.step).toBe(1);
  expect(whereTaught([named, refusing], "D")).toBe(null);
});

test("the way to a step leads back to the table", () => {
  const step = { lesson: "good", title: "", step: 3 };
  expect(detourAddress("sirius", step, "a b")).toBe("/learn/sirius/good/3?table=a%20b");
});
