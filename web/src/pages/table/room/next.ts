/** What somebody in a waiting room should do next: the loudest button is for that. */
import { me } from "../../../house/me.svelte";
import type { TableSitting } from "../../../house/table.svelte";

/** `wait`: nothing is left to do but to wait, or to look on. */
export type Step = "sit" | "share" | "start" | "wait";

export const isOpener = (sitting: TableSitting): boolean => sitting.told.host === me.id;

export const freePlaces = (sitting: TableSitting): number[] =>
  sitting.state.sitters.flatMap((place, seat) => (place.sitter ? [] : [seat]));

/** People who sit here and have no tab at the table; a guest bot comes when the game begins. */
export function awaited(sitting: TableSitting): string[] {
  const people = sitting.state.sitters.flatMap(({ sitter }) => (sitter?.kind === "human" ? [sitter.person] : []));
  const isAway = (person: string) => person !== me.id && !person.startsWith("bot-") && !sitting.here.includes(person);
  return [...new Set(people)].filter(isAway);
}

/** Whoever opened the table begins; if they are away, anybody who sits there. */
export function mayStart(sitting: TableSitting): boolean {
  return isOpener(sitting) || (sitting.ownSeats.length > 0 && !sitting.here.includes(sitting.told.host));
}

export function nextStep(sitting: TableSitting): Step {
  const free = freePlaces(sitting).length;
  const seated = sitting.ownSeats.length > 0;
  if (!seated && free > 0 && (isOpener(sitting) || !sitting.state.locked)) return "sit";
  if (free > 0) return isOpener(sitting) ? "share" : "wait";
  if (mayStart(sitting) && awaited(sitting).length === 0) return "start";
  return isOpener(sitting) ? "share" : "wait";
}
