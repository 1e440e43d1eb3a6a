"""The process that compiles one game: `python -m lumitheque.server.upkeep.compiling GAME`."""

import fcntl
import os
import sys
from typing import Any

from lumitheque.bots.compile_ahead import compile_bots
from lumitheque.games import find
from lumitheque.games.game import Game
from lumitheque.games.machine_code import cache_root, is_marked, ready_mark
from lumitheque.games.rule import SPECTATOR
from lumitheque.referee.chance_log import playout_chance
from lumitheque.referee.checking import random_game, trace
from lumitheque.referee.referee import open_record, replay_move

STEPS_BACK = 10  # of 19: whoever plays meanwhile comes first


def command(game: str) -> dict[str, Any]:
    """How the process is started: what `subprocess.Popen` is given."""
    environment = os.environ | {"LUMITHEQUE_RULES": "compiled", "LUMITHEQUE_CACHE": str(cache_root())}
    return {"args": [sys.executable, "-m", __name__, game], "env": environment}


def complaint(said: bytes, status: int) -> str:
    """Why a process failed, in one line."""
    lines = said.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else f"exit status {status}"


def compile_game(game: Game) -> None:
    """Compile a game unless that is done, and mark it as ready. If another process is at it, wait for that."""
    mark = ready_mark(game.folder)  # of these very sources, whatever is edited meanwhile
    with (cache_root() / f"{mark.name}.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_marked(game.folder):
            compile_verbs(game)
            compile_bots(game)
            mark.touch()


def compile_verbs(game: Game) -> None:
    """Call every verb of a game, so that its machine code is made and kept."""
    played = random_game(game.name, None, "0")
    record = played.game_record()
    for _ in trace(record):
        pass
    again = open_record(record)
    for ply, (seat, text) in enumerate(record.moves):
        again.describe(text)
        replay_move(again, ply, seat, text)
    game.knowledge.imagine(played.e, played.view_record(None), SPECTATOR, playout_chance(1), played.view_record(None))


if __name__ == "__main__":
    os.nice(STEPS_BACK)
    compile_game(find(sys.argv[1]))
