"""Every catalogue of words in the house, and how many of them a language lacks."""

import functools
from collections.abc import Iterator
from pathlib import Path

from lumitheque import games
from lumitheque.games import SHELF
from lumitheque.languages import Catalogue, game_catalogues, house_catalogues, missing

BOARD = "board"  # the catalogue of a game that its board in the page speaks with


def word_folders() -> list[Path]:
    """The games on the shelf, and what several of them share."""
    shared = Path(str(games.__file__)).parent.glob("*/words")
    return sorted({*(path.parent for path in shared), *(game.folder for game in SHELF.values())})


def board_catalogues() -> Iterator[tuple[str, Catalogue]]:
    for folder in word_folders():
        for catalogue in game_catalogues(folder):
            if catalogue.name.endswith(f"/{BOARD}"):
                yield folder.name, catalogue


@functools.cache
def missing_words(language: str) -> int:
    """How many messages of the house and its games a language lacks."""
    of_games = [catalogue for folder in word_folders() for catalogue in game_catalogues(folder)]
    return missing([*house_catalogues(), *of_games], language)
