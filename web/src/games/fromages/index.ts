/** La chasse aux fromages: brick, moss and copper. */
import type { GamePart } from "../sitting";
import Board from "./Board.svelte";
import type { View } from "./cards";
import { sayMove, sayPosition } from "./telling";

const fromages: GamePart<View> = { Board, sayMove, sayPosition, counts: true };
export default fromages;
