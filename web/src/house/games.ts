/** The shelf, and games with all their words; asked for once, unless a game is still being compiled. */
import { worded } from "./worded.svelte";
import type { ExercisesTold, GameLine, GameTold, Lesson } from "./types";

export const theShelf = (): Promise<GameLine[]> =>
  worded<GameLine[]>("/api/games", (games) => games.every(({ prepared }) => prepared));
export const theGame = (name: string): Promise<GameTold> =>
  worded<GameTold>(`/api/games/${name}`, ({ game }) => game.prepared);
export const theLessons = (name: string): Promise<Lesson[]> => worded<Lesson[]>(`/api/games/${name}/lessons`);
export const theExercises = (name: string): Promise<ExercisesTold> =>
  worded<ExercisesTold>(`/api/games/${name}/exercises`);
