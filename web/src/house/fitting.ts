/**
 * What somebody finds who only says "play": a table with bots of a fitting strength. Gentle at first; a step up after a
 * win, a step down after two games lost in a row. The browser remembers.
 */
import { keep, recall } from "../parts/device";
import type { Ending, GameTold, Opening, TableNote, Value } from "./types";

export interface Fit {
  step: number; // of the game's levels, the weakest is 0
  lost: number; // games in a row
  finished: number;
  tables: string[]; // opened this way and not over yet, as far as we know
}

export const NEWCOMER: Fit = { step: 1, lost: 0, finished: 0, tables: [] };
const OWN_SEAT = 0;
const LOST_TOO_OFTEN = 2;
/** A game for so many is a pity with the fewest: then so many sit down. */
const CROWD = 6;
const COMPANY = 3;

/** How many sit down with somebody who does not say it. */
export const usualSeats = (seats: number[]): number => (seats.at(-1)! >= CROWD ? COMPANY : seats[0]!);

type Note = Pick<TableNote, "id" | "status" | "ending">;

/** What the tables that came to an end since then say about somebody's skill. */
export function settle(fit: Fit, notes: Note[], most: number): Fit {
  let { step, lost, finished } = fit;
  const over = notes.filter(
    (note) => fit.tables.includes(note.id) && (note.status === "over" || note.status === "closed"),
  );
  for (const note of over.toReversed()) {
    const ending = note.ending as Ending | null | undefined; // none: the table was closed before
    if (!ending) continue;
    finished += 1;
    const won = ending.winners.includes(OWN_SEAT);
    lost = won ? 0 : lost + 1;
    if (won && ending.winners.length === 1) step = Math.min(step + 1, most);
    if (lost === LOST_TOO_OFTEN) [step, lost] = [Math.max(0, step - 1), 0];
  }
  const settled = new Set(over.map((note) => note.id));
  return { step, lost, finished, tables: fit.tables.filter((table) => !settled.has(table)) };
}

/** So many bots around one of the levels, each another character: the nearest in strength, the weaker first. */
export function cast<Named extends { name: string }>(levels: Named[], step: number, count: number): Named[] {
  const far = (level: Named) => Math.abs(levels.indexOf(level) - step);
  const near = levels.toSorted((one, other) => far(one) - far(other));
  return Array.from({ length: count }, (_, bot) => near[bot % near.length]!);
}

const PACE = "pace";
export type Pace = "calm" | "brisk" | "at_once";
/** How long bots let this person watch. */
export const recallPace = (): Pace => (recall(PACE) as Pace | null) ?? "calm";
export const keepPace = (pace: Pace): void => void keep(PACE, pace);

/** The table that is opened. A second bot is a little weaker than the first, so that it is not two against one. */
export function fittingTable(told: GameTold, fit: Fit, taught = false): Opening {
  const { game, levels: all, levels_later, options } = told;
  const levels = all.filter(({ name }) => !levels_later.includes(name));
  const seats = usualSeats(game.seats);
  const others = cast(levels, Math.min(fit.step, levels.length - 1), seats - 1);
  const bots = Object.fromEntries(others.map((level, other) => [String(other + 1), level.name]));
  const canBeRandom = options.some(
    ({ name, values }) => name === "setup" && values.some(({ value }) => value === "random"),
  );
  // thirty pawns to arrange are too much for a first game, but for whoever a lesson has told of them
  const isNew = fit.finished === 0 && !taught;
  const chosen: Record<string, Value> = isNew && canBeRandom ? { setup: "random" } : {};
  return {
    terms: {
      game: game.name,
      seats,
      options: chosen,
      clock: { kind: "none" },
      listed: false,
      spectators: true,
      hints: true,
      pace: recallPace(),
      several_seats: false,
    },
    sit: [OWN_SEAT],
    bots,
    start: true,
  };
}

const kept = (game: string) => `fitting:${game}`;

export function recallFit(game: string): Fit {
  try {
    return { ...NEWCOMER, ...(JSON.parse(recall(kept(game)) ?? "{}") as Partial<Fit>) };
  } catch {
    return NEWCOMER;
  }
}

export function keepFit(game: string, fit: Fit): void {
  keep(kept(game), JSON.stringify(fit));
}
