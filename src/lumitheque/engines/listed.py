"""Engines that a host lists: programs with a name of their own, who then appear beside the levels of the games."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from lumitheque.bots.levels import levels
from lumitheque.bots.players import PLAIN
from lumitheque.bots.protocol import BotError, Budget
from lumitheque.engines.commands import Command, is_engine, read_spelling, usual_limits
from lumitheque.engines.players import EnginePlayer
from lumitheque.engines.pool import Pool
from lumitheque.engines.program import EngineFault
from lumitheque.games import SHELF
from lumitheque.games.game import Game

NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}", re.ASCII)  # as a table spells a level


class ListedEngine(NamedTuple):
    """A program, and what it is called here."""

    name: str
    command: Command
    budget: Budget | None

    def player(self, game: Game) -> EnginePlayer:
        return EnginePlayer.of(game, self.name, self.command, self.budget)


class Introduced(NamedTuple):
    """What a listed engine said of itself."""

    engine: ListedEngine
    title: str
    author: str
    games: frozenset[str]


def read_listed(texts: Iterable[str]) -> list[ListedEngine]:
    """Read NAME=COMMAND, as in mybot=./mybot --flag@0.5s."""
    found: dict[str, ListedEngine] = {}
    taken = {*PLAIN, *(name for game in SHELF.values() for name in levels(game))}
    for text in texts:
        name, equals, command = text.partition("=")
        if not equals or not NAME.fullmatch(name):
            raise BotError(f"--engine {text}: write NAME=COMMAND, the name in small letters, digits, - and _")
        if name in taken or name in found:
            raise BotError(f"--engine {text}: there is a bot called {name} already")
        words, budget = read_spelling(command if is_engine(command) else f"engine:{command}")
        found[name] = ListedEngine(name, words, budget)
    return list(found.values())


def introduce_all(engines: Iterable[ListedEngine], pool: Pool) -> list[Introduced]:
    """Start each engine once: who it is, and which games it plays. BotError if one does not answer."""
    found = []
    for engine in engines:
        try:
            hired = pool.hire(engine.command, usual_limits())
        except EngineFault as fault:
            raise BotError(f"engine {engine.name}: {fault.reason}") from None
        ready = hired.ready
        pool.keep(hired)
        games = frozenset(SHELF) if ready.games is None else frozenset(ready.games) & frozenset(SHELF)
        found.append(Introduced(engine, ready.name, ready.author, games))
    return found
