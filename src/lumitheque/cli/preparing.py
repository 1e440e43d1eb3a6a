"""prepare: every game compiled, two at a time, each in a process of its own."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import IO, TYPE_CHECKING, Annotated, NamedTuple

from cyclopts import Parameter

from lumitheque.cli.speech import Language, Speech

if TYPE_CHECKING:
    from lumitheque.games.game import Game

AT_ONCE = 2
GLANCE = 0.1  # seconds between looks at the children

Report = Callable[[str, float | None], None]  # a game is begun, or is ready after so many seconds


def prepare(
    *games: Annotated[str, Parameter(help="Names of games; all of them if none is named.")], lang: Language = None
) -> None:
    """Compile the rules of games, so that everything starts fast and plays fast."""
    from lumitheque.games import SHELF, find
    from lumitheque.games.rule import cache_root, ready_mark

    names = list(dict.fromkeys(find(name).name for name in games)) or list(SHELF)
    say, mark = Speech(lang), ready_mark()  # of these very sources, whatever is edited meanwhile
    if sys.stdout.isatty():
        _prepare_with_bar(names, say)
    else:
        _prepare_with_lines(names, say)
    if set(names) >= set(SHELF):
        mark.touch()
        print(say("prepare.ready", place=cache_root()))
    elif not mark.exists():
        print(say("prepare.partly", games=say.listed(names)))


def _prepare_with_lines(names: list[str], say: Speech) -> None:
    def report(game: str, seconds: float | None) -> None:
        if seconds is not None:
            print(say("prepare.done", game=game, seconds=f"{seconds:.1f}"), flush=True)

    _prepare_all(names, report)


def _prepare_with_bar(names: list[str], say: Speech) -> None:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        TimeElapsedColumn(),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}"),
    )
    running: list[str] = []
    with Progress(*columns) as progress:
        task = progress.add_task("", total=len(names))

        def report(game: str, seconds: float | None) -> None:
            if seconds is None:
                running.append(game)
            else:
                running.remove(game)
                progress.advance(task)
                progress.print(say("prepare.done", game=game, seconds=f"{seconds:.1f}"))
            progress.update(task, description=say("prepare.running", games=say.listed(running)) if running else "")

        _prepare_all(names, report)


def _prepare_all(names: list[str], report: Report) -> None:
    """Keep two children busy until every game is compiled; GameError if one fails."""
    waiting, running = list(names), dict[str, Child]()
    try:
        while waiting or running:
            while waiting and len(running) < AT_ONCE:
                name = waiting.pop(0)
                running[name] = _start([sys.executable, "-m", __name__, name])
                report(name, None)
            time.sleep(GLANCE)
            for name in [name for name, child in running.items() if child.process.poll() is not None]:
                child = running.pop(name)
                _see_to_it(name, child)
                report(name, time.monotonic() - child.begun)
    finally:
        for child in running.values():
            child.process.kill()
            child.process.wait()
            child.said.close()


class Child(NamedTuple):
    process: "subprocess.Popen[bytes]"
    said: IO[bytes]  # its complaints: in a file, because nobody reads a pipe meanwhile
    begun: float


def _start(command: list[str]) -> Child:
    from lumitheque.games.rule import cache_root

    own = os.environ | {"LUMITHEQUE_RULES": "compiled", "LUMITHEQUE_CACHE": str(cache_root())}
    said = tempfile.TemporaryFile()  # noqa: SIM115 (closed when the child is done)
    return Child(subprocess.Popen(command, env=own, stdout=said, stderr=said), said, time.monotonic())


def _see_to_it(name: str, child: Child) -> None:
    """Raise what a child complained of."""
    from lumitheque.games.game import GameError

    with child.said as said:
        said.seek(0)
        lines = said.read().decode(errors="replace").strip().splitlines()
    if child.process.returncode:
        raise GameError(f"{name} cannot be compiled: {lines[-1] if lines else child.process.returncode}")


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
    from lumitheque.bots.prepare import compile_bots
    from lumitheque.games import find
    from lumitheque.kernels.prepare import compile_game

    compile_verbs(find(sys.argv[1]))
    compile_game(find(sys.argv[1]))
    compile_bots(find(sys.argv[1]))
