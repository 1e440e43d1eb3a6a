/**
 * What this device keeps of finished games: victories by opponent, victories in a row, and firsts (the first victory at
 * a level, every game tried, …). Nobody else is told; whoever wishes deletes it (pages/me/Keepsakes.svelte).
 */
import { drop, keep, recall } from "../parts/device";

export type Outcome = "won" | "drawn" | "lost";

export interface Rival {
  key: string; // a level of a game, or a person
  name: string;
  isBot: boolean;
}

/** A finished game, as somebody who sat at one place of it has it. */
export interface Finished {
  table: string;
  game: string;
  seats: number;
  outcome: Outcome | null; // null: several places of this table were theirs, so nobody else lost
  rivals: Rival[];
}

interface Score {
  won: number;
  drawn: number;
  lost: number;
}

export interface Keepsakes {
  counted: string[]; // tables, the newest last: none is counted twice
  games: Record<string, Score>; // by game
  rivals: Record<string, Score>; // by key
  row: number; // victories in a row
  longest: number;
  firsts: Record<string, number>; // when, in milliseconds since 1970
}

/** What one more game means to somebody. */
export interface Memory {
  score: Score; // against the only rival, or in this game
  row: number;
  firsts: string[]; // the new ones
}

const KEPT = "keepsakes";
const MOST_COUNTED = 100;
export const ROWS = [3, 5, 10]; // victories in a row that are a first

const nothing = (): Keepsakes => ({ counted: [], games: {}, rivals: {}, row: 0, longest: 0, firsts: {} });
const NONE: Score = { won: 0, drawn: 0, lost: 0 };

/** What is kept may be old, or somebody else's. */
export function recallKeepsakes(): Keepsakes {
  try {
    const kept = JSON.parse(recall(KEPT) ?? "{}") as Partial<Keepsakes>;
    return { ...nothing(), ...(typeof kept === "object" ? kept : {}) };
  } catch {
    return nothing();
  }
}

export const dropKeepsakes = (): void => drop(KEPT);

/** The firsts that a game is, by themselves; which are new is for `remember` to say. */
function firstsOf(
  { game, seats, outcome, rivals }: Finished,
  kept: Keepsakes,
  all: string[],
  strangers: boolean,
): string[] {
  const found = [`tried:${game}`];
  if (all.length > 1 && all.every((name) => name === game || kept.firsts[`tried:${name}`])) found.push("tried");
  if (outcome === null) found.push("device");
  if (outcome === "drawn") found.push("drawn");
  if (outcome !== "won") return found;
  found.push(`won:${game}`, `seats:${seats}`);
  for (const { key, isBot } of rivals) if (isBot) found.push(`level:${key}`);
  if (strangers) found.push("person");
  for (const row of ROWS) if (kept.row >= row) found.push(`row:${row}`);
  return found;
}

const plus = (score: Score | undefined, outcome: Outcome): Score => {
  const before = score ?? NONE;
  return { ...before, [outcome]: before[outcome] + 1 };
};

/** One more game. `all`: the games of the shelf. A table that was counted before changes nothing. */
export function remember(before: Keepsakes, finished: Finished, all: string[], now: number): [Keepsakes, Memory] {
  const { table, game, outcome, rivals } = finished;
  const kept: Keepsakes = structuredClone(before);
  const isNew = !kept.counted.includes(table);
  const firsts: string[] = [];
  if (isNew) {
    kept.counted = [...kept.counted, table].slice(-MOST_COUNTED);
    if (outcome) {
      kept.games[game] = plus(kept.games[game], outcome);
      for (const { key } of rivals) kept.rivals[key] = plus(kept.rivals[key], outcome);
      kept.row = outcome === "won" ? kept.row + 1 : outcome === "lost" ? 0 : kept.row;
      kept.longest = Math.max(kept.longest, kept.row);
    }
    const people = rivals.some(({ isBot }) => !isBot);
    for (const first of firstsOf(finished, kept, all, people)) {
      if (kept.firsts[first]) continue;
      kept.firsts[first] = now;
      firsts.push(first);
    }
  }
  const score = (rivals.length === 1 ? kept.rivals[rivals[0]!.key] : kept.games[game]) ?? NONE;
  return [kept, { score, row: outcome === "won" ? kept.row : 0, firsts }];
}

/** Counts a finished game on this device, and says what it means. */
export function rememberHere(finished: Finished, all: string[]): Memory {
  const [kept, memory] = remember(recallKeepsakes(), finished, all, Date.now());
  keep(KEPT, JSON.stringify(kept));
  return memory;
}
