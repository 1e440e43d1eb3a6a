"""Lessons: annotated records, one file each in a game's `lessons/`. Their format is in docs/lessons.md.

What is said in them is in `words/LANGUAGE/lessons.toml`, under the lesson's name and the step's number.
"""

import functools
import tomllib
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from lumitheque.games.game import Game, Value
from lumitheque.referee.records import RecordError

Moves = list[tuple[int, str]]  # seat and move
ORDER = {"first": 0, "good": 2}  # the basics first, good play last, and between them what else there is to know
WORDS_A_MINUTE, MOVE_SECONDS = 200, 6


class Step(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something is said, then the learner does something, and others answer."""

    text: str
    expect: list[str] | Literal["any"] = []  # moves that lead on: these, or any legal one; none: the learner reads on
    wrong: str | None = None  # what is said of a legal move that does not lead on; nothing is played then
    before: Moves = []  # made when the step begins, to come to the point
    answers: Moves = []  # made by the others when the learner has moved
    position: dict[str, Any] | None = None  # the game goes on from here: pieces are set anew
    show: list[str] = []  # cells or cards to point at
    rules: list[str] = []  # ids of the rules that it teaches, the one that it is about first
    refused: dict[str, str] = {}  # moves that the learner may well try, and the rules that refuse them
    instead: list[str] = []  # legal moves that look good, and are worse than what is expected


class Lesson(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A lesson: the beginning of a record, and what becomes of it step by step."""

    title: str
    steps: list[Step]
    name: str = ""  # of its file
    game: str = ""  # of its folder
    seats: int = 2
    learner: int = 0  # the learner's seat
    options: dict[str, Value] = {}
    seed: str | None = None
    chance: list[tuple[str, Any]] = []
    position: dict[str, Any] | None = None


class LessonLine(Struct, frozen=True):
    """A lesson in the list of those of its game."""

    name: str
    title: str
    steps: int
    minutes: int  # to read and play it


def lesson_line(lesson: Lesson) -> LessonLine:
    """A lesson as one line, with about how long it takes."""
    words = sum(len(step.text.split()) for step in lesson.steps)
    minutes = words / WORDS_A_MINUTE + len(lesson.steps) * MOVE_SECONDS / 60
    return LessonLine(lesson.name, lesson.title, len(lesson.steps), max(1, round(minutes)))


def where_taught(taught: list[Lesson], rule: str) -> tuple[Lesson, int] | None:
    """The lesson that teaches a rule, and the number of the step, counted from 1; None if no lesson does.

    Before a step that only names it comes one that is about it, and before that one where a move is refused by it."""
    found: list[tuple[int, Lesson, int]] = []
    for lesson in taught:
        for number, step in enumerate(lesson.steps, 1):
            if rule in step.refused.values():
                found.append((0, lesson, number))
            elif rule in step.rules:
                found.append((1 if step.rules[0] == rule else 2, lesson, number))
    if not found:
        return None
    _, lesson, number = min(found, key=lambda one: one[0])
    return lesson, number


@functools.cache
def lessons(game: Game, language: str) -> list[Lesson]:
    """Read all lessons of a game, in the order of a course; a game may have none."""
    paths = sorted((game.folder / "lessons").glob("*.toml"), key=lambda path: (ORDER.get(path.stem, 1), path.stem))
    words = game.catalogue("lessons").words(language) if paths else {}
    return [read_lesson(game, path, words.get(path.stem, {})) for path in paths]


def read_lesson(game: Game, path: Path, words: dict[str, Any]) -> Lesson:
    """Read a lesson; raise RecordError if the file is none. Positions are JSON, as in records: TOML has no null."""
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
        told["title"] = words.get("title")
        for number, step in enumerate(told.get("steps", ()), 1):
            step.update(words.get("steps", {}).get(str(number), {}))
        for part in (told, *told.get("steps", ())):
            if "position" in part:
                part["position"] = msgspec.json.decode(part["position"])
        return msgspec.convert({**told, "name": path.stem, "game": game.name}, Lesson)
    except (tomllib.TOMLDecodeError, msgspec.MsgspecError) as error:
        raise RecordError(f"{path.name}: not a lesson: {error}") from None
