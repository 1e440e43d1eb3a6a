"""The shelf: every game of the house.

game.py          Game: what a rule book provides, and the facts about it
rule.py          @rule: how a rule is run: interpreted, compiled, or compiled with every index checked
compiler.py      what @rule asks of Numba
machine_code.py  where machine code is kept, and which games have theirs
code_locator.py  where Numba keeps machine code
chance.py        shuffles and lots, written down so that they can be given again
real.py          the exponential function and the logarithm, the same on every machine
edition.py       boards and decks as files that a person can read
ending.py        how a game ended: reason, points, winners
observation.py   what observations are written with
origins.py       where each rule comes from: `origins.toml`
speech.py        sentences from a game's words
texts.py         texts that all games spell alike: numbers, cells, players
shelf.toml       which games there are, in their order

Each game is a folder. All of them have

rules.py      legal moves, what a move does, which rule an illegal one breaks
knowledge.py  what a seat knows, and worlds that agree with it
observation.py  what a learner is told of that, as bytes, and which moves can ever be legal
record.py     the state, as one record
notation.py   moves, chance and positions as text and JSON
drawing.py    the game for a terminal
audit.py      what is true of every state
skill/        how the game is played well; levels.toml: its characters
facts/        why one move is better than another: compare
art/          for the eye, if somebody drew it: picture.py (a position), box.py (what is printed), shapes.json
words/fr/, …  by language: words.toml (names, sentences, refusals), board, lessons, origins and reasons.toml, rules.md,
              aid.md
lessons/, editions/, origins.toml, exercises.jsonl

and name in `__init__.py` what they have besides.
"""

import importlib
import tomllib
from pathlib import Path

from lumitheque.games.game import Game, GameError


def _take_from_shelf() -> dict[str, Game]:
    """Every game that `shelf.toml` names, in its order."""
    with (Path(__file__).parent / "shelf.toml").open("rb") as file:
        names: list[str] = tomllib.load(file)["games"]
    return {name: importlib.import_module(f"{__name__}.{name}").GAME for name in names}


SHELF: dict[str, Game] = _take_from_shelf()


def join(game: Game) -> None:
    """Put one more game on the shelf."""
    if game.name in SHELF:
        raise GameError(f"there is a game {game.name} on the shelf already")
    SHELF[game.name] = game


def find(name: str) -> Game:
    """A game by its name."""
    if name not in SHELF:
        raise GameError(f"unknown game {name!r}; on the shelf: {', '.join(SHELF)}")
    return SHELF[name]


__all__ = ["SHELF", "Game", "GameError", "find", "join"]
