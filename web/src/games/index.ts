/** Boards are loaded when somebody opens them: games/NAME/index.ts is the part of a game. */
import type { GamePart } from "./sitting";

const PARTS = import.meta.glob<{ default: GamePart }>("./*/index.ts");

/** The part of a game; a game without a board of its own is played by its words (`plain`). */
export async function partOf(game: string): Promise<GamePart> {
  const load = PARTS[`./${game}/index.ts`] ?? PARTS["./plain/index.ts"]!;
  return (await load()).default;
}
