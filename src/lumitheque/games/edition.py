"""Editions: the boards and decks of a game, as files that a person can read, check and replace."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
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


def blank(dtype: np.dtype[Any]) -> Any:
    """A zeroed record whose fields are attributes, in interpreted and compiled rules alike."""
    return np.zeros(1, dtype).view(np.recarray)[0]


def record_from(data: bytes, dtype: np.dtype[Any]) -> Any:
    """A record of its own from its bytes, the padding between fields included."""
    return np.frombuffer(bytearray(data), dtype).view(np.recarray)[0]


def load_edition(game: Game, source: str | None = None) -> Edition | None:
    """An edition by name or from a file; the game's own default if nothing is said; None for a game that has none."""
    if not game.editions:
        if source is not None:
            raise GameError(f"{game.name} has no editions: its board and pieces are all in the rules")
        return None
    name = source or game.editions[0]
    if name in game.editions:
        (path,) = (game.folder / "editions").glob(f"{name}.*")
        return read_edition(game, path.read_text(encoding="utf-8"), path.name, name, built_in=True)
    path = Path(name)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        built_in = ", ".join(game.editions)
        raise GameError(f"{name}: no edition of that name ({built_in}) and no readable file: {error}") from None
    return read_edition(game, text, name, path.stem)


def read_edition(game: Game, text: str, source: str, name: str, built_in: bool = False) -> Edition:
    """An edition from the text of its file; EditionError if it is not one."""
    edition: Edition = game.part("edition").read_edition(text, source, name, built_in)
    return edition


def edition_record(game: Game, edition: Edition | None) -> Any:
    """What the rules see of an edition: an empty record for a game without one."""
    return edition.record if edition else blank(game.record.EDITION)
