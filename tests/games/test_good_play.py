"""What lessons call good play is good play: the strongest bot, shown what the learner sees, agrees.

A move that a lesson `good` waits for is the best one, as far as two searches from different seeds can tell it from
others; and it is better than each move of `instead`, which the words speak against."""

import statistics

import pytest

from games.test_lessons import HOUSE, opened
from lumitheque.bots import Budget, Sight
from lumitheque.bots.alpha_beta_bot import AlphaBetaBot
from lumitheque.referee.lessons import Lesson, lessons

SIMULATIONS, SEEDS = 3000, (1, 2, 3)
WHOLE_MARGIN = 1.0  # alpha-beta tells every move's chance, not only that it is worse
TRIED = 15  # a move that a tree search tried less often has no chance to speak of
GOOD = [lesson for game in HOUSE for lesson in lessons(game, "fr") if lesson.name == "good"]
STEPS = [
    pytest.param(lesson, number, id=f"{lesson.game}-{number}")
    for lesson in GOOD
    for number, step in enumerate(lesson.steps, 1)
    if step.expect
]


def chances(lesson: Lesson, number: int, seed: int) -> dict[str, float]:
    """Chances of winning by move, at a step, as one search sees them; without moves that it hardly tried."""
    referee = opened(lesson, number).at(lesson)
    seat = lesson.learner
    sight = Sight.of(referee.game, referee.e, referee.view_record(seat), seat, referee.seats)
    advice = AlphaBetaBot(referee.game, margin=WHOLE_MARGIN).choose(sight, Budget(simulations=SIMULATIONS), seed)
    write = referee.game.notation.write_move
    exact = referee.game.skill.is_certain(sight.e, sight.view) if lesson.seats == 2 else False
    return {
        write(referee.edition, sight.view, one.move): one.chance
        for one in advice.prospects
        if exact or one.visits >= TRIED
    }


def test_every_game_has_a_lesson_on_good_play() -> None:
    assert {lesson.game for lesson in GOOD} >= {"sirius", "galax", "lumens", "luminis", "fromages"}
    for lesson in GOOD:
        assert sum(bool(step.instead) for step in lesson.steps) >= 4, "compared with what?"


@pytest.mark.slow
@pytest.mark.parametrize(("lesson", "number"), STEPS)
def test_what_a_lesson_calls_good_is_good(lesson: Lesson, number: int) -> None:
    step = lesson.steps[number - 1]
    assert isinstance(step.expect, list), "good play is not any play"
    searches = [chances(lesson, number, seed) for seed in SEEDS]
    good = [max(found.get(move, 0.0) for move in step.expect) for found in searches]
    best = [max(found.values()) for found in searches]
    noise = max(good) - min(good) + 0.02
    assert statistics.mean(good) >= statistics.mean(best) - noise, searches[0]
    for move in step.instead:
        worse = [found[move] for found in searches if move in found]
        assert not worse or statistics.mean(worse) < statistics.mean(good) - 0.01, (move, worse, good)
