import { pawnPart } from "../pawns/part";
import Board from "./Board.svelte";

export default pawnPart(Board, "#f0d6a6", "#7a4524");
