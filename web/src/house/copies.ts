/** Games of this device that the house keeps as they go: which table has which copy there. */
import { keep, recall } from "../parts/device";

const KEPT = "copies-in-the-house";
const UNKNOWN = ""; // the house may have a copy, but its answer was lost

/** By the ids of tables of this device: those of their copies. */
export const copies = (): Record<string, string> => JSON.parse(recall(KEPT) ?? "{}") as Record<string, string>;

const write = (told: Record<string, string>): boolean => keep(KEPT, JSON.stringify(told));

/** Before the house is told of a table for the first time. */
export function expectCopy(table: string): void {
  if (copies()[table] === undefined) write({ ...copies(), [table]: UNKNOWN });
}
export function noteCopy(table: string, copy: string): void {
  write({ ...copies(), [table]: copy });
}
export function forgetCopy(table: string): void {
  const others = copies();
  delete others[table];
  write(others);
}

/** Whether the house was told of a table, and nobody knows which its copy is. */
export const isUnsure = (table: string): boolean => copies()[table] === UNKNOWN;

/** Whether a table of the house is the copy of one that is listed: the same game, which is not to be seen twice. */
export const isCopyOf = (listed: { id: string }[], id: string): boolean => {
  const known = copies();
  return listed.some((note) => known[note.id] === id);
};
