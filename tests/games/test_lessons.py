"""Every lesson can be played as it is told, whatever the learner does that it allows."""

import itertools
import re
from pathlib import Path
from typing import Any

import pytest

import toy
from lumitheque.games import SHELF
from lumitheque.games.game import Game
from lumitheque.languages import languages
from lumitheque.referee import GameRecord, RecordError, Referee, load
from lumitheque.referee.lessons import (
    MOVE_SECONDS,
    WORDS_A_MINUTE,
    Lesson,
    Moves,
    Step,
    lesson_line,
    lessons,
    read_lesson,
    where_taught,
)

HOUSE = [game for game in SHELF.values() if game.package.startswith("lumitheque.")]
ALL = [lesson for game in HOUSE for lesson in lessons(game, "fr")]
every_lesson = pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: f"{lesson.game}-{lesson.name}")
MINUTES = 3.0
OPEN_WAYS = 200  # through a lesson


def record(lesson: Lesson, position: dict[str, Any] | None, moves: Moves) -> GameRecord:
    """As docs/lessons.md says: a position that was set goes without the chance of the beginning."""
    told: dict[str, Any] = {"position": position} if position else {"chance": lesson.chance}
    rules = SHELF[lesson.game].rules_version
    more = {"options": lesson.options, "seed": lesson.seed and lesson.seed.rjust(32, "0"), "moves": moves}
    return GameRecord(game=lesson.game, rules=rules, seats=lesson.seats, **more, **told)


class Way:
    """One way through a lesson, up to some step."""

    def __init__(self, position: dict[str, Any] | None, moves: Moves) -> None:
        self.position, self.moves = position, moves

    def at(self, lesson: Lesson) -> Referee:
        return load(record(lesson, self.position, self.moves))

    def further(self, moves: Moves) -> "Way":
        return Way(self.position, [*self.moves, *moves])


def begin(way: Way, step: Step) -> Way:
    start = Way(step.position, []) if step.position else way
    return start.further(step.before)


def opened(lesson: Lesson, number: int) -> Way:
    """The way to a step, counted from 1, of somebody who does as told; as web/src/house/figure.ts walks it."""
    way = begin(Way(lesson.position, []), lesson.steps[0])
    for step, following in itertools.pairwise(lesson.steps[:number]):
        moves = expected(way, lesson, step)[:1] if step.expect and step.expect != "any" else []
        assert step.expect != "any" or not step.answers, "whoever begins later has not made that move"
        way = begin(way.further([*((lesson.learner, move) for move in moves), *step.answers]), following)
    return way


def expected(way: Way, lesson: Lesson, step: Step) -> list[str]:
    """The moves that lead on from here."""
    legal = way.at(lesson).legal(lesson.learner)
    return legal if step.expect == "any" else [move for move in step.expect if move in legal]


def test_every_game_of_the_house_has_a_first_lesson() -> None:
    assert {lesson.game for lesson in ALL if lesson.name == "first"} == {game.name for game in HOUSE}
    assert all(lessons(game, "fr")[0].name == "first" for game in HOUSE), "it comes first"


@pytest.mark.parametrize("game", HOUSE, ids=lambda game: game.name)
def test_every_rule_is_taught_in_some_step(game: Game) -> None:
    taught = lessons(game, "fr")
    assert [rule for rule in game.rule_ids if where_taught(taught, rule) is None] == []
    for rule in game.rule_ids:
        found = where_taught(taught, rule)
        assert found is not None
        lesson, number = found
        step = lesson.steps[number - 1]
        assert rule in (*step.rules, *step.refused.values())


def test_a_step_where_a_move_is_refused_teaches_its_rule_best() -> None:
    one, other = (Step(text="", rules=["A", "B"]), Step(text="", rules=["B"], refused={"a1": "A"}))
    taught = [Lesson(title="", name="first", steps=[one, other]), Lesson(title="", name="more", steps=[one])]
    assert where_taught(taught, "A") == (taught[0], 2) == where_taught(taught, "B")
    assert where_taught(taught[1:], "B") == (taught[1], 1) and where_taught(taught, "C") is None


@every_lesson
def test_what_a_step_has_refused_is_refused_by_that_rule(lesson: Lesson) -> None:
    for number, step in enumerate(lesson.steps, 1):
        referee = opened(lesson, number).at(lesson)
        found = {move: referee.judge(move, lesson.learner)[1] for move in (*step.refused, *step.instead)}
        assert found == step.refused | dict.fromkeys(step.instead), f"step {number}"
        assert not set(step.instead) & set(step.expect)


@every_lesson
def test_a_lesson_can_be_opened_at_every_step(lesson: Lesson) -> None:
    """What comes before is played as the lesson expects it: the first move of every list."""
    for number, step in enumerate(lesson.steps, 1):
        way = opened(lesson, number)
        assert not step.expect or expected(way, lesson, step), f"step {number}"


@every_lesson
def test_every_way_through_a_lesson_can_be_played(lesson: Lesson) -> None:
    ways = [Way(lesson.position, [])]
    for number, step in enumerate(lesson.steps):
        ways = [begin(way, step) for way in (ways[:1] if step.position else ways)]  # pieces set anew: all the same
        assert len(ways) <= OPEN_WAYS
        choices = [(way, expected(way, lesson, step)) for way in ways] if step.expect else []
        assert all(moves for _, moves in choices), f"step {number}: nothing that leads on may be played"
        if step.expect != "any":
            assert set(step.expect) == {move for _, moves in choices for move in moves}, f"step {number}"
        if choices:
            ways = [way.further([(lesson.learner, move), *step.answers]) for way, moves in choices for move in moves]
        for way in ways:
            way.at(lesson)  # every answer may be played, too


def spoken(lesson: Lesson, language: str) -> Lesson:
    """The same lesson in another language."""
    return next(one for one in lessons(SHELF[lesson.game], language) if one.name == lesson.name)


def texts(lesson: Lesson) -> list[str]:
    return [lesson.title, *(text for step in lesson.steps for text in (step.text, step.wrong) if text is not None)]


@every_lesson
def test_lessons_are_short_and_whole(lesson: Lesson) -> None:
    assert 6 <= len(lesson.steps) <= 10
    assert sum(bool(step.expect) for step in lesson.steps) >= len(lesson.steps) // 2, "the learner makes the moves"
    assert lesson.steps[-1].expect == [], "the last word is the teacher's"
    for language in languages():
        words = sum(len(step.text.split()) for step in spoken(lesson, language).steps)
        minutes = words / WORDS_A_MINUTE + len(lesson.steps) * MOVE_SECONDS / 60
        assert minutes <= MINUTES, f"{language}: {minutes:.1f} minutes"
        assert lesson_line(spoken(lesson, language)).minutes <= MINUTES
    for step in lesson.steps:
        assert (step.wrong is not None) == (isinstance(step.expect, list) and bool(step.expect))
        assert {*step.rules, *step.refused.values()} <= set(SHELF[lesson.game].rule_ids)
        assert not step.answers or step.expect


@every_lesson
def test_lessons_are_well_written(lesson: Lesson) -> None:
    for french, english in zip(texts(lesson), texts(spoken(lesson, "en")), strict=True):
        assert french.strip() and english.strip() and french != english
        assert not re.search(r"(?<![\u202f\u00a0])[;!?:»]|'|\"|«(?!\u00a0)", french), french
        assert not re.search(r"'|\"|\s[;!?:,.]", english), english


def test_another_game_needs_none() -> None:
    assert (toy.GAME.folder / "rules.py").exists() and lessons(toy.GAME, "fr") == []


def test_a_file_that_is_no_lesson_is_told_so(tmp_path: Path) -> None:
    game: Game = SHELF["sirius"]
    for text in (
        "seats = 'two'\nsteps = []",
        "not toml",
        "steps = []\nmore = 1",
        'steps = [{position = "{"}]',
    ):
        path = tmp_path / "bad.toml"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(RecordError, match=r"bad\.toml: not a lesson"):
            read_lesson(game, path, {"title": "a"})
