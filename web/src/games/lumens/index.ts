/** Lumens on the page. */
import type { GamePart } from "../sitting";
import Board from "./Board.svelte";
import type { LumensView } from "./light";
import { sayMove, sayPosition } from "./say";

const lumens: GamePart<LumensView> = { Board, sayMove, sayPosition, counts: true };
export default lumens;
