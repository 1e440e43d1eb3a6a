import type { GamePart } from "../sitting";
import { sayMove, sayPosition } from "../pawns/say";
import { hides, type PawnView } from "../pawns/position";
import Board from "./Board.svelte";

const galax: GamePart<PawnView> = { Board, sayMove, sayPosition, hides, advanced: { setup: "secret" } };
export default galax;
