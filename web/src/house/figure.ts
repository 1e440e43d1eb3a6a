/** A position of a lesson as a picture: the script is walked to the step as a learner would who does as told. */
import type { FigureNamed } from "../parts/sections";
import { theLessons } from "./games";
import { post } from "./http";
import { editionText, ShownSitting } from "./shown.svelte";
import type { GameTold, Lesson, RecordBrought, StudyAnswer } from "./types";

type Move = [number, string];

/** The scene and the moves before a step, and what is expected there. */
export function walk(lesson: Lesson, step: number): { position: Lesson["position"]; moves: Move[]; next: string[] } {
  let position = lesson.position ?? null;
  let moves: Move[] = [];
  for (const [at, one] of lesson.steps.slice(0, step).entries()) {
    if (one.position) [position, moves] = [one.position, []];
    moves.push(...((one.before ?? []) as Move[]));
    const expected = Array.isArray(one.expect) ? one.expect : [];
    const isGoingOn = String(lesson.steps[at - 1]?.expect) === String(one.expect); // one of two came first
    const open = isGoingOn ? expected.filter((move) => !moves.some(([, made]) => made === move)) : expected;
    if (at === step - 1) return { position, moves, next: open };
    if (open[0]) moves.push([lesson.learner, open[0]]);
    moves.push(...((one.answers ?? []) as Move[]));
  }
  return { position, moves, next: [] };
}

export async function figureOf(game: GameTold, { lesson: name, step }: FigureNamed): Promise<ShownSitting | null> {
  const lesson = (await theLessons(game.game.name)).find((one) => one.name === name);
  if (!lesson) return null;
  const { position, moves, next } = walk(lesson, step);
  const { seats, options, seed, chance, learner } = lesson;
  const played = position ? [] : chance;
  const record: RecordBrought = { game: lesson.game, seats, options, seed, chance: played, position, moves };
  const told = await post<StudyAnswer>("/api/study", {
    record,
    viewpoint: learner,
    first: Math.max(0, moves.length - 1),
  });
  const frame = told.frames?.at(-1);
  if (told.fault || !frame) return null;
  const names = Array.from({ length: seats }, () => "");
  const sitting = new ShownSitting({ game, seats, options: options ?? {}, edition: editionText(game), names });
  sitting.seat = learner;
  sitting.show(frame);
  sitting.shown = lesson.steps[step - 1]?.show ?? [];
  sitting.pointed = next.slice(0, 1);
  return sitting;
}
