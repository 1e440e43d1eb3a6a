/** One's own tables, wherever they are, and which of them wait for whoever sits here. */
import { isCopyOf } from "./copies";
import { isOnDevice } from "./device";
import { get, mineOnDevice } from "./http";
import { me } from "./me.svelte";
import { isSite } from "./place";
import type { Names, ServerMessage, TableNote, TablesAnswer } from "./types";

export class MyTables {
  names = $state.raw<Names>({});
  mine = $state.raw<TableNote[]>([]);
  more = $state<string | null>(null); // where older ones of mine begin
  known = $state(false); // mine were asked for and came
  toKeep = $state(0); // tables of this device that the house, which answers, could keep

  async refresh(): Promise<void> {
    const [answer, here] = await Promise.all([get<TablesAnswer>("/api/mine").catch(() => null), mineOnDevice()]);
    if (!answer) return; // the banner says that the house is away
    const elsewhere = answer.tables.filter(({ id }) => !isOnDevice(id)); // if it is away, the device answered for it
    const isThere = !isSite && elsewhere.length === answer.tables.length;
    const { tables, toKeep } = here?.tables.length
      ? await (await import("./handing_over")).merge(here.tables, elsewhere, isThere)
      : { tables: elsewhere, toKeep: 0 };
    this.#take({ ...answer, names: { ...here?.names, ...answer.names }, tables }, []);
    this.toKeep = toKeep;
    this.known = true;
  }

  async older(): Promise<void> {
    if (this.more === null) return;
    const answer = await get<TablesAnswer>(`/api/mine?before=${encodeURIComponent(this.more)}`).catch(() => null);
    if (answer) this.#take(answer, this.mine);
  }

  #take(answer: TablesAnswer, before: TableNote[]): void {
    this.names = { ...this.names, ...answer.names };
    this.mine = [...before, ...answer.tables];
    this.more = answer.more ?? null;
  }

  /** A friend moved, sat down, left; or I did, elsewhere. */
  hear(message: ServerMessage): void {
    if (message.t !== "mine") return;
    const { names } = message;
    const notes = message.tables.filter(({ id }) => !isCopyOf(this.mine, id)); // the game is listed as this device has it
    this.names = { ...this.names, ...names };
    const fresh = new Map(notes.map((note) => [note.id, note]));
    const added = notes.filter(({ id }) => !this.mine.some((note) => note.id === id));
    const known = this.mine.map((note) => {
      const news = fresh.get(note.id);
      return news && news.seq >= note.seq ? news : note;
    });
    this.mine = [...added, ...known].filter(({ id, people }) => isOnDevice(id) || people?.includes(me.id ?? ""));
  }
}

/** Whether a game waits for me. */
export function myTurn(note: TableNote): boolean {
  return note.status === "playing" && (note.waiting?.people ?? []).includes(me.id ?? "");
}

/** Whether everybody sits at my table, and nobody has begun yet. */
export function canBegin(note: TableNote): boolean {
  return note.status === "open" && !note.free && (note.people ?? []).includes(me.id ?? "");
}

/**
 * The most urgent first: whose clock runs out soonest; then those where people wait, not bots only; then the latest, for
 * whoever has just moved may still sit there.
 */
export function urgentFirst(notes: TableNote[]): TableNote[] {
  const end = (note: TableNote) => note.deadline ?? Infinity;
  const company = (note: TableNote) => ((note.people ?? []).length > 1 ? 0 : 1);
  const since = (note: TableNote) => note.waiting?.since ?? note.touched_at;
  return notes.toSorted(
    (one, other) =>
      (end(one) === end(other) ? 0 : end(one) - end(other)) ||
      company(one) - company(other) ||
      since(other) - since(one),
  );
}

/** How many games wait for me, on the icon of the page where it is installed. */
export function badge(count: number): void {
  const done = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  done?.catch(() => {}); // the system may not want badges
}
