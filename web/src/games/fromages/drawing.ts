/** Pipes as SVG paths on a card of 100 by 100: they leave it at the very middle of its edges, so that two cards meet. */
import { BOTTOM, LEFT, RIGHT, TOP } from "./edition";
import { SIDES, type Entry } from "./network";

const EDGE: Record<number, string> = { [TOP]: "50 0", [RIGHT]: "100 50", [BOTTOM]: "50 100", [LEFT]: "0 50" };
const BENDS = [TOP | RIGHT, RIGHT | BOTTOM, BOTTOM | LEFT, LEFT | TOP];

/** One run of water through a card, in the direction in which it flows. */
export interface Run {
  side: number; // by which it leaves, or enters where it ends
  path: string;
}

/** Whether a card is a bend; ends (start and home) meet in the middle instead, where the rat is. */
const isBend = (sides: number, end: boolean): boolean => !end && BENDS.includes(sides);

const open = (sides: number): number[] => SIDES.filter((side) => sides & side);

export function pipePath(sides: number, end: boolean): string {
  const [first, second] = open(sides);
  if (isBend(sides, end)) return `M${EDGE[first!]}Q50 50 ${EDGE[second!]}`;
  return open(sides)
    .map((side) => `M50 50L${EDGE[side]}`)
    .join("");
}

/** The water of a card: from where it came in to all the sides where it goes out. */
export function runs(sides: number, end: boolean, entry: Entry): Run[] {
  const out = open(sides).filter((side) => side !== entry.side);
  if (isBend(sides, end)) return out.map((side) => ({ side, path: `M${EDGE[entry.side]}Q50 50 ${EDGE[side]}` }));
  const from = entry.side ? `M${EDGE[entry.side]}L50 50` : "M50 50";
  if (out.length === 0 && entry.side) return [{ side: entry.side, path: from }];
  return out.map((side) => ({ side, path: `${from}L${EDGE[side]}` }));
}

/** Where a cheese or a face sits: on the pipe, which is not quite the middle of a bend. */
export function heart(sides: number): { x: number; y: number } {
  if (!BENDS.includes(sides)) return { x: 50, y: 50 };
  const pull = 12;
  return {
    x: 50 + (sides & RIGHT ? pull : -pull),
    y: 50 + (sides & BOTTOM ? pull : -pull),
  };
}

/** How a collar at a side is turned; it is drawn for the top. */
export const collars = (sides: number): number[] => open(sides).map((side) => SIDES.indexOf(side) * 90);
