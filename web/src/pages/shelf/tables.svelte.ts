/** The tables of the house that the shelf shows: one's own, and those that are open to all. */
import { isOnDevice } from "../../house/device";
import { get, mineOnDevice } from "../../house/http";
import { live } from "../../house/live.svelte";
import { me } from "../../house/me.svelte";
import type { ServerMessage, Names, TableNote, TablesAnswer } from "../../house/types";

export class Tables {
  names = $state.raw<Names>({});
  mine = $state.raw<TableNote[]>([]);
  more = $state<string | null>(null); // where older ones of mine begin
  known = $state(false); // mine were asked for and came
  #listed = $state.raw<TableNote[]>([]);

  /** Tables to join, then tables to watch; one's own are in `mine`. */
  open = $derived.by(() => {
    const others = this.#listed.filter((note) => !(note.people ?? []).includes(me.id ?? ""));
    const free = others.filter((note) => note.status === "open" && note.free && !note.locked);
    return [...inTurn(free), ...inTurn(others.filter((note) => note.status === "playing" && note.spectators))];
  });

  /** Stops what `follow` began. */
  leave = (): void => {};

  /** Keeps everything up to date until `leave`. */
  follow(): void {
    const again = () => void (document.visibilityState === "visible" && this.refresh());
    const stop = live.listen((message) => this.#hear(message));
    live.lobby(true);
    document.addEventListener("visibilitychange", again);
    void this.refresh();
    this.leave = () => {
      stop();
      live.lobby(false);
      document.removeEventListener("visibilitychange", again);
    };
  }

  async refresh(): Promise<void> {
    const [answer, here] = await Promise.all([get<TablesAnswer>("/api/mine").catch(() => null), mineOnDevice()]);
    if (!answer) return; // the banner says that the house is away
    const elsewhere = answer.tables.filter(({ id }) => !isOnDevice(id)); // if it is away, the device answered for it
    this.#take({ ...answer, tables: [...(here?.tables ?? []), ...elsewhere] }, []);
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

  #hear(message: ServerMessage): void {
    if (message.t === "mine") this.#hearOfMine(message.tables, message.names);
    if (message.t !== "lobby") return;
    if (message.whole && this.known) void this.refresh(); // we were away
    const news = new Set([...message.tables.map((note) => note.id), ...(message.gone ?? [])]);
    const kept = message.whole ? [] : this.#listed.filter((note) => !news.has(note.id));
    this.#listed = [...message.tables, ...kept];
    this.names = { ...this.names, ...message.names };
  }

  /** A friend moved, sat down, left; or I did, elsewhere. */
  #hearOfMine(notes: TableNote[], names: Names | undefined): void {
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

/** The newest table of each person, then the second of each …: nobody fills the list alone. */
export function inTurn(notes: TableNote[]): TableNote[] {
  const opened = new Map<string, number>();
  const ranked = [...notes]
    .toSorted((one, other) => other.opened_at - one.opened_at)
    .map((note) => {
      const turn = (opened.get(note.host) ?? 0) + 1;
      opened.set(note.host, turn);
      return { note, turn };
    });
  return ranked.toSorted((one, other) => one.turn - other.turn).map(({ note }) => note);
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
