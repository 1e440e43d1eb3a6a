"""Engines at a game, and what is left of them."""

import shlex
import sys
import time
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

from lumitheque.arena.match import Entrant, Result, play
from lumitheque.arena.schedule import lay_table, line_ups, schedule
from lumitheque.bots.protocol import Budget
from lumitheque.engines.commands import Limits
from lumitheque.engines.players import EnginePlayer, find_player
from lumitheque.games.game import Game

MISBEHAVING = Path(__file__).with_name("misbehaving.py")
PATIENT = Limits(start=120, grace=120, stop=120)  # on a busy machine nobody is late
SOON = 30.0  # seconds within which what was killed is gone


def misbehaving(kind: str, mark: str) -> str:
    return f"engine:{shlex.join([sys.executable, str(MISBEHAVING), kind, mark])}"


def new_mark() -> str:
    return f"mark-{uuid4().hex}"


def playing(spelling: str, limits: Limits = PATIENT, game: str = "luminis", seconds: float = 0.05) -> Result:
    """One game of an engine against a bot that plays at random."""

    def find(found: Game, name: str) -> Entrant:
        player = find_player(found, name)
        if isinstance(player, EnginePlayer):
            return replace(player, limits=limits, budget=Budget(seconds))
        return player

    table = lay_table(game, 2)
    fixture = schedule(table, line_ups([spelling, "random"], 2), 1, "0" * 32)[0]
    return play(table, fixture, find).result


def marked(mark: str) -> list[int]:
    """The processes that have this mark among their arguments, but this one."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes()
        except OSError:
            continue  # it has ended
        if mark.encode() in words:
            found.append(int(path.parent.name))
    return found


def none_left(mark: str) -> None:
    """Fail unless every process with this mark is soon gone."""
    until = time.monotonic() + SOON
    while left := marked(mark):
        assert time.monotonic() < until, f"{left} are left"
        time.sleep(0.02)
