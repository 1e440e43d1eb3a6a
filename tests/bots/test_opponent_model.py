"""How a bot finds out whether the other only looks one turn ahead."""

from typing import Any

import pytest

from lumitheque.bots import Budget, find_player
from lumitheque.bots.opponent_model import OpponentModel
from lumitheque.bots.simple_bots import GreedyBot, RandomBot
from lumitheque.bots.tree_bot import TreeBot
from lumitheque.games import SHELF
from lumitheque.referee import Referee, new
from lumitheque.testkit.fair_play import sight_at

LUMINIS = SHELF["luminis"]
QUICKLY = Budget(simulations=60)


def watched(watcher: Any, other: Any, deal: int) -> Referee:
    """A game to its end; the watcher has the first seat."""
    play = new("luminis", 2, deal)
    while play.waiting():
        seat = play.waiting()[0]
        bot = (watcher, other)[seat]
        play.play_number(bot.choose(sight_at(play, seat), QUICKLY, len(play.decisions)).move, seat)
    return play


@pytest.mark.parametrize("deal", [1, 2, 3])
def test_one_who_looks_ahead_is_found_out(deal: int) -> None:
    bot = TreeBot(LUMINIS)
    watched(bot, GreedyBot(LUMINIS), deal)
    assert bot.opponent is not None and bot.opponent.habit > 0.95


@pytest.mark.parametrize("other", [TreeBot(LUMINIS), RandomBot(), GreedyBot(LUMINIS, notices=0.5)])
def test_nobody_else_is_taken_for_one(other: Any) -> None:
    bot = TreeBot(LUMINIS)
    watched(bot, other, 1)
    assert bot.opponent is not None and bot.opponent.habit == 0.0


def test_nothing_is_suspected_of_somebody_who_was_not_seen_to_move() -> None:
    watch, play = OpponentModel(LUMINIS), new("luminis", 2, 1)
    first = play.waiting()[0]
    watch.observe(sight_at(play, first), 1)
    assert watch.habit == 0.0


def test_whoever_begins_to_think_is_believed() -> None:
    bot = TreeBot(LUMINIS)
    watched(bot, GreedyBot(LUMINIS), 1)
    watched(bot, RandomBot(), 2)
    assert bot.opponent is not None and bot.opponent.habit == 0.0


def test_the_strongest_level_watches_also_where_it_need_not_think() -> None:
    """Moves known by heart and only moves are remembered, too, or the next turn would be seen in a wrong light."""
    bot = find_player(LUMINIS, "perrin").bot()
    watched(bot, GreedyBot(LUMINIS), 1)
    assert bot.opponent.habit > 0.95  # type: ignore[attr-defined]


def test_it_answers_the_same_when_it_has_seen_the_same() -> None:
    """What is remembered is what was seen: two games that look alike are played alike."""
    games = [watched(TreeBot(LUMINIS), GreedyBot(LUMINIS), 4) for _ in range(2)]
    assert games[0].decisions == games[1].decisions


@pytest.mark.parametrize("name", [name for name in SHELF if name != "luminis"])
def test_other_games_are_not_watched(name: str) -> None:
    assert TreeBot(SHELF[name]).opponent is None


def test_with_more_than_two_nobody_is_watched() -> None:
    play, bot = new("luminis", 3, 1), TreeBot(LUMINIS)
    for turn in range(40):
        if not play.waiting():
            break
        seat = play.waiting()[0]
        mover = bot if seat == 0 else GreedyBot(LUMINIS)
        play.play_number(mover.choose(sight_at(play, seat), QUICKLY, turn).move, seat)
    assert bot.opponent is not None and bot.opponent.habit == 0.0
