"""The command line, run in this process or in one of its own."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from lumitheque.cli import run
from lumitheque.games import SHELF

HOUSE = [name for name, game in SHELF.items() if game.package.startswith("lumitheque.")]
every_game = pytest.mark.parametrize("game", HOUSE)


class Told(NamedTuple):
    status: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)

    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Told]


@pytest.fixture
def lumitheque(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run a command here, in an empty folder, in English."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUMITHEQUE_LANG", "en")

    def command(*arguments: str, stdin: str | bytes = b"") -> Told:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        capsys.readouterr()
        status = run(arguments)
        return Told(status, *capsys.readouterr())

    return command


def own_process(rules: str = "interpreted", **environment: str) -> dict[str, Any]:
    """How to start the command in a process of its own: interpreted, unless compiling is what is tried."""
    own = os.environ | {"LUMITHEQUE_RULES": rules, "LUMITHEQUE_LANG": "en"} | environment
    return {"args": [sys.executable, "-m", "lumitheque"], "env": own}


def spawn(folder: Path, *arguments: str, stdin: bytes = b"", **environment: str) -> Told:
    """Run a command in a process of its own."""
    how = own_process(**environment)
    told = subprocess.run(
        [*how["args"], *arguments],
        cwd=folder,
        env=how["env"],
        input=stdin,
        capture_output=True,
        check=False,
        timeout=60,
    )
    return Told(told.returncode, told.stdout.decode(), told.stderr.decode())


def record_of(game: str, /, **changes: Any) -> dict[str, Any]:
    """The record of a new game, in which some things may be changed."""
    import lumitheque as lt

    return lt.new(game, seed="7").record() | changes


def text_of(game: str, /, **changes: Any) -> str:
    return json.dumps(record_of(game, **changes))
