/** The board that Galax and Sirius share: cells, sides, pieces. */
import type { Cells, Kind, Pawn, PawnView, Piece, Side } from "./view";

export const WIDE = 10;
export const PAWNS: readonly Pawn[] = ["S", "M", "T"];
export const KINDS: readonly Kind[] = ["S", "M", "T", "C"];
export const EACH = 10;
export const ALL_PAWNS = 30;
const LETTERS = "abcdefghij";

export const columnOf = (cell: string): number => LETTERS.indexOf(cell[0] ?? "");
export const rowOf = (cell: string): number => Number(cell.slice(1)) - 1;
export const sideOf = (piece: Piece): Side => piece[0] as Side;
export const kindOf = (piece: Piece): Kind => piece[1] as Kind;
export const enemyOf = (side: Side): Side => (side === "w" ? "b" : "w");
export const sideName = (side: Side): "white" | "brown" => (side === "w" ? "white" : "brown");

/** The cell at a column and a row, or null beyond the rim. */
export function cellAt(column: number, row: number): string | null {
  const inside = column >= 0 && row >= 0 && column < WIDE && row < WIDE;
  return inside ? `${LETTERS[column]}${row + 1}` : null;
}

export function shifted(cell: string, right: number, up: number): string | null {
  return cellAt(columnOf(cell) + right, rowOf(cell) + up);
}

/** The steps of GX-04 and SI-02, as [right, up]. */
export function directionsOf(count: unknown): [number, number][] {
  const straight: [number, number][] = [
    [0, 1],
    [1, 0],
    [0, -1],
    [-1, 0],
  ];
  const slanting: [number, number][] = [
    [1, 1],
    [1, -1],
    [-1, -1],
    [-1, 1],
  ];
  return count === 4 ? straight : [...straight, ...slanting];
}

/** All cells in reading order, as a side sees them from its own edge; `rows` nearest ones only. */
export function cellsFrom(side: Side, rows = WIDE): string[] {
  const seen: string[] = [];
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = 0; column < WIDE; column++) {
      seen.push(side === "w" ? cellAt(column, row)! : cellAt(WIDE - 1 - column, WIDE - 1 - row)!);
    }
  }
  return seen;
}

/** The thirty cells that a side fills: front row first, each from that side's left to its right. */
export const homeOf = (side: Side): string[] => cellsFrom(side, 3);

export const seatSide = (view: PawnView, seat: number): Side => (seat === view.white ? "w" : "b");
export const sideSeat = (view: PawnView, side: Side): number => (side === "w" ? view.white : 1 - view.white);

/** The side from which the board is looked at; who looks on sits with white. */
export const viewSide = (view: PawnView, seat: number | null): Side => (seat === null ? "w" : seatSide(view, seat));

/** GX-06, SI-06: the row where a pawn of this side becomes a champion. */
export const isFarRow = (side: Side, cell: string): boolean => rowOf(cell) === (side === "w" ? WIDE - 1 : 0);

/** GX-03, SI-04: sun takes moon takes star takes sun. */
export const PREY: Record<Pawn, Pawn> = { S: "M", M: "T", T: "S" };

/** How many of each kind a side has on the board. */
export function countKinds(board: Cells, side: Side): Record<Kind, number> {
  const counts = { S: 0, M: 0, T: 0, C: 0 };
  for (const piece of Object.values(board)) if (sideOf(piece) === side) counts[kindOf(piece)]++;
  return counts;
}

export const countPieces = (board: Cells, side: Side): number =>
  Object.values(board).filter((piece) => sideOf(piece) === side).length;
