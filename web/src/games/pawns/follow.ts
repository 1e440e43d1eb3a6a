/** Which disc is which from one picture to the next, so that a piece is seen to travel. */
import { columnOf, kindOf, rowOf, sideOf } from "./position";
import type { Cells, Piece } from "./view";

export interface Standing {
  id: number; // of the disc, for as long as it is on the board
  cell: string;
  piece: Piece;
}

/** The discs of the new picture: who stood still, then who came from the nearest fitting cell, then who is new. */
export function follow(before: Standing[], board: Cells): Standing[] {
  const still = before.filter(({ cell, piece }) => board[cell] === piece);
  const gone = before.filter(({ cell, piece }) => board[cell] !== piece);
  const occupied = new Set(still.map(({ cell }) => cell));
  let free = Math.max(-1, ...before.map(({ id }) => id)) + 1;
  const come = Object.entries(board)
    .filter(([cell]) => !occupied.has(cell))
    .map(([cell, piece]) => {
      const from = nearest(gone, cell, piece);
      if (from) gone.splice(gone.indexOf(from), 1);
      return { id: from ? from.id : free++, cell, piece };
    });
  return [...still, ...come].toSorted((one, other) => one.id - other.id);
}

function nearest(gone: Standing[], cell: string, piece: Piece): Standing | undefined {
  const fitting = gone.filter((one) => couldBe(one.piece, piece));
  return fitting.toSorted((one, other) => distance(one, cell, piece) - distance(other, cell, piece))[0];
}

/** A disc keeps its face, or is turned over; when a move is taken back, it is turned back. */
function couldBe(was: Piece, is: Piece): boolean {
  return sideOf(was) === sideOf(is) && (was === is || kindOf(was) === "C" || kindOf(is) === "C");
}

function distance(one: Standing, cell: string, piece: Piece): number {
  const far = Math.max(Math.abs(columnOf(one.cell) - columnOf(cell)), Math.abs(rowOf(one.cell) - rowOf(cell)));
  return far + (one.piece === piece ? 0 : 0.5);
}
