"""Editions: the boards and decks of a game, as files that a person can read, check and replace."""

import functools
import hashlib
import re
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from lumitheque.games.game import Game, GameError
from lumitheque.languages import Catalogue, fill

LONGEST_EDITION = 200_000  # bytes of a board or deck; ours have 4000
LONGEST_NAME = 60  # characters of an edition's name
LONGEST_CARD = 40  # characters of a card's name: moves name cards, and are short
MOST_PROBLEMS = 40  # that are gathered of one file
SHOWN = 40  # characters of a file that an error quotes
WORDS = Catalogue("editions")  # what is said alike of the editions of all games
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


class Problem(NamedTuple):
    """One thing that is wrong with the file of an edition, and where it is."""

    key: str  # of its sentence, under `edition` in the game's words or in WORDS
    parts: dict[str, Any]
    line: int | None = None  # of the file
    rule: str | None = None  # which it goes against
    side: str | None = None  # of a board, as its file calls it
    cell: str | None = None
    card: str | None = None
    column: str | None = None  # of a table


class UnfitEdition(Exception):
    """What a game's loader raises: the file is none of its editions."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("unfit")
        self.problems = problems


class Findings:
    """What a game's loader finds wrong while it reads a file, in the order of the file."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add(self, problem: Problem) -> None:
        """Raises UnfitEdition when it is enough."""
        self.problems.append(problem)
        if len(self.problems) == MOST_PROBLEMS:
            self.end()

    def end(self) -> None:
        """Raise UnfitEdition if anything was found."""
        if self.problems:
            raise UnfitEdition(self.problems)


class EditionError(GameError):
    """A file that cannot be used as an edition: which line, what is wrong, what was expected."""

    def __init__(self, game: Game, source: str, problems: list[Problem]) -> None:
        self.game, self.source, self.problems = game, source, problems
        super().__init__(self.told("en"))

    def told(self, language: str) -> str:
        """The first problem in one line, and how many more there are."""
        words, first = WORDS.words(language), self.problems[0]
        parts = {"source": self.source, "line": first.line, "problem": say_problem(self.game, first, language)}
        if first.rule is not None:
            parts["problem"] = fill(words["by_rule"], language, parts | {"rule": first.rule})
        told = fill(words["nowhere" if first.line is None else "in_line"], language, parts)
        more = len(self.problems) - 1
        return told if more == 0 else fill(words["and_more"], language, {"told": told, "count": more})


def say_problem(game: Game, problem: Problem, language: str) -> str:
    """One sentence, without the place."""
    own: dict[str, str] = game.words(language).get("edition", {})
    sentence: str = own.get(problem.key) or WORDS.words(language)[problem.key]
    return fill(sentence, language, problem.parts)


def quoted(text: str) -> str:
    """A piece of a file, as an error shows it: one short line."""
    cut = text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
    return "".join(letter if letter.isprintable() else "�" for letter in cut)


def is_card_name(text: str) -> bool:
    """Whether a card may be called so in any game: one short word or a few that can be seen."""
    return 0 < len(text) <= LONGEST_CARD and text.isprintable() and text == text.strip()


def clean_title(text: str) -> str:
    """The name that people gave an edition, as it is shown: one line, nothing invisible, not too long."""
    seen = "".join(letter if letter.isprintable() else " " for letter in text[: 4 * LONGEST_NAME])
    return " ".join(seen.split())[:LONGEST_NAME].strip() or "?"


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
    """An edition from the text of its file; EditionError if it is not one. Whoever brings one, it comes in here."""
    try:
        check_text(text)
        edition: Edition = game.part("edition").read_edition(text, name, built_in)
    except UnfitEdition as unfit:
        raise EditionError(game, source, unfit.problems) from None
    return edition


def check_text(text: str) -> None:
    """Whatever the game: a text, and not too long."""
    found = CONTROL.search(text)
    if found is not None:
        raise UnfitEdition([Problem("not_text", {}, text[: found.start()].count("\n") + 1)])
    size = len(text.encode())
    if size > LONGEST_EDITION:
        raise UnfitEdition([Problem("too_long", {"size": size, "most": LONGEST_EDITION})])


def edition_record(game: Game, edition: Edition | None) -> Any:
    """What the rules see of an edition: an empty record for a game without one."""
    return edition.record if edition else blank(game.record.EDITION)
