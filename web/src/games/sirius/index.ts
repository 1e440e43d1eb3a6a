import { pawnPart } from "../pawns/part";
import Board from "./Board.svelte";

export default pawnPart(Board, "#fbeccb", "#4a3527");
