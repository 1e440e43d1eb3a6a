"""Agents that can be measured: programs that speak the engine protocol, and clients of MCP."""

import os
import shlex
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from lumitheque.agents.contest import Effort
from lumitheque.agents.programme import AgentError, Bout
from lumitheque.agents.table import AgentTable
from lumitheque.bots import Budget
from lumitheque.engines.commands import is_engine, read_command, read_spelling, usual_limits
from lumitheque.engines.engine_bot import EngineBot
from lumitheque.engines.pool import Pool
from lumitheque.engines.program import EngineFault
from lumitheque.engines.stories import Story, story_of

FEW = 3  # decisions of a game in which an engine may fail, before the stand-in plays it to its end
URL, TABLE = "LUMITHEQUE_MCP_URL", "LUMITHEQUE_TABLE"  # what a client finds in its environment
GLANCE = 0.1  # seconds between two looks at a client
FAREWELL = 10.0  # seconds that a client may take to end after its game


class EngineContestant:
    """A program that answers `think` with moves, one process for the whole programme."""

    def __init__(self, spelling: str, seconds: float | None = None) -> None:
        command, budget = read_spelling(spelling if is_engine(spelling) else f"engine:{spelling}")
        self.name, self._command = spelling, command
        self._budget = budget or Budget(seconds)
        self._pool = Pool()

    @contextmanager
    def connected(self) -> Iterator[None]:
        """The program waits between games, and ends with the last one."""
        try:
            yield
        finally:
            self._pool.close()

    def digest(self) -> str:
        return f"engine {self._command.digest()} {self._budget}"

    def play(self, table: AgentTable, bout: Bout, refusals: int) -> Effort:
        engine = EngineBot(table.game, self._command, usual_limits(), self._pool, refusals)
        effort = Effort()
        while not table.is_over and effort.failures.total() <= FEW:
            self._decide(engine, table, bout, effort)
        engine.leave(table.referee.ending())
        return effort

    def _decide(self, engine: EngineBot, table: AgentTable, bout: Bout, effort: Effort) -> None:
        sight, referee = table.sight(), table.referee
        story = story_of(referee, table.seat, bout.id)
        engine.hear(Story(*story[:-1], [*story.told, *((table.seat, text) for text in table.chosen)]))
        number, begun = len(referee.decisions) + len(table.chosen), time.perf_counter()
        try:
            move = engine.choose(sight, self._budget, number + 1).move
        except EngineFault as fault:
            if fault.kind != "illegal_move":
                effort.failures[fault.kind] += 1
            move = None
        effort.seconds += time.perf_counter() - begun
        table.illegal.update(engine.refused)
        table.cost += engine.cost
        if move is None:
            table.decide_instead()
        else:
            table.play([table.game.notation.write_move(referee.edition, sight.view, move)])


class ClientContestant:
    """A client of MCP: a command that is started for each game, with the server's address and its table's id in the
    environment. A process for each game remembers nothing of the last one, and what it breaks is its own game."""

    def __init__(self, command: str, minutes: float, logs: Path | None = None) -> None:
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise AgentError(f"{command!r} cannot be read as a command line: {error}") from None
        if not self._words:
            raise AgentError("which command plays? write it in quotation marks")
        self.name, self._minutes, self._logs = command, minutes, logs

    def digest(self) -> str:
        return f"mcp {read_command(self.name).digest()} {self._minutes}"

    @contextmanager
    def connected(self) -> Iterator[None]:
        """Serve the tables of the programme, and no others, for as long as games are played."""
        from lumitheque.agents.desk import Desk  # noqa: PLC0415 - engines are measured without the SDK
        from lumitheque.agents.mcp_server import AgentServer, in_background  # noqa: PLC0415

        self._desk = Desk(alone=True)
        with in_background(AgentServer(self._desk, "en", opens=False)) as self._url:
            yield

    def play(self, table: AgentTable, bout: Bout, refusals: int) -> Effort:  # noqa: ARG002 - the table counts them
        self._desk.add(table)
        begun = time.perf_counter()
        environment = os.environ | {URL: self._url, TABLE: table.id}
        try:
            with self._log(bout) as log:
                failure = self._run(table, environment, log)
        finally:
            self._desk.forget(table)
        effort = Effort(time.perf_counter() - begun)
        if failure is not None:
            effort.failures[failure] += 1
        return effort

    def _run(self, table: AgentTable, environment: dict[str, str], log: int) -> str | None:
        """Wait until the client has ended, or has had its time; why it did not play its game to the end."""
        try:
            client = subprocess.Popen(
                self._words, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        except OSError as error:
            raise AgentError(f"{self._words[0]}: cannot be started: {error.strerror}") from None
        until = time.monotonic() + 60 * self._minutes
        while client.poll() is None and not table.is_over and time.monotonic() < until:
            with suppress(subprocess.TimeoutExpired):
                client.wait(GLANCE)
        if table.is_over:
            with suppress(subprocess.TimeoutExpired):
                client.wait(FAREWELL)
        left = None if table.is_over else "left" if client.poll() is not None else "too_slow"
        with suppress(ProcessLookupError):
            os.killpg(client.pid, signal.SIGKILL)  # and all that it started
        client.wait()
        return left

    @contextmanager
    def _log(self, bout: Bout) -> Iterator[int]:
        """Where the client's own output goes."""
        if self._logs is None:
            yield subprocess.DEVNULL
            return
        self._logs.mkdir(parents=True, exist_ok=True)
        with (self._logs / f"{bout.id}.log").open("wb") as file:
            yield file.fileno()
