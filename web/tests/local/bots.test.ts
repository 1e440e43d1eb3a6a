import { expect, test } from "vitest";
import { call } from "#python";
import { moduleOf } from "../../src/local/games";
import { begin, load } from "./same";

/** A game that goes on among bots: each must answer as Python's did. */
async function goOn(run: any): Promise<void> {
  const game = await begin(run.game, true);
  const { load: open } = await moduleOf("referee.referee");
  const { find_player } = await moduleOf("bots.players");
  const { Budget, Sight } = await moduleOf("bots.protocol");
  const referee = open(run.record);
  const bots = run.players.map((name: string) => find_player(game, name).bot());
  for (const [number, turn] of run.turns.entries()) {
    const sight = Sight.of(game, referee.e, referee.view_record(turn.seat), turn.seat, referee.seats);
    const advice = bots[turn.seat].choose(sight, call(Budget, [null, run.simulations]), turn.seed);
    const told = {
      move: advice.move,
      prospects: advice.prospects.map((one: any) => [one.move, one.chance, one.visits]),
      line: advice.line,
      simulations: advice.simulations,
    };
    const { seat, seed, ...expected } = turn;
    const where = `${run.game}, turn ${number}: ${run.players[seat]} with seed ${seed}`;
    expect(told, where).toEqual(expected);
    referee.play_number(advice.move, seat);
  }
}

test("a bot in the page answers as Python's does", async () => {
  for (const run of load("bots")) await goOn(run);
}, 300_000);
