/** Boards and decks that are being drawn: kept on this device as one draws, several at once, until they are deleted. */
import { drop, keep, recall } from "../parts/device";
import { newBoxId } from "./box_games";

export interface Draft {
  id: string; // the same in the house, once it is kept there
  game: string;
  name: string;
  text: string; // the whole file
  at: number; // milliseconds since 1970
  step?: number; // of the guide, for a box that is being copied
  judged?: { subject: string; seats: number }; // what bots were asked about this very text
}

export const LONGEST_DRAFT = 200_000; // bytes; a house takes no more
const LIST = "drafts"; // their ids, the latest first
const MOST = 24;
const ID = /^[0-9a-z]{8,40}$/;
const key = (id: string) => `draft:${id}`;

function ids(): string[] {
  try {
    const kept: unknown = JSON.parse(recall(LIST) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === "string" && ID.test(id)) : [];
  } catch {
    return [];
  }
}

/** What is kept may be old, or somebody else's. */
export function draft(id: string): Draft | null {
  try {
    const kept = JSON.parse(recall(key(id)) ?? "null") as Draft | null;
    return kept && [kept.game, kept.name, kept.text].every((part) => typeof part === "string") ? { ...kept, id } : null;
  } catch {
    return null;
  }
}

/** The latest first. */
export const drafts = (): Draft[] =>
  ids()
    .flatMap((id) => draft(id) ?? [])
    .toSorted((one, other) => other.at - one.at);

/** Whether it was kept. */
export function keepDraft(one: Draft): boolean {
  const all = [one.id, ...ids().filter((id) => id !== one.id)];
  for (const old of all.splice(MOST)) drop(key(old));
  return keep(key(one.id), JSON.stringify(one)) && keep(LIST, JSON.stringify(all));
}

export function dropDraft(id: string): void {
  drop(key(id));
  keep(LIST, JSON.stringify(ids().filter((one) => one !== id)));
}

/** A new draft of somebody's, on the bench; its address in the workshop. */
export function beginDraft(begun: Omit<Draft, "id" | "at">): string {
  const one = { ...begun, id: newBoxId(), at: Date.now() };
  keepDraft(one);
  return `/workshop/${one.id}`;
}
