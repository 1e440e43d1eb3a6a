/** The palace: which cell belongs to which room, read from the file of the board. A letter is a room, a dot a passage. */

export interface Palace {
  columns: number; // as it is drawn
  rows: number;
  turned: boolean; // drawn upright, a quarter to the right: its letters run down the side
  cells: string[]; // row by row, from left to right: as one reads them, and as they are drawn
  room: Record<string, string>; // by cell; none: a passage
  letters: string[]; // of the rooms
  centre: string; // the room that settles ties (LU-21)
}

/** A corner of a cell on the drawing: columns to the right, rows down. */
export interface Spot {
  x: number;
  y: number;
}

const SIDES = ["2 players", "3-4 players"];
const PASSAGE = ".";
const A = "a".charCodeAt(0);

/** LU-03: the side of the board for this many players. */
export function readPalace(edition: string, seats: number, turned = false): Palace {
  const palace = readFlat(edition, seats);
  if (!turned) return palace;
  const upright = { ...palace, columns: palace.rows, rows: palace.columns, turned };
  const along = (count: number) => Array.from({ length: count }, (_, i) => i);
  const cells = along(upright.rows).flatMap((y) => along(upright.columns).map((x) => cellAt(upright, { x, y })!));
  return { ...upright, cells };
}

function readFlat(edition: string, seats: number): Palace {
  const lines = sideOf(edition, SIDES[seats === 2 ? 0 : 1]!);
  const [rows, columns] = [lines.length, lines[0]?.length ?? 0];
  const palace: Palace = { columns, rows, turned: false, cells: [], room: {}, letters: [], centre: "" };
  for (const [down, line] of lines.entries()) {
    for (const [across, letter] of [...line].entries()) {
      const cell = cellAt(palace, { x: across, y: down })!;
      palace.cells.push(cell);
      if (letter !== PASSAGE) palace.room[cell] = letter;
    }
  }
  palace.letters = [...new Set(Object.values(palace.room))].toSorted();
  palace.centre = lines[rows >> 1]?.[columns >> 1] ?? "";
  return palace;
}

function sideOf(edition: string, heading: string): string[] {
  const lines = edition.split("\n").map((line) => line.trim());
  const told = lines.filter((line) => line && !line.startsWith("#"));
  const after = told.slice(told.indexOf(heading) + 1);
  const end = after.findIndex((line) => SIDES.includes(line));
  return end < 0 ? after : after.slice(0, end);
}

/** Where a cell is drawn. */
export function spotOf(palace: Palace, cell: string): Spot {
  const [file, rank] = [cell.charCodeAt(0) - A, Number(cell.slice(1))];
  return palace.turned ? { x: rank - 1, y: file } : { x: file, y: palace.rows - rank };
}

/** The cell that is drawn there; null outside the palace. */
export function cellAt(palace: Palace, { x, y }: Spot): string | null {
  if (x < 0 || y < 0 || x >= palace.columns || y >= palace.rows) return null;
  const [file, rank] = palace.turned ? [y, Math.floor(x) + 1] : [x, palace.rows - Math.floor(y)];
  return String.fromCharCode(A + Math.floor(file)) + rank;
}

/** What is written along the rim: under the columns, and beside the rows. */
export function rimOf(palace: Palace): { columns: string[]; rows: string[] } {
  const letters = (count: number) => Array.from({ length: count }, (_, i) => String.fromCharCode(A + i));
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(i + 1));
  return palace.turned
    ? { columns: numbers(palace.columns), rows: letters(palace.rows) }
    : { columns: letters(palace.columns), rows: numbers(palace.rows).toReversed() };
}

export function cellsOf(palace: Palace, letter: string): string[] {
  return palace.cells.filter((cell) => palace.room[cell] === letter);
}

/** The floor of a room as the `d` of a path. */
export function floorOf(palace: Palace, letter: string): string {
  return cellsOf(palace, letter)
    .map((cell) => spotOf(palace, cell))
    .map(({ x, y }) => `M${x} ${y}h1v1h-1z`)
    .join("");
}

/** The walls of a room as the `d` of a path: every edge behind which another room or a passage begins. */
export function wallsOf(palace: Palace, letter: string): string {
  const inside = (x: number, y: number) => palace.room[cellAt(palace, { x, y }) ?? ""] === letter;
  let walls = "";
  for (const cell of cellsOf(palace, letter)) {
    const { x, y } = spotOf(palace, cell);
    if (!inside(x, y - 1)) walls += `M${x} ${y}h1`;
    if (!inside(x, y + 1)) walls += `M${x} ${y + 1}h1`;
    if (!inside(x - 1, y)) walls += `M${x} ${y}v1`;
    if (!inside(x + 1, y)) walls += `M${x + 1} ${y}v1`;
  }
  return walls;
}

/** The middle of a room. */
export function middleOf(palace: Palace, letter: string): Spot {
  const spots = cellsOf(palace, letter).map((cell) => spotOf(palace, cell));
  const mean = (of: (spot: Spot) => number) => spots.reduce((sum, spot) => sum + of(spot), 0) / spots.length + 0.5;
  return { x: mean((spot) => spot.x), y: mean((spot) => spot.y) };
}
