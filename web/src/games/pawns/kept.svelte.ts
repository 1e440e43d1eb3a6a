/** What is kept in this browser for both games: the arrangements that somebody made and named, and a habit. */
import { drop, keep, recall } from "../../parts/device";
import { draftOf, isWhole, reserveOf, type Formation } from "./formations";

const KEY = "pawns.formations";
const BY_HAND = "pawns.by_hand";

/** Whether thirty letters are an arrangement: what is kept may be old, or somebody else's. */
function isFormation(rows: unknown): rows is string {
  if (typeof rows !== "string" || !/^[SMT]{30}$/.test(rows)) return false;
  const draft = draftOf(rows);
  return isWhole(draft) && Object.values(reserveOf(draft)).every((left) => left === 0);
}

function read(): Formation[] {
  try {
    const kept: unknown = JSON.parse(recall(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one?.name === "string" && isFormation(one.rows)) : [];
  } catch {
    return [];
  }
}

class Kept {
  all = $state.raw<Formation[]>(read());

  #sweeping = $state(recall(BY_HAND) === null);

  /** Whether a step takes all it can; otherwise the takings are chosen after it. */
  get sweeping(): boolean {
    return this.#sweeping;
  }
  set sweeping(on: boolean) {
    this.#sweeping = on;
    if (on) drop(BY_HAND);
    else keep(BY_HAND, "");
  }

  keep(formation: Formation): void {
    this.#write([...this.all.filter((one) => one.name !== formation.name), formation]);
  }

  forget(name: string): void {
    this.#write(this.all.filter((one) => one.name !== name));
  }

  #write(all: Formation[]): void {
    this.all = all;
    keep(KEY, JSON.stringify(all));
  }
}

export const kept = new Kept();
