"""Editions: the boards and decks of a game, as files that a person can read, check and replace."""

import functools
import hashlib
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np

from lumitheque.games.game import Game, GameError


class EditionError(GameError):
    """A file that cannot be used as an edition: which line, what is wrong, what was expected."""

    def __init__(self, source: str, line: int | None, problem: str) -> None:
        place = f"{source}, line {line}" if line else source
        super().__init__(f"{place}: {problem}")


@dataclass(frozen=True, eq=False)
class Edition:
    """A board or deck, read. `record` is what the rules see."""

    name: str
    text: str  # the whole file
    record: Any  # one NumPy record, read-only by agreement
    cards: Sequence[str] = ()  # names of the cards, by number
    built_in: bool = False

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def is_reconstruction(self) -> bool:
        """Ours: nobody copied it from a box. Players are told so wherever they meet it."""
        return self.built_in and self.name.startswith("reconstruction")


class Record(np.void):  # type: ignore[misc]  # final on paper; np.record is made in the same way
    """One NumPy record whose fields are attributes, in interpreted and compiled rules alike.

    NumPy's own (`np.record`) looks a field up in Python, and describes its memory anew, field by field, whenever it is
    handed to a compiled rule: that costs twenty times as much as the rule. Here fields are looked up by NumPy's machine
    code, and `data` is the plain memory.
    """

    __slots__ = ("data",)

    def __getattr__(self, name: str) -> Any:
        if name != "data":
            raise AttributeError(f"a record has no field {name!r}")
        return np.void.data.__get__(self)  # a record that lies in an array or is a copy: slower, but the same

    def __reduce__(self) -> Any:
        return record_from, (self.tobytes(), np.dtype((np.void, self.dtype)))


def _field(name: str) -> property:
    def write(record: Any, value: Any) -> None:
        record[name] = value

    return property(itemgetter(name), write)


@functools.cache
def _with_attributes(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same fields, as attributes; one dtype for all equal ones, so that compiled rules know it at first sight."""
    fields = {name: _field(name) for name in dtype.names or ()}
    return np.dtype((type("Record", (Record,), {"__slots__": (), **fields}), dtype))


def record_from(data: bytes, dtype: np.dtype[Any]) -> Any:
    """A record of its own from its bytes, the padding between fields included."""
    memory = bytearray(data)
    record = np.frombuffer(memory, _with_attributes(dtype))[0]
    record.data = memory
    return record


def blank(dtype: np.dtype[Any]) -> Any:
    """A zeroed record."""
    return record_from(bytes(dtype.itemsize), dtype)


def numbers_of(dtype: np.dtype[Any], *names: str) -> Callable[[Any], tuple[int, ...]]:
    """A quick look at some whole numbers of a record, in the order of its fields: one by one costs ten times more."""
    layout, end = "=", 0
    for name in names:
        kind, place = dtype.fields[name][:2]  # type: ignore[index]  # it has fields
        size = {1: "b", 2: "h", 4: "i", 8: "q"}[kind.itemsize]
        layout += f"{place - end}x{size if kind.kind == 'i' else size.upper()}"
        end = place + kind.itemsize
    look = struct.Struct(layout).unpack_from
    return lambda record: look(record.data)


def load_edition(game: Game, source: str | None = None) -> Edition | None:
    """An edition by name or from a file; the game's own default if nothing is said; None for a game that has none."""
    if not game.editions:
        if source is not None:
            raise GameError(f"{game.name} has no editions: its board and pieces are all in the rules")
        return None
    name = source or game.editions[0]
    if name in game.editions:
        return _built_in(game, name)
    path = Path(name)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        built_in = ", ".join(game.editions)
        raise GameError(f"{name}: no edition of that name ({built_in}) and no readable file: {error}") from None
    return read_edition(game, text, name, path.stem)


@functools.cache
def _built_in(game: Game, name: str) -> Edition:
    """Read once: a house has many tables with the same board."""
    (path,) = (game.folder / "editions").glob(f"{name}.*")
    return read_edition(game, path.read_text(encoding="utf-8"), path.name, name, built_in=True)


def read_edition(game: Game, text: str, source: str, name: str, built_in: bool = False) -> Edition:
    """An edition from the text of its file; EditionError if it is not one."""
    edition: Edition = game.part("edition").read_edition(text, source, name, built_in)
    return edition


def edition_record(game: Game, edition: Edition | None) -> Any:
    """What the rules see of an edition: an empty record for a game without one."""
    return edition.record if edition else blank(game.record.EDITION)
