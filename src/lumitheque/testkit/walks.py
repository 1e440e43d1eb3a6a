"""Random games, and which options to try."""

import itertools
import random
from collections.abc import Iterator

from lumitheque import referee
from lumitheque.games.game import Game, Value
from lumitheque.referee import Referee

Setting = tuple[int, dict[str, Value]]  # seats, options


def random_walk(play: Referee, dice: random.Random, most: int | None = None) -> Iterator[Referee]:
    """Make random moves to the end (or `most` of them); yield before each move and once after the last."""
    moves = 0
    while (waiting := play.waiting()) and (most is None or moves < most):
        yield play
        seat = dice.choice(waiting)
        play.play_number(dice.choice(play.legal_numbers(seat)), seat)
        moves += 1
    yield play


def opened(game: Game, seats: int, options: dict[str, Value], seed: int) -> Referee:
    return referee.new(game.name, seats, f"{seed:x}", options)


def all_settings(game: Game) -> list[Setting]:
    """Yield every number of players with every combination of options."""
    return [(seats, options) for seats in game.seats for options in game.combinations(seats)]


def pairwise_settings(game: Game) -> list[Setting]:
    """Choose few settings that cover all pairs: of option values, and of players with option values."""
    everything = all_settings(game)
    dice = random.Random(0)
    dice.shuffle(everything)
    missing = set().union(*(_pairs(setting) for setting in everything)) if everything else set()
    chosen: list[Setting] = []
    while missing:
        sample = everything[:200] if len(missing) > 20 else everything
        best = max(sample, key=lambda setting: len(_pairs(setting) & missing))
        missing -= _pairs(best)
        chosen.append(best)
        dice.shuffle(everything)
    return chosen


def _pairs(setting: Setting) -> set[tuple[tuple[str, str], ...]]:
    seats, options = setting
    facts = [("seats", repr(seats)), *((name, repr(value)) for name, value in options.items())]
    if len(facts) == 1:
        return {tuple(facts)}
    return set(itertools.combinations(facts, 2))
