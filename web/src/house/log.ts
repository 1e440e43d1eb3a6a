/** Reading a table's log. */
import type { Happened } from "../games/sitting";
import type { EntryTold } from "./types";

/** The plays of the game as it stands: what was taken back is not there. */
export function plays(entries: EntryTold[]): Happened[] {
  const made: Happened[] = [];
  for (const { seq, event } of entries) {
    if (event.event === "played") made.push({ number: seq, seat: event.seat, moves: event.moves ?? null });
    else if (event.event === "taken_back") takeBack(made, event.decisions);
  }
  return made;
}

/** Moves are taken back one by one; a play loses its last ones first. */
function takeBack(made: Happened[], decisions: number): void {
  let left = decisions;
  while (left > 0 && made.length > 0) {
    const play = made.pop()!;
    const moves = play.moves ?? [""];
    if (moves.length > left) made.push({ ...play, moves: moves.slice(0, -left) });
    left -= moves.length;
  }
}
