import type { GamePart } from "../sitting";
import { sayMove, sayPosition } from "../pawns/say";
import { hides, type PawnView } from "../pawns/position";
import Board from "./Board.svelte";

const sirius: GamePart<PawnView> = { Board, sayMove, sayPosition, hides, advanced: { setup: "secret" } };
export default sirius;
