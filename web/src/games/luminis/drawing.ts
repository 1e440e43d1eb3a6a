/** Shapes of leaded glass. A window is 100 wide and 150 high. */
import * as shapes from "#shapes/games/luminis/art/shapes.json";
import { KINDS, type Amounts, type Arrow, type Kind } from "./edition";

/** The outline of one resource: a square, a circle, a triangle, all of about the same weight. */
export function jewel(kind: Kind, x: number, y: number, r: number): string {
  if (kind === 0) return `M${x - r * 0.9} ${y - r * 0.9}h${r * 1.8}v${r * 1.8}h${-r * 1.8}z`;
  if (kind === 1) return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  return `M${x} ${y - r * 1.2}L${x + r * 1.2} ${y + r * 0.92}H${x - r * 1.2}z`;
}

export interface Piece {
  kind: Kind;
  x: number;
  y: number;
  r: number;
  number: number | null; // null: the piece counts as one
}

const eachOf = (amounts: Amounts): Kind[] => KINDS.flatMap((kind) => Array<Kind>(amounts[kind]).fill(kind));
const kindsOf = (amounts: Amounts): Kind[] => KINDS.filter((kind) => amounts[kind] > 0);

/** Pieces in a ring: one for each resource while they can be counted at a glance, else one with a number for each kind. */
export function ring(amounts: Amounts, x: number, y: number, radius: number, most: number): Piece[] {
  const single = eachOf(amounts);
  const counted = single.length <= most;
  const kinds = counted ? single : kindsOf(amounts);
  const n = kinds.length;
  const r =
    n === 1
      ? radius * 0.56
      : n === 2
        ? radius * 0.42
        : counted
          ? radius * (n < 5 ? 0.36 : n < 7 ? 0.31 : 0.23)
          : radius * 0.44;
  const away = n === 1 ? 0 : radius * (n === 2 ? 0.5 : n < 5 ? 0.56 : n < 7 ? 0.63 : 0.7);
  return kinds.map((kind, index) => {
    const angle = n === 2 ? Math.PI * (1 + index) : (2 * Math.PI * index) / n - Math.PI / 2;
    const number = counted ? null : amounts[kind];
    return { kind, x: x + away * Math.cos(angle), y: y + away * Math.sin(angle), r, number };
  });
}

/** The cost, as chips down the left: large enough to be read on a pile of a phone. */
export function chips(cost: Amounts): Piece[] {
  const kinds = kindsOf(cost);
  const first = 94 - (kinds.length - 1) * 13.5;
  return kinds.map((kind, index) => ({ kind, x: 21, y: first + index * 27, r: 12.5, number: cost[kind] }));
}

/** Where the arrows of the top zone sit in the stone, and how far they are turned from straight up. */
export const TIPS = shapes.tips as unknown as Record<Arrow, readonly [x: number, y: number, turned: number]>;
