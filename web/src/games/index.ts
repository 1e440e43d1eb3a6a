/** Boards are loaded when somebody opens them. */
import type { GamePart } from "./sitting";

const PARTS: Record<string, () => Promise<{ default: GamePart }>> = {
  lumens: () => import("./lumens"),
  luminis: () => import("./luminis"),
  galax: () => import("./galax"),
  sirius: () => import("./sirius"),
  fromages: () => import("./fromages"),
};

/** The part of a game; a game without a board of its own is played by its words (`plain`). */
export async function partOf(game: string): Promise<GamePart> {
  const load = PARTS[game] ?? (() => import("./plain"));
  return (await load()).default;
}
