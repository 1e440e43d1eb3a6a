/** The tables of the house that the shelf shows: one's own, and those that are open to all. */
import { live } from "../../house/live.svelte";
import { me } from "../../house/me.svelte";
import { MyTables } from "../../house/my_tables.svelte";
import type { ServerMessage, TableNote } from "../../house/types";

export class Tables extends MyTables {
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
    const stop = live.listen((message) => this.hear(message));
    live.lobby(true);
    document.addEventListener("visibilitychange", again);
    void this.refresh();
    this.leave = () => {
      stop();
      live.lobby(false);
      document.removeEventListener("visibilitychange", again);
    };
  }

  override hear(message: ServerMessage): void {
    super.hear(message);
    if (message.t !== "lobby") return;
    if (message.whole && this.known) void this.refresh(); // we were away
    const news = new Set([...message.tables.map((note) => note.id), ...(message.gone ?? [])]);
    const kept = message.whole ? [] : this.#listed.filter((note) => !news.has(note.id));
    this.#listed = [...message.tables, ...kept];
    this.names = { ...this.names, ...message.names };
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
