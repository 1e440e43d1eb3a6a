"""prepare: every game compiled, two at a time, each in a process of its own."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from lumitheque.cli.speech import Language, Speech

if TYPE_CHECKING:
    from lumitheque.games.game import Game

AT_ONCE = 2
GLANCE = 0.1  # seconds between looks at the children

Report = Callable[[str, float], None]  # a game is ready, and how long it took


def prepare(
    *games: Annotated[str, Parameter(help="Names of games; all of them if none is named.")], lang: Language = None
) -> None:
    """Compile the rules of games, so that everything starts fast and plays fast."""
    from lumitheque.games import SHELF, find
    from lumitheque.games.rule import cache_root, ready_mark

    names = list(dict.fromkeys(find(name).name for name in games)) or list(SHELF)
    say = Speech(lang)
    if sys.stdout.isatty():
        _prepare_with_bar(names, say)
    else:
        _prepare_all(
            names, lambda game, seconds: print(say("prepare.done", game=game, seconds=f"{seconds:.1f}"), flush=True)
        )
    if set(names) >= set(SHELF):
        ready_mark().touch()
        print(say("prepare.ready", place=cache_root()))
    elif not ready_mark().exists():
        print(say("prepare.partly", games=say.listed(names)))


def _prepare_with_bar(names: list[str], say: Speech) -> None:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns) as progress:
        task = progress.add_task(say("prepare.heading"), total=len(names))

        def report(game: str, seconds: float) -> None:
            progress.advance(task)
            progress.print(say("prepare.done", game=game, seconds=f"{seconds:.1f}"))

        _prepare_all(names, report)


def _prepare_all(names: list[str], report: Report) -> None:
    """Keep two children busy until every game is compiled; GameError if one fails."""
    waiting, running = list(names), dict[str, tuple[subprocess.Popen[bytes], float]]()
    try:
        while waiting or running:
            while waiting and len(running) < AT_ONCE:
                name = waiting.pop(0)
                running[name] = (_start(name), time.monotonic())
            time.sleep(GLANCE)
            for name, (child, begun) in list(running.items()):
                if child.poll() is not None:
                    del running[name]
                    _see_to_it(name, child)
                    report(name, time.monotonic() - begun)
    finally:
        for child, _ in running.values():
            child.kill()
            child.wait()


def _start(name: str) -> "subprocess.Popen[bytes]":
    from lumitheque.games.rule import cache_root

    own = os.environ | {"LUMITHEQUE_RULES": "compiled", "LUMITHEQUE_CACHE": str(cache_root())}
    command = [sys.executable, "-m", __name__, name]
    return subprocess.Popen(command, env=own, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def _see_to_it(name: str, child: "subprocess.Popen[bytes]") -> None:
    """Raise what a child complained of."""
    from lumitheque.games.game import GameError

    _, told = child.communicate()
    if child.returncode:
        last = told.decode(errors="replace").strip().splitlines() or [f"exit status {child.returncode}"]
        raise GameError(f"{name} cannot be compiled: {last[-1]}")


def compile_verbs(game: "Game") -> None:
    """Call every verb of a game, so that its machine code is made and kept."""
    from lumitheque.games.rule import SPECTATOR
    from lumitheque.referee.chance_log import playout_chance
    from lumitheque.referee.review import random_game, trace

    played = random_game(game.name, None, "0")
    for _ in trace(played.game_record()):
        pass
    game.knowledge.imagine(played.e, played.view_record(None), SPECTATOR, playout_chance(1), played.view_record(None))


if __name__ == "__main__":  # a child
    from lumitheque.games import find
    from lumitheque.kernels.prepare import compile_game

    compile_verbs(find(sys.argv[1]))
    compile_game(find(sys.argv[1]))
