/** Games from the real box that are being copied: kept on this device, several at once, until they are deleted. */
import { keep, recall } from "../parts/device";
import type { RecordBrought } from "./types";

/** One entry, to be taken back as one: moves that went together, or something that chance showed. */
export type Step = { moves: number } | { number: number; place: number };

export interface BoxGame {
  id: string;
  at: number; // milliseconds since 1970
  record: RecordBrought;
  seen: number[][]; // by chance event, the places of its outcome that were told; the rest is filled in
  steps: Step[];
  names?: string[]; // by seat; "" for who has none
}

/** Browsers keep `crypto.randomUUID` to secure pages, and this one is also served on plain HTTP. */
export const newBoxId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const KEPT = "box-games";
const MOST = 12;

/** The newest first. What is kept may be old, or somebody else's. */
export function boxGames(): BoxGame[] {
  try {
    const kept: unknown = JSON.parse(recall(KEPT) ?? "[]");
    return Array.isArray(kept)
      ? kept.filter((one) => typeof one?.record?.game === "string" && one.seen && one.steps)
      : [];
  } catch {
    return [];
  }
}

/** Whether it was kept. A game without an entry is not worth it. */
export function keepBox(game: BoxGame): boolean {
  const others = boxGames().filter(({ id }) => id !== game.id);
  if (game.steps.length === 0) return true;
  return keep(KEPT, JSON.stringify([game, ...others].slice(0, MOST)));
}

export function dropBox(id: string): void {
  keep(KEPT, JSON.stringify(boxGames().filter((one) => one.id !== id)));
}
