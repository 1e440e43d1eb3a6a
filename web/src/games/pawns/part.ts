/** What the folders of Galax and Sirius give to the house: the same, but for the board and its woods. */
import type { GamePart } from "../sitting";
import { voice } from "./moves";
import { sayMove, sayPosition } from "./say";
import { words } from "./spoken";
import { hides, type PawnView } from "./view";
import { wearing } from "./woods";

export const pawnPart = (Board: GamePart<PawnView>["Board"], white: string, brown: string): GamePart<PawnView> => ({
  Board,
  sayMove,
  sayPosition,
  endings: () => words().endings,
  hides,
  marks: (moves) => ({ pointed: moves }),
  voice,
  colours: wearing(white, brown),
  advanced: { setup: "secret" },
});
