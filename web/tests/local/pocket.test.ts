import { expect, test } from "vitest";
import { call, Dict } from "#python";
import { moduleOf } from "../../src/local/games";
import { begin, load, same } from "./same";

/** A house on one device that is asked and told what Python's was. */
async function repeat(run: any): Promise<void> {
  const game = await begin(run.game, true);
  const { PocketHouse } = await moduleOf("reception.pocket");
  const { answer } = await moduleOf("reception.pocket_routes");
  let drawn = 0;
  const dice = { token: () => (++drawn).toString(16).padStart(32, "0") };
  const house = call(PocketHouse, [dice, "ada", "Ada"]);
  house.language = run.language;
  const replies: Record<string, (what: any, now: number) => any> = {
    ask: ([, method, path, query, body], now) =>
      answer(house, method, path, new Dict(Object.entries(query)), body, now),
    hear: ([, text], now) => house.hear(text, now),
    bot: (_, now) => {
      const turn = house.bot_turn(now);
      return house.bot_plays(turn, house.think(turn), now);
    },
    tick: (_, now) => house.tick(now),
    review: ([, subject, parts, kept], now) => {
      for (let made = 0; made < parts; made++) {
        const work = house.reviews.wanted(now);
        game.module.within(() => house.reviews.advance(work));
      }
      same(house.reviews.written(subject) ?? "", kept ?? "", `what is kept of ${subject}`);
      house.reviews.bring(subject, kept);
      return house.reply();
    },
  };
  for (const [number, step] of run.steps.entries()) {
    const reply = replies[step.what[0]]!(step.what, step.now);
    const kept = reply.kept.map((one: any) => [one.table, one.after, one.entries, one.note]);
    const told = [reply.status, reply.body, kept, reply.told];
    same(JSON.stringify(told), JSON.stringify(step.reply), `${run.game}, step ${number}: ${step.what}`);
  }
}

test("a house in the page answers as Python's does", async () => {
  const runs = load("pocket");
  for (const run of runs) await repeat(run);
  expect(runs.length).toBeGreaterThan(0);
}, 300_000);
