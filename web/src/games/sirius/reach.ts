/** How far the champions of Sirius get: for the rays. The house has the last word. */
import { directionsOf, kindOf, shifted, sideOf } from "../pawns/position";
import type { Cells } from "../pawns/view";
import type { Ray } from "../pawns/variant";

interface Agreed {
  directions?: unknown;
  champion_path?: unknown;
  champion_takes?: unknown;
}

/** SI-03, SI-05: whether a champion may end its move on a cell. */
function isOpen(board: Cells, from: string, cell: string, { champion_takes }: Agreed): boolean {
  const other = board[cell];
  if (!other) return true;
  return sideOf(other) !== sideOf(board[from]!) && (champion_takes !== "champions_only" || kindOf(other) === "C");
}

/** SI-07: one or two cells, straight or bent, the cell between empty. Of a straight line only the longest ray is drawn. */
export function raysOf(board: Cells, from: string, agreed: Agreed): Ray[] {
  const rays: Ray[] = [];
  for (const [right, up] of directionsOf(agreed.directions)) {
    const first = shifted(from, right, up);
    if (!first || !isOpen(board, from, first, agreed)) continue;
    const second = board[first] ? null : shifted(first, right, up);
    rays.push({ from, via: null, to: second && isOpen(board, from, second, agreed) ? second : first });
  }
  return agreed.champion_path === "bent" ? [...rays, ...bends(board, from, agreed, rays)] : rays;
}

/** The cells that only a bend leads to. */
function bends(board: Cells, from: string, agreed: Agreed, straight: Ray[]): Ray[] {
  const steps = directionsOf(agreed.directions);
  const known = new Set([
    from,
    ...straight.map((ray) => ray.to),
    ...steps.map(([right, up]) => shifted(from, right, up)),
  ]);
  const found: Ray[] = [];
  for (const [right, up] of steps) {
    const via = shifted(from, right, up);
    if (!via || board[via]) continue;
    for (const [further, higher] of steps) {
      const to = shifted(via, further, higher);
      if (!to || known.has(to) || !isOpen(board, from, to, agreed)) continue;
      known.add(to);
      found.push({ from, via, to });
    }
  }
  return found;
}

export function allRays(board: Cells, agreed: Agreed): Ray[] {
  return Object.keys(board).flatMap((cell) => (kindOf(board[cell]!) === "C" ? raysOf(board, cell, agreed) : []));
}
