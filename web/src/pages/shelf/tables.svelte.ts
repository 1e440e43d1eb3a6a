/** The tables of the house that the shelf shows: one's own, and those that are open to all. */
import { get } from "../../house/asking";
import { live } from "../../house/live.svelte";
import { me } from "../../house/me.svelte";
import type { Message, Names, TableNote, TablesAnswer } from "../../house/told";

export class Tables {
  names = $state.raw<Names>({});
  mine = $state.raw<TableNote[]>([]);
  more = $state<string | null>(null); // where older ones of mine begin
  known = $state(false); // mine were asked for and came
  #listed = $state.raw<TableNote[]>([]);

  /** Tables to join, then tables to watch; one's own are in `mine`. */
  open = $derived.by(() => {
    const others = this.#listed.filter((note) => !(note.people ?? []).includes(me.id ?? ""));
    const free = others.filter((note) => note.status === "open" && note.free > 0 && !note.locked);
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
    const answer = await get<TablesAnswer>("/api/mine").catch(() => null);
    if (!answer) return; // the banner says that the house is away
    this.#take(answer, []);
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

  #hear(message: Message): void {
    if (message.t !== "lobby") return;
    const news = new Set([...message.tables.map((note) => note.id), ...(message.gone ?? [])]);
    const kept = message.whole ? [] : this.#listed.filter((note) => !news.has(note.id));
    this.#listed = [...message.tables, ...kept];
    this.names = { ...this.names, ...message.names };
    if (this.mine.some((note) => news.has(note.id))) void this.refresh();
  }
}

/** The newest table of each person, then the second of each …: nobody fills the list alone. */
export function inTurn(notes: TableNote[]): TableNote[] {
  const opened = new Map<string, number>();
  const ranked = [...notes]
    .sort((one, other) => other.opened_at - one.opened_at)
    .map((note) => {
      const turn = (opened.get(note.host) ?? 0) + 1;
      opened.set(note.host, turn);
      return { note, turn };
    });
  return ranked.sort((one, other) => one.turn - other.turn).map(({ note }) => note);
}

/** Whether a game waits for me alone: nobody else is there, and no bot is thinking. */
export function myTurn(note: TableNote): boolean {
  const people = note.people ?? [];
  return note.status === "playing" && !note.bot_to_move && people.length === 1 && people[0] === me.id;
}
