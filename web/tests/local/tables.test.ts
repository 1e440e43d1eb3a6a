import { expect, test } from "vitest";
import { call, send } from "#python";
import { moduleOf } from "../../src/local/games";
import { decode, encode } from "../../src/local/python/msgspec";
import { begin, load } from "./same";

const typed = (text: string, type: any) => decode(text, { $keywords: [["type", type]] });

/** A table that is given the same commands as Python's was, at the same times, with the same dice. */
class Repeated {
  readonly table: any;
  #drawn = 0;
  readonly dice = { token: () => (++this.#drawn).toString(16).padStart(32, "0") };

  constructor(readonly parts: any) {
    this.table = call(parts.table.Table, ["t"]);
  }

  follow(events: any, actor: any, key: string | null, now: number, trial: any = null): any[] {
    const entries = this.table.entries_for(events, actor, key, now);
    for (const entry of entries) this.table.evolve(entry, trial);
    return entries;
  }

  tell(viewers: [string | null, number | null][]): string[] {
    return viewers.map(([person, seat]) => {
      try {
        return encode(this.parts.telling.tell_table(this.table, call(this.parts.told.Viewer, [person, seat])));
      } catch (error) {
        return this.#code(error);
      }
    });
  }

  #code(error: any): string {
    if (!(error instanceof this.parts.denied.Denied)) throw error;
    return error.code;
  }

  obey(step: any, where: string): void {
    const { people, commands, deciding, telling, told } = this.parts;
    const actor = typed(step.actor, people.Actor);
    try {
      const obeyed = deciding.decide(this.table, actor, typed(step.command, commands.COMMANDS), step.now, this.dice);
      const entries = this.follow(obeyed.events, actor, step.key, step.now, obeyed.trial);
      expect(entries.map(encode), where).toEqual(step.entries);
      const stranger = call(told.Viewer, []);
      expect(
        entries.map((entry) => encode(telling.tell_entry(this.table, entry, stranger))),
        where,
      ).toEqual(step.told);
      expect(encode(this.table.note()), where).toEqual(step.note);
      if (step.viewers) expect(this.tell(step.viewers), where).toEqual(step.tables);
    } catch (error: any) {
      this.#code(error);
      expect([error.code, error.rule_id, error.sentence("fr"), error.sentence("en")], where).toEqual(step.denied);
    }
  }
}

test("a table in the page does what Python's does", async () => {
  const names = ["table", "commands", "deciding", "terms", "people", "told", "denied", "telling"];
  const parts = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await moduleOf(`tables.${name}`)])),
  );
  for (const run of load("tables")) {
    await begin(run.game);
    const repeated = new Repeated(parts);
    const opened = parts.deciding.open_table(typed(run.terms, parts.terms.TableTerms), run.opener, repeated.dice);
    const first = repeated.follow(opened, send(parts.people.Actor, "of", [run.opener]), null, run.now);
    expect(first.map(encode)).toEqual(run.first);
    for (const [number, step] of run.steps.entries())
      repeated.obey(step, `${run.game}, step ${number}: ${step.command} by ${step.actor}`);
  }
}, 300_000);
