import { expect, test } from "vitest";
import { call, Dict } from "#python";
import { moduleOf } from "../../src/local/games";
import { encode } from "../../src/local/python/msgspec";
import { begin, load, same } from "./same";

/** A game looked back at: its searches, sums, reasons and sentences must be Python's. */
async function lookBack(run: any): Promise<void> {
  const game = await begin(run.game, true);
  const { read_record } = await moduleOf("referee.records");
  const { Plan, Reviewing } = await moduleOf("reviews.reviewing");
  const { ReviewAnswer, tell } = await moduleOf("reception.reviews");
  const plan = call(Plan, [], Object.entries(run.plan));
  const reviewing = call(Reviewing, [read_record(run.record), plan]);
  const searcher = reviewing.searcher();
  while (reviewing.todo().length)
    for (const task of reviewing.todo()) game.module.within(() => reviewing.add(reviewing.make(searcher, task)));
  const answer = call(ReviewAnswer, ["t", "done"], [["review", reviewing.finish()]]);
  const told = encode(tell(answer, new Dict([[0, "Ada"]]), "fr"));
  same(told, run.answer, `${run.game} for ${run.seats}, ${run.plan.simulations} simulations`);
}

test("a review in the page is Python's, byte for byte", async () => {
  const runs = load("reviews");
  for (const run of runs) await lookBack(run);
  expect(runs.length).toBeGreaterThan(0);
}, 600_000);
