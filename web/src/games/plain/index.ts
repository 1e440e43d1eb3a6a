/** The board of a game that has none of its own yet: its moves as a list. */
import type { GamePart } from "../sitting";
import Board from "./Board.svelte";

const plain: GamePart = {
  Board,
  sayMove: (move) => move,
  sayPosition: (sitting) => JSON.stringify(sitting.view),
};
export default plain;
