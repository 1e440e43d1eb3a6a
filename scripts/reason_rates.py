"""How many clear mistakes are given a reason: `python scripts/reason_rates.py sirius --games 4`.

Weak players play; a search looks at some of their decisions. Where another move is better by a stated gap, the reasons
for it are asked for and counted, by the verbs of both moves, so that one sees where words are missing.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import lumitheque as lt
from lumitheque.bots import Budget, Sight, find_player
from lumitheque.bots.alpha_beta_bot import AlphaBetaBot
from lumitheque.games import SHELF, find
from lumitheque.referee import Referee
from lumitheque.reviews.reasons import explain
from lumitheque.reviews.shapes import Reason

EVERYTHING = 2.0  # the margin of a search that tells the chance of every move
WEAK = "greedy%40"


class Mistake(NamedTuple):
    """A decision where another move is clearly better."""

    number: int
    made: str
    best: str
    gap: float
    reasons: list[Reason]


class Rates(NamedTuple):
    """What was found in some games."""

    mistakes: list[Mistake]

    @property
    def told(self) -> int:
        return sum(bool(one.reasons) for one in self.mistakes)

    @property
    def share(self) -> float:
        return self.told / max(1, len(self.mistakes))


def measure(
    name: str, seats: int, games: int, gap: float, simulations: int, share: float = 0.3, seed: int = 1
) -> Rates:
    """Play games between weak players, and explain their mistakes in a share of their decisions."""
    dice, found = random.Random(seed), list[Mistake]()
    for _ in range(games):
        play = lt.new(name, seats=seats, seed=f"{dice.getrandbits(40):x}", options=short_options(name))
        found += mistakes_of(play, dice, gap, simulations, share)
    return Rates(found)


def short_options(name: str) -> dict[str, Any]:
    return {"rounds": 1} if name == "fromages" else {}


def mistakes_of(play: Referee, dice: random.Random, gap: float, simulations: int, share: float) -> Iterator[Mistake]:
    bots = [find_player(play.game, WEAK).bot() for _ in range(play.seats)]
    while waiting := play.waiting():
        seat = waiting[0]
        made = bots[seat].choose(sight_of(play, seat), Budget(simulations=20), dice.getrandbits(30)).move
        if dice.random() < share and (mistake := look_at(play, seat, made, gap, simulations)):
            yield mistake
        play.play_number(made, seat)


def sight_of(play: Referee, seat: int) -> Sight:
    return Sight.of(play.game, play.e, play.view_record(seat), seat, play.seats)


def look_at(play: Referee, seat: int, made: int, gap: float, simulations: int) -> Mistake | None:
    """Search, and explain if there is a clearly better move."""
    bot = AlphaBetaBot(play.game, margin=EVERYTHING)
    advice = bot.choose(sight_of(play, seat), Budget(simulations=simulations), 7)
    chances = {prospect.move: prospect.chance for prospect in advice.prospects}
    if chances.get(advice.move, 0.0) - chances.get(made, 1.0) < gap:
        return None
    reasons = explain(sight_of(play, seat), play.edition, made, advice.move, advice.line)
    made_text, best_text = (play.game.notation.write_move(play.edition, play.state, one) for one in (made, advice.move))
    return Mistake(len(play.decisions), made_text, best_text, chances[advice.move] - chances[made], reasons)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(SHELF))
    parser.add_argument("--seats", type=int, help="as few as the game allows")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--gap", type=int, default=8, help="how much better, in chances of a hundred")
    parser.add_argument("--simulations", type=int, default=600)
    asked = parser.parse_args()
    seats = asked.seats or find(asked.game).seats[0]
    rates = measure(asked.game, seats, asked.games, asked.gap / 100, asked.simulations)
    print(
        f"{asked.game}, {seats} players: {rates.told} of {len(rates.mistakes)} mistakes explained ({rates.share:.0%})"
    )
    for kind, count in Counter(reason.kind for one in rates.mistakes for reason in one.reasons).most_common():
        print(f"  {count:4} {kind}")
    for one in rates.mistakes:
        if not one.reasons:
            print(f"  no reason: decision {one.number}, {one.made} instead of {one.best}, {one.gap:.0%}")


if __name__ == "__main__":
    main()
