"""The driver as a child process, on its own core."""

import json
import subprocess
import sys
from typing import Any, Self

from load.servers import ROOT, Cores, Running, on_core


class Driver:
    """A running driver: it tells JSON lines, and may wait for one."""

    def __init__(self, task: str, dialect: str, server: Running, *words: str) -> None:
        command = [sys.executable, "-m", "load.drive", task, dialect, str(server.port), *words]
        self._log = server.log
        with on_core(Cores.driver):
            self._process = subprocess.Popen(
                command, cwd=ROOT / "benchmarks", stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )

    def line(self) -> dict[str, Any]:
        """The next thing that it tells."""
        assert self._process.stdout is not None
        text = self._process.stdout.readline()
        if not text:
            raise SystemExit(f"the driver gave up; what the server said is in {self._log}")
        told: dict[str, Any] = json.loads(text)
        return told

    def say(self, words: str = "") -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{words}\n")
        self._process.stdin.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self._process.kill()
        self._process.communicate()


def drive(task: str, dialect: str, server: Running, *words: str, tells: str | None = None) -> dict[str, Any]:
    """One task from beginning to end; the one thing that it tells."""
    with Driver(task, dialect, server, *words) as driver:
        if tells is not None:
            driver.say(tells)
        told = driver.line()
    troubles = told.get("troubles", [])
    if troubles:
        print(f"   trouble: {troubles}", flush=True)
    return told
