/** Sewer networks: which cards join, where the water runs, what the rat counts. The referee decides; this is for the eye. */
import { BOTTOM, LEFT, RIGHT, TOP, halfTurn, sidesOf, type Deck } from "./edition";
import type { Network } from "./view";

/** The shape of a network: its cells row by row from the top left, where the rat starts and where it lives. */
export interface Plan {
  columns: number;
  rows: number;
  cells: string[];
  start: string;
  home: string;
  stops: boolean; // FR-05: nothing is reached through the home
}

/** How the water came to a cell: the side it entered by (0 at the start), after how many steps. */
export interface Entry {
  side: number;
  steps: number;
}
export type Water = Map<string, Entry>;

const START_SIDES = RIGHT | BOTTOM; // FR-05
const HOME_SIDES = TOP | LEFT;
export const SIDES = [TOP, RIGHT, BOTTOM, LEFT];
const STEPS: Record<number, [number, number]> = { [TOP]: [0, 1], [RIGHT]: [1, 0], [BOTTOM]: [0, -1], [LEFT]: [-1, 0] };

export function planOf(options: Record<string, unknown>): Plan {
  const little = options.game === "tout_petits"; // FR-24
  const letters = little ? "abcd" : "abc";
  const cells = ["3", "2", "1"].flatMap((row) => [...letters].map((column) => column + row));
  return {
    columns: letters.length,
    rows: 3,
    cells,
    start: "a3",
    home: cells.at(-1)!,
    stops: options.home === "stop" && !little,
  };
}

/** Where a cell stands, in columns from the left and rows from the top. */
export function placeOf(plan: Plan, cell: string): { x: number; y: number } {
  const index = plan.cells.indexOf(cell);
  return { x: index % plan.columns, y: Math.floor(index / plan.columns) };
}

function beside(cell: string, side: number): string {
  const [across, upward] = STEPS[side]!;
  return String.fromCharCode(cell.charCodeAt(0) + across) + (Number(cell.slice(1)) + upward);
}

/** FR-20: the open sides of a cell as it lies; face-down cards join nothing. */
export function openSides(plan: Plan, deck: Deck, network: Network, cell: string): number {
  if (cell === plan.start) return START_SIDES;
  if (cell === plan.home) return HOME_SIDES;
  const pipe = network[cell];
  const card = pipe?.up ? deck.get(pipe.card) : undefined;
  return card ? sidesOf(card, pipe!.turned) : 0;
}

/** The cell that a side of a cell truly joins, if any. */
export function joined(plan: Plan, deck: Deck, network: Network, cell: string, side: number): string | null {
  const next = beside(cell, side);
  if (!(openSides(plan, deck, network, cell) & side) || !plan.cells.includes(next)) return null;
  return openSides(plan, deck, network, next) & halfTurn(side) ? next : null;
}

/** FR-05, FR-20: the cells that are joined to the start, nearest first. */
export function waterOf(plan: Plan, deck: Deck, network: Network): Water {
  const water: Water = new Map([[plan.start, { side: 0, steps: 0 }]]);
  for (const [cell, { steps }] of water) {
    if (cell === plan.home && plan.stops) continue;
    for (const side of SIDES) {
      const next = joined(plan, deck, network, cell, side);
      if (next && !water.has(next)) water.set(next, { side: halfTurn(side), steps: steps + 1 });
    }
  }
  return water;
}

/** The open sides of a cell that are under water; a home that stops the way lets none out again. */
export function wetSides(plan: Plan, deck: Deck, network: Network, water: Water, cell: string): number {
  if (!water.has(cell)) return 0;
  const open = openSides(plan, deck, network, cell);
  if (cell !== plan.home || !plan.stops) return open;
  return SIDES.filter((side) => water.has(joined(plan, deck, network, cell, side) ?? "")).reduce(
    (all, side) => all | side,
    0,
  );
}

/** FR-22: what a network counts if the round ended now. */
export function pointsOf(plan: Plan, deck: Deck, network: Network, hasBigCheese: boolean): number {
  const water = waterOf(plan, deck, network);
  let total = hasBigCheese ? 5 : 0;
  for (const [cell, pipe] of Object.entries(network)) {
    if (!pipe.up) total -= 1;
    else if (!pipe.cover && water.has(cell)) total += deck.get(pipe.card)?.cheese ?? 0;
  }
  return total;
}
