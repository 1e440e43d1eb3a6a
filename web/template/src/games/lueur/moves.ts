/** The texts of moves, and what a move on its way makes of the sky. */
import { takenBy } from "./sky";
import type { Lights } from "./view";

export function readMove(move: string): { cell: string; light: number } {
  const [cell, light] = move.split("=") as [string, string];
  return { cell, light: Number(light) };
}

/** The sky after a move. */
export function after(board: Lights, seat: number, move: string, reach: unknown): Lights {
  const { cell, light } = readMove(move);
  const changed: Lights = { ...board, [cell]: [seat, light] };
  for (const other of takenBy(board, seat, cell, light, reach)) changed[other] = [seat, board[other]![1]];
  return changed;
}
