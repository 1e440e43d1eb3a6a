"""prepare: games compiled, two at a time, each in a process of its own."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import IO, Annotated, Any, NamedTuple

from cyclopts import Parameter

from lumitheque.cli.speech import Language, Speech

AT_ONCE = 2
GLANCE = 0.1  # seconds between polls of the children

Report = Callable[[str, float | None], None]  # a game is begun, or is ready after so many seconds


def prepare(
    *games: Annotated[str, Parameter(help="Names of games; all of them if none is named.")], lang: Language = None
) -> None:
    """Compile the rules of games, so that everything starts fast and plays fast. What is compiled already is left."""
    from lumitheque.games import SHELF, find
    from lumitheque.games.machine_code import cache_root, is_marked

    say = Speech(lang)
    names = list(dict.fromkeys(find(name).name for name in games)) or list(SHELF)
    missing = [name for name in names if not is_marked(SHELF[name].folder)]
    if missing and sys.stdout.isatty():
        _prepare_with_bar(missing, say)
    elif missing:
        _prepare_with_lines(missing, say)
    if all(is_marked(game.folder) for game in SHELF.values()):
        print(say("prepare.ready", place=cache_root()))
    else:
        print(say("prepare.partly", games=say.listed(names)))


def compile_all(language: Language) -> None:
    """Compile what is not compiled yet, before anybody waits for a bot."""
    from lumitheque.games.machine_code import games_here, is_marked

    settled = os.environ.setdefault("LUMITHEQUE_RULES", "compiled")
    if settled in ("auto", "compiled") and not all(map(is_marked, games_here())):
        prepare(lang=language)


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
                running[name] = _start(name)
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


def _start(game: str) -> Child:
    said = tempfile.TemporaryFile()  # noqa: SIM115 (closed when the child is done)
    return Child(subprocess.Popen(**_command(game), stdout=said, stderr=said), said, time.monotonic())


def _command(game: str) -> dict[str, Any]:
    from lumitheque.server.upkeep import compiling

    return compiling.command(game)


def _see_to_it(name: str, child: Child) -> None:
    """Raise the last line of a failed child's output."""
    from lumitheque.games.game import GameError
    from lumitheque.server.upkeep import compiling

    with child.said as said:
        said.seek(0)
        told = said.read()
    if child.process.returncode:
        raise GameError(f"{name} cannot be compiled: {compiling.complaint(told, child.process.returncode)}")
