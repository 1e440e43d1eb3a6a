/** Shapes of leaded glass. A window is 100 wide and 150 high. */
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
export const TIPS: Record<Arrow, readonly [x: number, y: number, turned: number]> = {
  left: [7, 40, -90],
  "up-left": [14, 14, -45],
  up: [50, 7.5, 0],
  "up-right": [86, 14, 45],
  right: [93, 40, 90],
};

export const ARCH = "M7 127V64C7 40 30 25 50 15C70 25 93 40 93 64V127Z";
export const TIP = "M0-7.5 8 5.5H-8z";
/** Leads: the springing line, the mullion, and what holds the rose. */
export const LEADS = "M7 66H93M38 66V127M66 66V70M66 118V127M38 127 48 112M93 127 84 112M38 66 48 76M93 66 84 76";
/** The same in a window that stands: its cost is paid, and the rose has all the room. */
export const STANDING = "M7 66H93M7 66 28 77M93 66 72 77M7 127 28 113M93 127 72 113M7 95H22M78 95H93";
/** Leads of the head: around the roundel of a top zone, or plain tracery where there is none. */
export const HEAD = "M34 45 19 40M66 45 81 40M50 28V16M39 58 33 66M61 58 67 66";
export const TRACERY = "M7 64C34 58 47 42 50 15C53 42 66 58 93 64M28 55C34 44 44 40 50 40C56 40 66 44 72 55";
export const PINNACLE = "M50 9 57 48 64 62 66 88 80 100V127H20V100L34 88 36 62 43 48Z";
export const CROCKETS =
  "M57 48l8-5M43 48l-8-5M64 62l8-6M36 62l-8-6M66 84l9-6M34 84l-9-6M50 9V1M46 4.5h8M27 100V88M73 100V88";
/** A half mask, for the theft sign. */
export const MASK =
  "M-11-4C-7-6-3-5 0-3 3-5 7-6 11-4 12 2 9 6 5 6 2 6 1 3 0 3-1 3-2 6-5 6-9 6-12 2-11-4ZM-8-1a3 2.3 0 1 0 5 1a4 3 0 0 0-5-1zM8-1a3 2.3 0 1 1-5 1a4 3 0 0 1 5-1z";
