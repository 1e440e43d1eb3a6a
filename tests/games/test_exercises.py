"""Every exercise can be laid and played: its solution is legal, its gap is stored, and only its seat's view is told."""

import hashlib
import os
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import toy
from lumitheque.games import SHELF
from lumitheque.games.game import Game
from lumitheque.games.speech import say_move
from lumitheque.languages import languages
from lumitheque.reception.exercise_lists import tell_exercises
from lumitheque.reception.exercises import ExerciseTried, try_exercise
from lumitheque.referee import RecordError, Referee, Refused
from lumitheque.referee.exercise_files import (
    exercises,
    game_of_the_day,
    id_of_the_day,
    next_for,
    read_exercises,
    weight,
)
from lumitheque.referee.exercises import Attempt, Exercise, lay
from lumitheque.tables import tell_view
from source_tree import ROOT

HOUSE = [game for game in SHELF.values() if game.package.startswith("lumitheque.")]
ALL = [(game, one) for game in HOUSE for one in exercises(game).values()]
every_game = pytest.mark.parametrize("game", HOUSE, ids=lambda game: game.name)
LEAST_GAP = 30_000  # millionths, of any game
LEAST_THEMES = 4
DEEPER = 12 if os.environ.get("LUMITHEQUE_TEST_ALL") else 0  # exercises of each game searched ten times as deep


def every_exercise(check: Callable[[Game, Exercise], None]) -> Callable[[Game], None]:
    """A test for each game, which names the exercise that fails: one for each exercise costs more than its checks."""

    def of_game(game: Game) -> None:
        for one in exercises(game).values():
            try:
                check(game, one)
            except Exception as error:
                error.add_note(f"exercise {one.id} of {game.name}")
                raise

    of_game.__name__, of_game.__doc__ = check.__name__, check.__doc__
    return every_game(of_game)


def solve(game: Game, exercise: Exercise) -> Attempt:
    attempt = Attempt(game, exercise)
    while not attempt.is_solved:
        assert attempt.make(attempt.todo[0].best)
    return attempt


@every_game
def test_every_game_has_exercises_on_several_themes(game: Game) -> None:
    known = exercises(game).values()
    assert len(known) >= 12
    assert len({theme for one in known for theme in one.themes}) >= LEAST_THEMES
    assert len({one.view for one in known}) == len(known), "the same position twice"
    for language in languages():
        words = game.catalogue("exercises").words(language)["themes"]
        assert {theme for one in known for theme in one.themes} <= set(words)
        assert all(said["title"] and said["sentence"] for said in words.values())


@every_exercise
def test_the_position_is_what_the_seat_knew(game: Game, exercise: Exercise) -> None:
    """The view of the imagined world is the view of the game in which the position was found, byte for byte."""
    referee = lay(game, exercise)
    assert hashlib.sha256(referee.view_record(exercise.seat).tobytes()).hexdigest()[:16] == exercise.view
    assert exercise.seat in referee.waiting()


@every_exercise
def test_the_solution_is_legal_clear_and_rated(game: Game, exercise: Exercise) -> None:
    attempt = Attempt(game, exercise)
    assert exercise.tasks
    while not attempt.is_solved:
        task, legal = attempt.todo[0], attempt.referee.legal(exercise.seat)
        assert {task.best, *task.equal, *(wrong.move for wrong in task.wrong)} <= set(legal)
        assert task.best not in task.equal and not {task.best, *task.equal} & {wrong.move for wrong in task.wrong}
        assert task.gap >= LEAST_GAP and task.chance - task.gap >= 0 and task.chance <= 1_000_000
        assert all(wrong.chance <= task.chance - task.gap + 1 for wrong in task.wrong)
        assert attempt.make(task.best)
    assert all(0 <= hits <= times for hits, times in exercise.found.values())
    assert exercise.mined.seeds >= 3 and exercise.mined.confirmed >= exercise.mined.simulations


@every_exercise
def test_only_the_view_of_the_seat_is_told(game: Game, exercise: Exercise) -> None:
    """Whatever is tried, every frame is what the seat knows then; and what is stored of wrong moves can be played."""
    referee = lay(game, exercise)
    for wrong in exercise.tasks[0].wrong:
        told = try_exercise(ExerciseTried(game.name, exercise, [wrong.move]), "fr")
        assert told.verdict == "wrong" and told.wrong and told.wrong.chance == wrong.chance and told.made == []
        assert len(told.frames) == 1 and told.frames[0].view == referee.view(exercise.seat)
        shown = lay(game, exercise)
        shown.play(wrong.move, exercise.seat)
        assert told.wrong.frames[0].view == view_of(shown, exercise)
        for seat, move in wrong.replies:
            shown.play(move, seat)
        assert told.wrong.frames[-1].view == view_of(shown, exercise)
    solved = try_exercise(ExerciseTried(game.name, exercise, [task.best for task in exercise.tasks]), "en")
    assert solved.verdict == "right" and solved.solution and solved.solution.sentences and solved.legal == []
    assert solved.solution.chance == exercise.tasks[0].chance


def view_of(referee: Referee, exercise: Exercise) -> Any:
    """What a frame shows: everything, once the game is over."""
    return tell_view(referee, exercise.seat, over=referee.ending() is not None)


@every_game
def test_what_may_not_be_played_is_refused_with_its_rule(game: Game) -> None:
    exercise = next(iter(exercises(game).values()))
    told = try_exercise(ExerciseTried(game.name, exercise, ["no move"]), "fr")
    assert told.verdict == "refused" and told.fault and told.fault.rule == f"{game.letters}-00" and told.legal
    with pytest.raises(Refused):
        Attempt(game, exercise).make("no move")


@every_game
def test_giving_up_tells_the_solution(game: Game) -> None:
    for exercise in exercises(game).values():
        told = try_exercise(ExerciseTried(game.name, exercise, [], give_up=True), "fr")
        attempt = solve(game, exercise)
        assert told.verdict == "open" and told.solution
        assert told.solution.moves == [text for _, text in attempt.made]


def test_moves_of_the_same_effect_may_come_in_any_order() -> None:
    """Galax: what a step takes may be taken in any order, and everything is still to be taken."""
    game = SHELF["galax"]
    for exercise in exercises(game).values():
        takings = [task.best for task in exercise.tasks if task.best.startswith("x")]
        for first in (one for task in exercise.tasks for one in task.equal if one in takings):
            attempt = Attempt(game, exercise)
            while not attempt.is_solved:
                task, made = attempt.todo[0], [text for _, text in attempt.made]
                assert attempt.make(first if first in task.equal and first not in made else task.best)
            assert {text for _, text in attempt.made} >= set(takings)


def test_the_day_decides_and_new_exercises_change_little() -> None:
    ids = [f"{number:08x}" for number in range(60)]
    days = {day: id_of_the_day(ids, day) for day in range(20_000, 20_400)}
    assert len(set(days.values())) > 50, "nearly all come"
    assert days == {day: id_of_the_day(reversed(ids), day) for day in days}
    changed = sum(id_of_the_day([*ids, "ffffffff"], day) != chosen for day, chosen in days.items())
    assert changed < 20
    assert {game_of_the_day(["a", "b", "c"], day) for day in range(3)} == {"a", "b", "c"}
    assert (weight(""), weight("20000:00c0ffee")) == (760700053, 2317428468), (
        "as web/tests/exercises.test.ts says of the page"
    )


@every_game
def test_the_next_one_suits(game: Game) -> None:
    known = list(exercises(game).values())
    first = next_for(known, 1000, [])
    assert first and all(abs(first.rating - 1000) <= abs(one.rating - 1000) for one in known)
    seen: list[str] = []
    while len(seen) < len(known):
        following = next_for(known, 1000, seen)
        assert following and following.id not in seen
        seen.append(following.id)
    again = next_for(known, 1000, seen)
    assert again and again.id == seen[0], "the one seen longest ago"
    theme = known[0].themes[0]
    about = next_for(known, 0, [], theme)
    assert about and theme in about.themes
    assert next_for(known, 0, [], "nothing") is None


def test_another_game_needs_none() -> None:
    assert exercises(toy.GAME) == {}


@pytest.mark.skipif(not DEEPER, reason="make test-all searches them again")
@every_game
def test_the_best_move_stays_at_ten_times_the_budget(game: Game) -> None:
    sys.path.append(str(ROOT))
    from scripts.mining.searching import weigh
    from scripts.mining.solving import STANDARD, TIMES

    known = [one for one in exercises(game).values() if one.mined.confirmed > STANDARD] or list(
        exercises(game).values()
    )
    sample = random.Random("deeper").sample(known, min(DEEPER, len(known)))
    kept = 0
    for one in sample:
        referee = lay(game, one)
        found = weigh(referee, one.seat, STANDARD * TIMES, 7)
        accepted = (one.tasks[0].best, *one.tasks[0].equal)
        kept += found is not None and game.notation.write_move(referee.edition, referee.state, found.best) in accepted
    assert kept >= 0.98 * len(sample)


@every_game
@pytest.mark.parametrize("language", languages())
def test_reasons_are_told_in_every_language(game: Game, language: str) -> None:
    told = tell_exercises(game, exercises(game).values(), language).reasons
    for one in exercises(game).values():
        assert set(told[one.id]) <= {wrong.move for wrong in one.tasks[0].wrong}, one.id
        sentences = [sentence for said in told[one.id].values() for sentence in said]
        assert all(sentence and "{" not in sentence for sentence in sentences), one.id


@every_game
def test_most_solutions_are_explained(game: Game) -> None:
    known = exercises(game).values()
    assert sum(any(wrong.reasons for wrong in one.tasks[0].wrong) for one in known) >= 0.8 * len(known)


@every_game
def test_a_line_is_said_in_words(game: Game) -> None:
    exercise = next(iter(exercises(game).values()))
    for language in languages():
        told = try_exercise(ExerciseTried(game.name, exercise, [], give_up=True), language)
        assert told.solution
        first = lay(game, exercise)
        move = game.notation.read_move(first.edition, first.state, exercise.tasks[0].best)
        kind, parts = game.notation.describe_move(first.edition, first.view_record(exercise.seat), move)
        assert told.solution.sentences[0] == say_move(game.words(language), kind, parts)


def test_what_is_no_exercise_is_told_so(tmp_path: Path) -> None:
    whole = msgspec.json.encode(ALL[0][1])
    path = tmp_path / "exercises.jsonl"
    path.write_bytes(whole + b"\n" + whole)
    assert read_exercises(path) == [ALL[0][1]] * 2
    for bad in (b"{}", b"not JSON", whole[:-1], whole.replace(b'"seat":', b'"place":', 1)):
        path.write_bytes(whole + b"\n" + bad)
        with pytest.raises(RecordError, match=r"exercises\.jsonl: not exercises"):
            read_exercises(path)
