"""Bots see what their seat sees, and nothing else."""

import random
from typing import Any

import pytest

from lumitheque.bots import Advice, Bot, Budget, Sight, find_player, levels
from lumitheque.bots.players import PLAIN
from lumitheque.games import SHELF
from lumitheque.referee import Referee
from lumitheque.testkit.fair_play import choices_follow_from_sight, sight_at, sights_lead_nowhere
from lumitheque.testkit.walks import opened, random_walk

TABLES = [(game, seats) for game, facts in SHELF.items() for seats in facts.seats]
at_every_table = pytest.mark.parametrize(("name", "seats"), TABLES, ids=[f"{game}-{seats}" for game, seats in TABLES])


def decisions(name: str, seats: int, every: int, most: int = 5) -> Any:
    """Some decisions of a random game: the play, and a seat that may act."""
    dice = random.Random(seats)
    play = opened(SHELF[name], seats, {}, seed=seats)
    for number, _ in enumerate(random_walk(play, dice, most * every)):
        if number % every == 1 and play.waiting():
            yield play, dice.choice(play.waiting()), dice


@at_every_table
@pytest.mark.parametrize("kind", PLAIN)
def test_what_is_hidden_changes_nothing(name: str, seats: int, kind: str) -> None:
    player = find_player(SHELF[name], kind)
    for play, seat, dice in decisions(name, seats, every=17):
        choices_follow_from_sight(play, seat, lambda _: player.bot(), dice)


@pytest.mark.parametrize("name", SHELF)
def test_levels_play_fair(name: str) -> None:
    """Every level, whatever its budget: a few simulations show whether it peeks."""
    seats = SHELF[name].seats[-1]
    for level in levels(SHELF[name]):
        player = find_player(SHELF[name], level)
        for play, seat, dice in decisions(name, seats, every=23, most=3):
            choices_follow_from_sight(play, seat, lambda _, player=player: player.bot(), dice, tables=2)


class Peeper:
    """A bot that has kept hold of the table and lets what is hidden there choose."""

    def __init__(self, table: Referee) -> None:
        self.table = table

    def choose(self, sight: Sight, budget: Budget, seed: int) -> Advice:
        moves = sight.moves()
        return Advice(moves[sum(self.table.state.tobytes()[::3]) % len(moves)])

    def stop(self) -> None: ...


HIDING = [(game, seats) for game, seats in TABLES if SHELF[game].secrets]


@pytest.mark.parametrize(("name", "seats"), HIDING, ids=[f"{game}-{seats}" for game, seats in HIDING])
def test_planted_peeper_is_caught(name: str, seats: int) -> None:
    with pytest.raises(AssertionError, match="where other things are hidden"):
        for play, seat, dice in decisions(name, seats, every=2, most=30):
            choices_follow_from_sight(play, seat, Peeper, dice)


class LeakySight:
    """What a sight would be that remembers where it comes from."""

    def __init__(self, table: Referee) -> None:
        self.view, self.table = table.view_record(0), table


@pytest.mark.parametrize("name", SHELF)
def test_a_sight_leads_nowhere(name: str) -> None:
    play = opened(SHELF[name], SHELF[name].seats[0], {}, seed=1)
    sights_lead_nowhere(sight_at(play, 0), play)
    with pytest.raises(AssertionError, match="leads to"):
        sights_lead_nowhere(LeakySight(play), play)  # type: ignore[arg-type]


def test_a_bot_that_scribbles_changes_nothing() -> None:
    """A sight is a copy: writing on it leaves the table as it was."""
    play = opened(SHELF["lumens"], 2, {}, seed=1)
    before = play.state.tobytes()
    sight: Any = sight_at(play, 0)
    sight.view.top[:] = 1
    assert play.state.tobytes() == before and play.view_record(0).tobytes() != sight.view.tobytes()


def test_bots_are_bots() -> None:
    """Every player gives bots of the one protocol."""
    for game in SHELF.values():
        for kind in (*PLAIN, *levels(game)):
            bot: Bot = find_player(game, kind).bot()
            assert callable(bot.choose) and callable(bot.stop)
