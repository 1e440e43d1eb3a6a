"""The exercises of a game, a line each in `exercises.jsonl` in its folder, and which one somebody is given."""

import functools
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from pathlib import Path

import msgspec

from lumitheque.games.game import Game
from lumitheque.referee.exercises import Exercise
from lumitheque.referee.records import RecordError

FILE = "exercises.jsonl"
DAY_ZERO = date(1970, 1, 1)
WORD = 1 << 32


@functools.cache
def exercises(game: Game) -> dict[str, Exercise]:
    """Read all exercises of a game, by id, the easiest first; a game may have none."""
    path = game.folder / FILE
    return {one.id: one for one in read_exercises(path)} if path.exists() else {}


def read_exercises(path: Path) -> list[Exercise]:
    """Read a file, a line an exercise; raise RecordError if it holds something else."""
    try:
        found = msgspec.json.Decoder(Exercise).decode_lines(path.read_bytes())
    except msgspec.MsgspecError as error:
        raise RecordError(f"{path.name}: not exercises: {error}") from None
    return sorted(found, key=lambda one: (one.rating, one.id))


def day_number(day: date) -> int:
    return (day - DAY_ZERO).days


def game_of_the_day(games: Sequence[str], day: int) -> str:
    """One game after the other, in the order of the shelf."""
    return games[day % len(games)]


def id_of_the_day(ids: Iterable[str], day: int) -> str:
    """The same for everybody that day. New exercises change it on few days only: each is weighed by itself."""
    return max(ids, key=lambda one: (weight(f"{day}:{one}"), one))


def weight(text: str) -> int:
    """FNV-1a with a last stir: short, and the same in the page (web/src/house/exercises.ts)."""
    value = 2166136261
    for byte in text.encode():
        value = ((value ^ byte) * 16777619) % WORD
    value ^= value >> 15
    value = value * 2246822519 % WORD
    return value ^ value >> 13


def next_for(
    among: Sequence[Exercise], rating: int, seen: Collection[str], theme: str | None = None
) -> Exercise | None:
    """The exercise nearest to somebody's rating that they have not seen; if all are seen, the one seen longest ago."""
    fitting = [one for one in among if theme is None or theme in one.themes]
    fresh = [one for one in fitting if one.id not in seen]
    if fresh:
        return min(fresh, key=lambda one: (abs(one.rating - rating), one.id))
    order = list(seen)
    return min(fitting, key=lambda one: order.index(one.id), default=None)
