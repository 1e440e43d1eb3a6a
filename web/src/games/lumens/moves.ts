/** The texts of moves, and the cells that they offer. */

export interface Placing {
  cell: string | null; // null: the start token, on its start
  face: number;
}

/** `c4=6`, `start=6`; null for `pass`. */
export function readMove(move: string): Placing | null {
  const [where, face] = move.split("=");
  return face ? { cell: where === "start" ? null : where!, face: Number(face) } : null;
}

/** By cell that is offered, the faces that may show there. */
export function goalsOf(legal: string[]): Map<string, number[]> {
  const goals = new Map<string, number[]>();
  for (const placing of legal.map(readMove)) {
    if (placing?.cell) goals.set(placing.cell, [...(goals.get(placing.cell) ?? []), placing.face]);
  }
  return goals;
}
