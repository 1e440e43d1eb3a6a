"""How bots think: budgets are kept, thoughts are taken up, victories are found, answers can be repeated."""

import random
import threading
from typing import Any

import numpy as np
import pytest

from lumitheque.bots import Advice, BotError, Budget, find_player
from lumitheque.bots.alpha_beta_bot import AlphaBetaBot
from lumitheque.bots.compiled import compiled_for
from lumitheque.bots.search_bot import Style
from lumitheque.bots.simple_bots import chance_for
from lumitheque.bots.tree_bot import TreeBot
from lumitheque.games import SHELF
from lumitheque.referee import Referee
from lumitheque.testkit.fair_play import sight_at
from lumitheque.testkit.laws import copied
from lumitheque.testkit.walks import opened, random_walk

every_game = pytest.mark.parametrize("name", SHELF)
REHEARSED = ("fromages", 4, "deepening")  # with more than two this game is not searched but rehearsed


def midgame(name: str, seats: int | None = None, plies: int = 40, options: Any = None, seed: int = 4) -> Referee:
    """A position with something to think about."""
    game = SHELF[name]
    options = {"setup": "random"} | (options or {}) if "setup" in [option.name for option in game.options] else {}
    play = opened(game, seats or game.seats[0], options, seed)
    for _ in random_walk(play, random.Random(seed), min(plies, game.record.LONGEST // 2)):
        pass
    while len(play.legal_numbers(play.waiting()[0])) < 3:
        play.play_number(play.legal_numbers(play.waiting()[0])[0], play.waiting()[0])
    return play


def asked(bot: Any, play: Referee, budget: Budget, seed: int = 5) -> Advice:
    advice: Advice = bot.choose(sight_at(play, play.waiting()[0]), budget, seed)
    return advice


@every_game
def test_simulations_are_counted(name: str) -> None:
    play = midgame(name)
    advice = asked(TreeBot(SHELF[name]), play, Budget(simulations=50))
    assert advice.simulations == 50 == sum(prospect.visits for prospect in advice.prospects)
    assert advice.plies >= 50 and advice.line[0] == (play.waiting()[0], advice.move)
    assert all(0 <= prospect.chance <= 1 for prospect in advice.prospects)
    assert advice.prospects[0].move == advice.move


@every_game
def test_threads_share_the_work(name: str) -> None:
    advice = asked(TreeBot(SHELF[name]), midgame(name), Budget(simulations=51, threads=3))
    assert advice.simulations == 51 == sum(prospect.visits for prospect in advice.prospects)


@every_game
@pytest.mark.parametrize("kind", ["greedy", "tree", "deepening"])
def test_answers_can_be_repeated(name: str, kind: str) -> None:
    """The same sight, simulations and seed give the same answer; another seed may not."""
    play, player = midgame(name), find_player(SHELF[name], kind)
    answers = [asked(player.bot(), play, Budget(simulations=40), seed=seed) for seed in (1, 1)]
    assert answers[0].move == answers[1].move and answers[0].prospects == answers[1].prospects


@every_game
def test_thoughts_are_taken_up(name: str) -> None:
    """What was thought about a position that came about is not thrown away."""
    play, bot = midgame(name), TreeBot(SHELF[name])
    first = asked(bot, play, Budget(simulations=400))
    again = asked(bot, play, Budget(simulations=10))
    assert first.simulations == 400 and again.simulations == 10
    assert sum(prospect.visits for prospect in again.prospects) == 410


@every_game
def test_a_full_tree_is_searched_on(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no node can be added, those that are there go on learning."""
    monkeypatch.setattr("lumitheque.bots.tree_bot.NODES", 700)
    advice = asked(TreeBot(SHELF[name]), midgame(name), Budget(simulations=300))
    assert sum(prospect.visits for prospect in advice.prospects) == 300


@pytest.mark.parametrize("name", ["sirius", "galax"])
def test_thoughts_about_the_answer_are_taken_up(name: str) -> None:
    """After the expected reply the tree below it is the new one."""
    play, bot = midgame(name), TreeBot(SHELF[name])
    seat = play.waiting()[0]
    line = asked(bot, play, Budget(simulations=3000)).line
    for mover, move in line:
        if mover == seat and play.waiting() == [seat] and len(play.decisions) and move != line[0][1]:
            break
        play.play_number(move, mover)
    advice = asked(bot, play, Budget(simulations=1))
    assert sum(prospect.visits for prospect in advice.prospects) > 1


@pytest.mark.parametrize(("name", "seats", "kind"), [("sirius", 2, "tree"), ("sirius", 2, "deepening"), REHEARSED])
def test_thinking_can_be_stopped(name: str, seats: int, kind: str) -> None:
    play = midgame(name, seats)
    bot = find_player(SHELF[name], kind).bot()
    answers: list[Advice] = []
    thread = threading.Thread(target=lambda: answers.append(asked(bot, play, Budget(seconds=3600))))
    thread.start()
    while thread.is_alive():
        bot.stop()
        thread.join(0.05)
    assert answers[0].move in play.legal_numbers(play.waiting()[0])


def winning_moves(play: Referee, seat: int) -> set[int]:
    """Moves that win at once, with nobody sharing."""
    won = set()
    for move in play.legal_numbers(seat):
        after = copied(play.state)
        play.game.rules.apply_move(play.e, after, seat, move, play._log.chance)
        if play.game.rules.winners(play.e, after) == 1 << seat:
            won.add(move)
    return won


@pytest.mark.parametrize("kind", ["greedy", "tree", "deepening"])
def test_a_victory_at_hand_is_taken(kind: str) -> None:
    """Sirius: whoever can take the last piece takes it."""
    game, found = SHELF["sirius"], 0
    for seed in range(40):
        play = opened(game, 2, {"setup": "random"}, seed)
        for _ in random_walk(play, random.Random(seed)):
            seat = play.waiting()[0] if play.waiting() else -1
            if seat >= 0 and min(play.state.count) == 1 and (winning := winning_moves(play, seat)):
                found += 1
                assert asked(find_player(game, kind).bot(), play, Budget(simulations=200)).move in winning
                break
    assert found > 3


def test_weak_bots_overlook_moves() -> None:
    """They look at fewer moves, not at the same ones more carelessly."""
    play = midgame("sirius")
    few, all_of_them = (
        asked(find_player(SHELF["sirius"], kind).bot(), play, Budget()) for kind in ("greedy%30", "greedy")
    )
    chances = {prospect.move: prospect.chance for prospect in all_of_them.prospects}
    assert len(few.prospects) < len(chances)
    assert all(prospect.chance == chances[prospect.move] for prospect in few.prospects)


@pytest.mark.parametrize(
    "spelling",
    [
        "",
        "nobody",
        "tree@",
        "tree@x",
        "tree@-1",
        "tree@1h",
        "tree@0",
        "greedy,random",
        "@5",
        "tree%0",
        "tree%101",
        "tree%",
    ],
)
def test_unknown_players_are_refused(spelling: str) -> None:
    with pytest.raises(BotError):
        find_player(SHELF["galax"], spelling)


@pytest.mark.parametrize("wrong", [{"seconds": -1.0}, {"simulations": 0}, {"threads": 0}, {"seconds": float("inf")}])
def test_impossible_budgets_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BotError):
        Budget(**wrong)


def test_paranoid_and_max_n_both_think() -> None:
    play = midgame("lumens", seats=4, plies=20)
    for paranoid in (False, True):
        advice = asked(TreeBot(SHELF["lumens"], Style(paranoid=paranoid)), play, Budget(simulations=60))
        assert advice.simulations == 60


def test_alpha_beta_only_where_everything_is_certain() -> None:
    """Elsewhere the deepening bot thinks in trees: its simulations are those of the budget."""
    play = midgame("luminis")
    assert asked(AlphaBetaBot(SHELF["luminis"]), play, Budget(simulations=30)).simulations == 30


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("seats", range(3, 7))
def test_rehearsals_are_counted(seats: int, threads: int) -> None:
    """As many as the budget has, more for a move that stays in the running; every move is looked at."""
    play = midgame("fromages", seats)
    advice = asked(AlphaBetaBot(SHELF["fromages"]), play, Budget(simulations=100, threads=threads))
    assert advice.simulations == 100 and advice.plies > 100
    assert {prospect.move for prospect in advice.prospects} == set(play.legal_numbers(play.waiting()[0]))
    assert advice.prospects[0].move == advice.move
    assert advice.prospects[0].visits > advice.prospects[-1].visits > 0


def test_two_are_searched_and_more_rehearsed() -> None:
    """A tree foresees answers; a rehearsal has its own move for a line."""
    lines = [
        asked(AlphaBetaBot(SHELF["fromages"]), midgame("fromages", seats), Budget(simulations=300)).line
        for seats in (2, 4)
    ]
    assert len(lines[0]) > 1 and len(lines[1]) == 1


def test_few_rehearsals_are_enough_to_answer() -> None:
    """With one rehearsal, or none in time, the look ahead decides."""
    play = midgame("fromages", 5)
    for budget in (Budget(simulations=1), Budget(seconds=0.0)):
        advice = asked(AlphaBetaBot(SHELF["fromages"]), play, budget)
        assert advice.simulations <= 1 and advice.move in play.legal_numbers(play.waiting()[0])


@pytest.mark.parametrize("seats", range(3, 7))
def test_a_rehearsal_ends_with_its_round(seats: int) -> None:
    found, game = compiled_for(SHELF["fromages"]), SHELF["fromages"]
    play, moves = midgame("fromages", seats), np.zeros(game.record.MOST_MOVES, np.int32)
    world, number, notes = copied(play.state), int(play.state.round_number), np.zeros(found.skill.NOTES)
    plies = found.rollouts.play_through(play.e, world, 0, number, chance_for(1), moves, notes)
    assert plies > 0 and int(world.round_number) == number + 1
    assert found.rollouts.play_through(play.e, world, 0, number, chance_for(1), moves, notes) == 0
