/** What a step of Galax would take, before it is made. The house has the last word; this is for the rings. */
import { arrived } from "../pawns/moves";
import { PREY, directionsOf, kindOf, shifted, sideOf } from "../pawns/position";
import type { Cells, Pawn, Piece } from "../pawns/view";

/** GX-03, GX-07: whether a piece takes another that it touches. */
function takes(piece: Piece, other: Piece): boolean {
  if (sideOf(piece) === sideOf(other)) return false;
  return kindOf(piece) === "C" || PREY[kindOf(piece) as Pawn] === kindOf(other);
}

/** GX-05, GX-08: the cells of what a piece could take after a step; on the far row it takes as a champion. */
export function preyOf(board: Cells, from: string, to: string, directions: unknown): string[] {
  const piece = arrived(board[from]!, to);
  return directionsOf(directions).flatMap(([right, up]) => {
    const cell = shifted(to, right, up);
    const other = cell ? board[cell] : undefined;
    return cell && other && cell !== from && takes(piece, other) ? [cell] : [];
  });
}
