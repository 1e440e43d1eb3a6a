/** What a seat has that the others have not, where a table chose so: a start cell, say. */
import type { GameTold, Value } from "./types";

/** The words of a game under `options.NAME.seating`: by value and by number of seats, a note for each seat. */
type Seating = Record<string, Record<string, string[]>>;

export function seatNote(
  game: GameTold,
  chosen: (option: string) => Value | undefined,
  seats: number,
  seat: number,
): string | null {
  const words = (game.words["options"] ?? {}) as Record<string, { seating?: Seating }>;
  const notes = game.options.map(({ name }) => words[name]?.seating?.[String(chosen(name))]?.[seats]?.[seat]);
  return notes.find((note) => note !== undefined) ?? null;
}
