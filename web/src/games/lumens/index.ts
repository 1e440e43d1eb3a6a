/** Lumens on the page. */
import type { GamePart } from "../sitting";
import Board from "./Board.svelte";
import type { LumensView } from "./view";
import { readMove } from "./moves";
import { sayMove, sayPosition } from "./say";
import { pointsNow } from "./light";
import { words } from "./spoken";

const lumens: GamePart<LumensView> = {
  Board,
  sayMove,
  sayPosition,
  endings: () => words().endings,
  counts: true,
  points: pointsNow,
  marks: (moves) => ({ shown: moves.flatMap((move) => readMove(move)?.cell ?? []) }),
  voice: () => "glass",
  picture: () => import("./BoxToken.svelte"),
};
export default lumens;
