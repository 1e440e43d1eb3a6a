/** Games that can be drawn: games/NAME/workshop.ts, loaded when somebody opens it. */
import type { WorkshopPart } from "../../games/bench";

const PARTS = import.meta.glob<{ default: WorkshopPart }>("../../games/*/workshop.ts");
const path = (game: string) => `../../games/${game}/workshop.ts`;

export const canBeDrawn = (game: string): boolean => path(game) in PARTS;
export const workshopOf = async (game: string): Promise<WorkshopPart> => (await PARTS[path(game)]!()).default;
