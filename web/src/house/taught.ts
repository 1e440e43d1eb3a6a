/** Lessons of a game as a course: which teaches a rule, how far this device has come, and which comes next. */
import { keep, recall } from "../parts/device";
import type { GameLine, Lesson, LessonLine } from "./types";

const KEPT = "lessons"; // where this device keeps how many steps of each lesson were done

/** By game and lesson: the most steps that were ever done. */
type Reached = Record<string, Record<string, number>>;

function recallReached(): Reached {
  try {
    const kept: unknown = JSON.parse(recall(KEPT) ?? "{}");
    return kept !== null && typeof kept === "object" ? (kept as Reached) : {};
  } catch {
    return {};
  }
}

/** How many steps of a lesson were done on this device. */
export const reached = (game: string, lesson: string): number => Number(recallReached()[game]?.[lesson] ?? 0) || 0;

export function keepReached(game: string, lesson: string, steps: number): void {
  if (steps <= reached(game, lesson)) return;
  const all = recallReached();
  keep(KEPT, JSON.stringify({ ...all, [game]: { ...all[game], [lesson]: steps } }));
}

export const isDone = (game: string, lesson: LessonLine): boolean => reached(game, lesson.name) >= lesson.steps;

/** The lesson to take now: the first that was not done; after the last one nothing. */
export function nextLesson({ name, lessons }: Pick<GameLine, "name" | "lessons">): LessonLine | null {
  return lessons.find((lesson) => !isDone(name, lesson)) ?? null;
}

/** A step, counted from 1, in its lesson. */
export interface StepNamed {
  lesson: string;
  title: string;
  step: number;
}

/**
 * Where a rule is taught: where a move is refused by it, else where a step is about it, else where one names it
 * (`where_taught` in referee/lessons.py).
 */
export function whereTaught(lessons: Lesson[], rule: string): StepNamed | null {
  const all = lessons.flatMap(({ name, title, steps }) =>
    steps.map((step, at) => ({ step, at: { lesson: name, title, step: at + 1 } })),
  );
  const found =
    all.find(({ step }) => Object.values(step.refused ?? {}).includes(rule)) ??
    all.find(({ step }) => step.rules?.[0] === rule) ??
    all.find(({ step }) => step.rules?.includes(rule));
  return found?.at ?? null;
}

export const lessonAddress = (game: string, lesson: string): string => `/learn/${game}/${lesson}`;

/** The address of a step for somebody who comes from a table, and goes back there. */
export const detourAddress = (game: string, { lesson, step }: StepNamed, table: string): string =>
  `${lessonAddress(game, lesson)}/${step}?table=${encodeURIComponent(table)}`;
