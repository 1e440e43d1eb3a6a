/** The result of a table in words: who won, and why, for whoever looks at it. */
import type { EndingParts, GamePart } from "../../../games/sitting";
import type { Finished, Outcome, Rival } from "../../../house/keepsakes";
import type { TableSitting } from "../../../house/table.svelte";
import type { Ending } from "../../../house/types";
import { w } from "../../../words";
import { o } from "../../../words/over";

/** Endings that people make, not the rules; their points only say who won. */
const BY_PEOPLE = ["resigned", "time", "agreement"];
export const isByPeople = ({ reason }: Ending): boolean => BY_PEOPLE.includes(reason);

/** The only place at the table that is mine; null for onlookers, and for people who share a device. */
const ownSeat = ({ ownSeats }: TableSitting): number | null => (ownSeats.length === 1 ? ownSeats[0]! : null);

export function isDrawn(sitting: TableSitting, { winners }: Ending): boolean {
  return winners.length % sitting.seats === 0 && !!sitting.game.game.drawable; // nobody, or all of them
}

export function outcomeOf(sitting: TableSitting, ending: Ending): Outcome | null {
  const own = ownSeat(sitting);
  if (own === null) return null;
  if (isDrawn(sitting, ending)) return "drawn";
  return ending.winners.includes(own) ? "won" : "lost";
}

export function sayHeadline(sitting: TableSitting, ending: Ending): string {
  const names = sayNames(sitting, ending.winners);
  if (isDrawn(sitting, ending)) return w().over.drawn;
  if (ending.winners.length === 0) return w().over.nobody;
  if (ending.winners.length > 1) return w().over.shared({ names });
  return ending.winners[0] === ownSeat(sitting) ? w().over.won : w().over.won_by({ names });
}

function sayNames(sitting: TableSitting, seats: number[]): string {
  const names = seats.map((seat) => sitting.names[seat]!);
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(w().over.and);
}

/** Why it ended so, in one sentence: with names where one seat won, otherwise as the game says it. */
export function sayReason(part: GamePart, sitting: TableSitting, ending: Ending): string {
  const { reason, seat } = ending;
  if (seat !== undefined && (reason === "resigned" || reason === "time")) {
    const you = seat === ownSeat(sitting);
    return o()[reason]({ you, name: sitting.names[seat]! });
  }
  const own = ending.winners.length === 1 ? part.endings?.()[reason]?.(partsOf(sitting, ending)) : undefined;
  return own ?? (sitting.game.words.endings as Record<string, string> | undefined)?.[reason] ?? "";
}

function partsOf(sitting: TableSitting, { winners, points }: Ending): EndingParts {
  const [winner] = winners as [number];
  const others = points.map((_, seat) => seat).filter((seat) => seat !== winner);
  const [runner] = others.toSorted((one, other) => points[other]! - points[one]!);
  const own = ownSeat(sitting);
  const [most, second] = [points[winner]!, points[runner!]!];
  return {
    you: own === winner ? "won" : own === null ? "looks" : "lost",
    winner: sitting.names[winner]!,
    loser: sayNames(sitting, others),
    runner: sitting.names[runner!]!,
    points: most,
    second,
    margin: most - second,
  };
}

/** The game as this device may remember it; null if it was only looked at, began where somebody
 * chose, or was remembered when it was played on a device. */
export function finishedOf(sitting: TableSitting, ending: Ending): Finished | null {
  const { told, state, ownSeats } = sitting;
  const isMinded = ownSeats.some((seat) => state.sitters[seat]?.bot); // a bot finished it
  if (ownSeats.length === 0 || isMinded || told.departures?.some((one) => one !== "edition")) return null;
  const rivals = new Map<string, Rival>();
  for (const [seat, { sitter }] of state.sitters.entries()) {
    if (ownSeats.includes(seat) || !sitter) continue;
    const isBot = sitter.kind === "bot";
    const key = isBot ? `${told.game}:${sitter.level}` : `person:${sitter.person}`;
    rivals.set(key, { key, name: sitting.names[seat]!, isBot });
  }
  return {
    table: sitting.id,
    game: told.game,
    seats: sitting.seats,
    outcome: outcomeOf(sitting, ending),
    rivals: [...rivals.values()],
  };
}
