/** The plans of the palace as its file has them, to be drawn: read as well as can be, and written as the house reads them. */

/** LU-03: the sides of the board. */
export const SIDES = [
  { heading: "2 players", columns: 13, rows: 9, rooms: "ABCDEFGHI", seats: [2] },
  { heading: "3-4 players", columns: 15, rows: 15, rooms: "ABCDEFGHIJK", seats: [3, 4] },
] as const;
export type Side = 0 | 1;
export const PASSAGE = ".";
export const CENTRE_CELLS = 9; // LU-03

/** LU-04: where the players of a side start, by their number: nothing to draw, but good to know while one draws. */
export const STARTS: Record<number, readonly string[]> = {
  2: ["a1", "m9"],
  3: ["a8", "o15", "o1"],
  4: ["a1", "a15", "o15", "o1"],
};

export interface Plans {
  head: string[]; // remarks at the top
  maps: [string[], string[]]; // by side, the rows from the top
}

const A = "a".charCodeAt(0);

/** A row as long as it should be; what is no room is a passage. */
function fitted(row: string, side: Side): string {
  const { columns, rooms } = SIDES[side];
  const letters = row.padEnd(columns, PASSAGE).slice(0, columns).split("");
  return letters.map((letter) => (rooms.includes(letter) ? letter : PASSAGE)).join("");
}

export function readPlans(text: string): Plans {
  const plans: Plans = { head: [], maps: [[], []] };
  let side: Side | null = null;
  for (const line of text.replace(/^\ufeff/, "").split(/\r?\n/)) {
    const said = line.trim();
    const heading = SIDES.findIndex((one) => one.heading === said);
    if (said.startsWith("#")) plans.head.push(said);
    else if (heading >= 0) side = heading as Side;
    else if (said && side !== null) plans.maps[side].push(said);
  }
  for (const one of [0, 1] as const) {
    const { rows } = SIDES[one];
    const map = plans.maps[one].slice(0, rows);
    plans.maps[one] = Array.from({ length: rows }, (_, row) => fitted(map[row] ?? "", one));
  }
  return plans;
}

export function writePlans({ head, maps }: Plans): string {
  const sides = SIDES.map(({ heading }, side) => [heading, ...maps[side as Side]].join("\n"));
  return `${[...(head.length > 0 ? [head.join("\n")] : []), ...sides].join("\n\n")}\n`;
}

export const EMPTY = writePlans(readPlans(""));

/** The same plans with some cells given to a room, or made a passage. */
export function painted(plans: Plans, side: Side, cells: Iterable<string>, letter: string): Plans {
  const { rows, columns } = SIDES[side];
  const map = plans.maps[side].map((row) => [...row]);
  for (const cell of cells) {
    const [column, row] = [cell.charCodeAt(0) - A, rows - Number(cell.slice(1))];
    if (column >= 0 && column < columns && map[row]) map[row][column] = letter;
  }
  const maps: Plans["maps"] = [...plans.maps];
  maps[side] = map.map((row) => row.join(""));
  return { ...plans, maps };
}

/** How many cells each room of a side has. */
export function sizesOf(plans: Plans, side: Side): Record<string, number> {
  const all = plans.maps[side].join("");
  return Object.fromEntries([...SIDES[side].rooms].map((letter) => [letter, all.split(letter).length - 1]));
}

/** The room of the middle cell; a passage if it has none. */
export const centreOf = (plans: Plans, side: Side): string =>
  plans.maps[side][SIDES[side].rows >> 1]![SIDES[side].columns >> 1]!;
