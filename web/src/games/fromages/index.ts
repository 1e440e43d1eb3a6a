/** La chasse aux fromages: brick, moss and copper. */
import type { GamePart } from "../sitting";
import Board from "./Board.svelte";
import { marks } from "./moves";
import type { FromagesView } from "./view";
import { sayMove, sayPosition } from "./say";
import { words } from "./spoken";

const fromages: GamePart<FromagesView> = {
  Board,
  sayMove,
  sayPosition,
  endings: () => words().endings,
  counts: true,
  breakdown: () => import("./Breakdown.svelte"),
  marks,
  voice: () => "card",
  picture: () => import("./BoxPipe.svelte"),
};
export default fromages;
