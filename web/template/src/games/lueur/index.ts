/** Lueur on the page. */
import type { GamePart } from "../sitting";
import Board from "./Board.svelte";
import { sayMove, sayPosition } from "./say";
import type { LueurView } from "./view";

const part: GamePart<LueurView> = { Board, sayMove, sayPosition, counts: true };
export default part;
