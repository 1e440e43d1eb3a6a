/** What the host sees and does: the doors, the tables, what will go, the people. */
import { ask, get, patch, post } from "./http";
import { me } from "./me.svelte";
import type {
  GivenUpAnswer,
  HostTold,
  PeopleAnswer,
  PersonTold,
  Swept,
  SweptAnswer,
  TableNote,
  TablesAnswer,
} from "./types";

const CODE = /([0-9a-z]{20,})\s*$/i; // at the end of a link, or alone

export class Hosting {
  house = $state.raw<HostTold | null>(null);
  tables = $state.raw<TableNote[]>([]);
  people = $state.raw<PersonTold[]>([]);
  swept = $state.raw<Swept[]>([]);
  givenUp = $state.raw<GivenUpAnswer>({ given_up: [], days: 0 });
  names = $state.raw<Record<string, string>>({});
  moreTables = $state<string | null>(null);
  morePeople = $state<string | null>(null);

  /** The host's code in a pasted link or text; null if there is none. */
  static code(text: string): string | null {
    return CODE.exec(text.trim())?.[1] ?? null;
  }

  async enter(code: string): Promise<void> {
    await post("/api/host/enter", { code });
    await this.#meet();
  }

  async leave(): Promise<void> {
    await post("/api/host/leave");
    await this.#meet();
  }

  async #meet(): Promise<void> {
    me.told = null;
    await me.meet();
  }

  async look(): Promise<void> {
    this.house = await get<HostTold>("/api/host");
    const [swept, tables, people, givenUp] = await Promise.all([
      get<SweptAnswer>("/api/host/swept"),
      get<TablesAnswer>("/api/host/tables"),
      get<PeopleAnswer>("/api/host/people"),
      get<GivenUpAnswer>("/api/host/notices"),
    ]);
    this.swept = swept.tables;
    this.givenUp = givenUp;
    this.tables = tables.tables;
    this.people = people.people;
    this.names = { ...swept.names, ...tables.names };
    this.moreTables = tables.more ?? null;
    this.morePeople = people.more ?? null;
  }

  async olderTables(): Promise<void> {
    const page = await get<TablesAnswer>(`/api/host/tables?before=${encodeURIComponent(this.moreTables ?? "")}`);
    this.tables = [...this.tables, ...page.tables];
    this.names = { ...this.names, ...page.names };
    this.moreTables = page.more ?? null;
  }

  async furtherPeople(): Promise<void> {
    const page = await get<PeopleAnswer>(`/api/host/people?after=${encodeURIComponent(this.morePeople ?? "")}`);
    this.people = [...this.people, ...page.people];
    this.morePeople = page.more ?? null;
  }

  async change(what: { house_code?: string; keep_days?: number; finished_days?: number }): Promise<void> {
    await patch("/api/host", what);
    await this.look();
  }

  async link(): Promise<string> {
    return (await post<{ link: string }>("/api/host/link")).link;
  }

  /** Something that is done to a table or a person, by its path; then everything is looked at anew. */
  async do(path: string): Promise<void> {
    await post(`/api/host${path}`);
    await this.look();
  }

  async delete(path: string): Promise<void> {
    await ask("DELETE", `/api/host${path}`);
    await this.look();
  }
}
