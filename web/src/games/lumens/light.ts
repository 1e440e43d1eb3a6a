/** What the lamps do: the ways they count, the strength they give to a room, and what a lamp more would change. */
import type { Sitting } from "../sitting";
import { cellAt, cellsOf, type Palace, readPalace, spotOf } from "./edition";
import type { Lamp, Lamps, LumensView } from "./view";

/** A way of light: the cells that are counted, as far as it gets, and what stops it there. */
export interface Way {
  counted: string[];
  stop: string | null; // the cell of the token that bars it (LU-08), or a goal on which nobody may place (LU-10, LU-11)
}

const DIRECTIONS = [
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
] as const;
const PILE = 2; // LU-10

export const KINDS = ["1/6", "2/5", "3/4"];

export function facesOf(kind: string | null | undefined): number[] {
  return kind && kind !== "?" ? kind.split("/").map(Number) : [];
}

export function topOf(lamps: Lamps, cell: string): Lamp | undefined {
  return lamps[cell]?.at(-1);
}

/** LU-07, LU-08: where a lamp of this seat with this face leads from a cell. A way that leaves the palace is none. */
export function waysFrom(palace: Palace, view: LumensView, cell: string, seat: number, face: number): Way[] {
  const { x, y } = spotOf(palace, cell);
  return DIRECTIONS.flatMap(([dx, dy]) => {
    const cells = Array.from({ length: face }, (_, i) => cellAt(palace, { x: x + dx * (i + 1), y: y + dy * (i + 1) }));
    if (!allThere(cells)) return [];
    const barred = cells.findIndex((one, i) => i < face - 1 && view.board[one]);
    if (barred >= 0) return [{ counted: cells.slice(0, barred), stop: cells[barred]! }];
    const goal = cells[face - 1]!;
    const closed =
      (view.board[goal]?.length ?? 0) >= PILE || view.starts.some((start, i) => start === goal && i !== seat);
    return [{ counted: cells, stop: closed ? goal : null }];
  });
}

function allThere(cells: (string | null)[]): cells is string[] {
  return !cells.includes(null);
}

/** The lamps of a seat from which a cell could be counted: where a light that is placed there may come from. */
export function sourcesOf(palace: Palace, view: LumensView, seat: number, goal: string): string[] {
  return Object.keys(view.board).filter((cell) => {
    const top = topOf(view.board, cell)!;
    return (
      top[0] === seat &&
      waysFrom(palace, view, cell, seat, top[2]).some((way) => !way.stop && way.counted.at(-1) === goal)
    );
  });
}

export function withLamp(lamps: Lamps, cell: string, lamp: Lamp): Lamps {
  return { ...lamps, [cell]: [...(lamps[cell] ?? []), lamp] };
}

/** LU-18: by room, the sum of each seat's visible numbers. */
export function strengths(palace: Palace, lamps: Lamps, seats: number): Record<string, number[]> {
  return Object.fromEntries(palace.letters.map((letter) => [letter, strengthIn(palace, lamps, seats, letter)]));
}

function strengthIn(palace: Palace, lamps: Lamps, seats: number, letter: string): number[] {
  const sums = Array<number>(seats).fill(0);
  for (const cell of cellsOf(palace, letter)) {
    const top = topOf(lamps, cell);
    if (top) sums[top[0]]! += top[2];
  }
  return sums;
}

/** Who is strongest in a room; several in a tie, nobody where it is dark. */
export function leadersOf(strength: number[]): number[] {
  const most = Math.max(...strength);
  return most === 0 ? [] : strength.flatMap((sum, seat) => (sum === most ? [seat] : []));
}

/** LU-19, LU-20: what a room would bring if it were counted now. */
export function pointsOf(strength: number[]): number[] {
  const leaders = leadersOf(strength);
  const rest = strength.map((sum, seat) => (leaders.includes(seat) ? 0 : sum));
  const seconds = strength.length > 2 && leaders.length === 1 ? leadersOf(rest) : [];
  return strength.map((_, seat) => (leaders.includes(seat) ? 4 : seconds.includes(seat) ? 2 : 0));
}

export function totalOf(rooms: number[][]): number[] {
  return (rooms[0] ?? []).map((_, seat) => rooms.reduce((sum, room) => sum + room[seat]!, 0));
}

/** What all rooms would bring if they were counted now. */
export function pointsNow({ view, edition, seats }: Sitting<LumensView>): number[] | null {
  if (view?.phase !== "play") return null;
  return totalOf(Object.values(strengths(readPalace(edition ?? "", seats), view.board, seats)).map(pointsOf));
}

/** What a lamp would change in the room where it is placed. */
export interface Effect {
  letter: string | null; // null: a passage
  sums: { seat: number; before: number; after: number }[]; // mine, and those that change
  standing: "ahead" | "level" | "second" | "behind" | "worth_nothing";
}

export function effectOf(palace: Palace, lamps: Lamps, seats: number, cell: string, lamp: Lamp): Effect {
  const letter = palace.room[cell] ?? null;
  if (!letter) return { letter, sums: [], standing: "worth_nothing" };
  const seat = lamp[0];
  const before = strengthIn(palace, lamps, seats, letter);
  const after = strengthIn(palace, withLamp(lamps, cell, lamp), seats, letter);
  const sums = after.map((sum, whose) => ({ seat: whose, before: before[whose]!, after: sum }));
  return {
    letter,
    sums: sums.filter((sum) => sum.before !== sum.after || sum.seat === seat),
    standing: standingOf(after, seat),
  };
}

function standingOf(strength: number[], seat: number): Effect["standing"] {
  const leaders = leadersOf(strength);
  if (leaders.includes(seat)) return leaders.length > 1 ? "level" : "ahead";
  return pointsOf(strength)[seat] ? "second" : "behind";
}

/** How many tokens a seat still has, in its bag and in its hand. */
export function stockOf(view: LumensView, seat: number): number {
  const unseen = Object.values(view.left[seat] ?? {}).reduce((sum, count) => sum + count, 0);
  return unseen + (facesOf(view.hands[seat]).length > 0 ? 1 : 0);
}

/** LU-17: how many tokens a seat will still place; the last one stays in the hand unless the table plays it, too. */
export function toPlace(view: LumensView, seat: number, isPlayedOut: boolean): number {
  const unseen = Object.values(view.left[seat] ?? {}).reduce((sum, count) => sum + count, 0);
  return isPlayedOut ? stockOf(view, seat) : unseen;
}
