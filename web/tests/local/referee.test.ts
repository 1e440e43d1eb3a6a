import { expect, test } from "vitest";
import { Dict } from "#python";
import { moduleOf } from "../../src/local/games";
import { encode } from "../../src/local/python/msgspec";
import { begin, load } from "./same";

const plain = (value: any) => JSON.parse(encode(value));

/** One game as Python played it: every list of moves, view, refusal, sentence, chance, ending and the record. */
function replay(open: any, game: any): void {
  const referee = open(game.game, game.seats, game.seed, new Dict(Object.entries(game.options)));
  for (const [ply, step] of game.plies.entries()) {
    const where = `${game.game} for ${game.seats}, ply ${ply}`;
    expect(referee.waiting(), where).toEqual(step.waiting);
    expect(
      step.waiting.map((seat: number) => referee.legal(seat)),
      where,
    ).toEqual(step.legal);
    if (step.views)
      expect(
        [referee.position(), ...[...Array(game.seats).keys(), null].map((seat) => referee.view(seat))].map(plain),
        where,
      ).toEqual(step.views);
    if (!step.play) {
      expect(plain(referee.ending()), where).toEqual(step.ending);
      break;
    }
    const [seat, move] = step.play;
    expect(referee.refusal(step.odd[0], seat), where).toEqual(step.odd[1]);
    expect([referee.describe(move, "fr"), referee.describe(move, "en")], where).toEqual(step.says);
    expect(plain(referee.play(move, seat)), where).toEqual(step.chance);
  }
  expect(encode(referee.game_record())).toEqual(game.record);
}

test("a referee in the page says what Python's says", async () => {
  const { new_ } = await moduleOf("referee.referee");
  for (const game of load("referee")) {
    await begin(game.game);
    replay(new_, game);
  }
}, 300_000);
