"""Levels: characters to play against, from one that a child can beat to the strongest; each game has its file."""

import functools
from typing import NamedTuple

import msgspec

from lumitheque.bots.protocol import BotError
from lumitheque.games.game import Game

QUICK_KINDS = ("random", "greedy")  # they do not search; they play every game, with or without levels
KINDS = (*QUICK_KINDS, "tree", "deepening")


class Character(NamedTuple):
    """What a language calls a level: `[levels.NAME]` in the game's words."""

    title: str  # the character's name
    sentence: str  # who it is and how it plays


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str  # how it is asked for
    bot: str  # one of KINDS
    notices: float = 1.0  # the share of the moves that it does not overlook
    simulations: int | None = None  # how much it thinks about a move,
    seconds: float | None = None  # and for how long at most
    strength: int | None = None  # measured: points above a player who moves at random; 400 points are 10 to 1
    spread: int | None = None  # half of the 95 % interval of its strength

    def character(self, game: Game, language: str) -> Character:
        return Character(**game.words(language)["levels"][self.name])


class LevelFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    level: list[Level]
    measured: str = ""  # by which command


@functools.cache
def levels(game: Game) -> dict[str, Level]:
    """The levels of a game by name, weakest first; none for a game without skill."""
    path = game.folder / "skill" / "levels.toml"
    if not path.exists():
        return {}
    try:
        found = msgspec.toml.decode(path.read_bytes(), type=LevelFile).level
    except msgspec.ValidationError as error:
        raise BotError(f"{path.name} of {game.name}: {error}") from None
    for level in found:
        if level.bot not in KINDS:
            raise BotError(f"{path.name} of {game.name}: {level.name}: {level.bot!r} is not one of {', '.join(KINDS)}")
    return {level.name: level for level in found}
