"""Bots play fair: what they choose follows from what their seat sees, and they hold nothing that leads to more.

The first law seats a bot at several tables at once. What its seat sees is the same at all of them; everything hidden is
different. A bot that chooses, expects or counts anything differently at two of them has looked where it must not.
"""

import gc
import random
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

import msgspec

from lumitheque.bots import Advice, Bot, Budget, Sight
from lumitheque.referee import Referee, load
from lumitheque.testkit.laws import imagined

Enter = Callable[[Referee], Bot]  # makes a bot for a table; an honest one ignores the table
FEW = Budget(simulations=24)


def sight_at(table: Referee, seat: int) -> Sight:
    return Sight.of(table.game, table.e, table.view_record(seat), seat, table.seats)


def asked(enter: Enter, table: Referee, seat: int, budget: Budget, seed: int) -> Advice:
    """Return a bot's answer without the time that it took."""
    return msgspec.structs.replace(enter(table).choose(sight_at(table, seat), budget, seed), seconds=0.0)


def choices_follow_from_sight(
    play: Referee, seat: int, enter: Enter, dice: random.Random, budget: Budget = FEW, tables: int = 4
) -> None:
    """Check that a bot answers equal sights equally, whatever is hidden."""
    seed = dice.getrandbits(60)
    first = asked(enter, play, seat, budget, seed)
    assert first.move in play.legal_numbers(seat), f"{first.move} is not legal"
    for _ in range(tables):
        table = load(play.game_record())
        table.state = imagined(play, seat, dice)
        again = asked(enter, table, seat, budget, seed)
        assert again == first, f"seat {seat}: where other things are hidden it answers {again}, not {first}"


def sights_lead_nowhere(sight: Sight, secret: Referee) -> None:
    """Check that no reference from a sight leads to the table or its state; only code and game facts are shared."""
    seen: set[int] = set()
    todo: list[Any] = [sight]
    while todo:
        thing = todo.pop()
        if id(thing) in seen or isinstance(thing, (ModuleType, FunctionType, type)):
            continue
        seen.add(id(thing))
        assert not isinstance(thing, Referee), "a sight leads to the referee"
        state = secret.state
        assert thing is not state and thing is not state.base and thing is not state.data, "a sight leads to the state"
        todo += gc.get_referents(thing)
