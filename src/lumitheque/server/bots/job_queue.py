"""JobQueue: bots' turns for workers on other machines, in a queue in the same PostgreSQL.

A job names the table where bots are to move, and the entry after which. It holds nothing else: a worker reads the log,
like everybody. The queue is a cache, like everything that is not the log. Its tables are unlogged, and whatever gets
lost (a database that crashed, a node that died between a commit and its job) is found again by looking for tables where
bots are to move.
"""

import asyncio
import contextlib
import logging
from collections import Counter
from typing import Any

import asyncpg
import msgspec
from pgqueuer.adapters.drivers.asyncpg import AsyncpgDriver
from pgqueuer.adapters.persistence.qb import QueryBuilderEnvironment, QueryQueueBuilder, QuerySchedulerBuilder
from pgqueuer.domain.settings import DBSettings, Durability
from pgqueuer.queries import Queries

from lumitheque.server.house import House
from lumitheque.storage import StorageTrouble
from lumitheque.tables import TableNote

THINK = "think"  # the entry point of the workers
QUEUE = DBSettings(prefix="lumitheque_", durability=Durability.volatile)
OVERDUE = 3_000  # milliseconds after which a job is queued again; a no-op while it waits or runs
PATIENCE = 10.0  # seconds after which a database that does not answer counts as gone
MUCH = 1_000  # jobs after which all counts are halved
PAUSE = 0.5  # seconds before reconnecting
LOST = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)
log = logging.getLogger("lumitheque.server")


class Job(msgspec.Struct, frozen=True):
    table: str
    seq: int  # the entry after which bots are to move

    def pack(self) -> bytes:
        return msgspec.json.encode(self)


def unpack(payload: bytes | None) -> Job:
    return msgspec.json.decode(payload or b"", type=Job)


def queue_on(connection: Any) -> Queries:
    return Queries(
        AsyncpgDriver(connection),
        QueryBuilderEnvironment(QUEUE),
        QueryQueueBuilder(QUEUE),
        QuerySchedulerBuilder(QUEUE),
    )


async def connect(address: str) -> Any:
    return await asyncpg.connect(
        address, timeout=PATIENCE, command_timeout=PATIENCE, server_settings={"application_name": "lumitheque-errands"}
    )


async def install(queue: Queries) -> None:
    """Create or migrate the tables of the queue. If several nodes start at once, one does it and the others wait."""
    async with queue.schema_lock():
        if await queue.schema_is_installed():
            await queue.apply_upgrade()
        else:
            await queue.install()


class JobQueue:
    """The runner of a node whose bots think on other machines."""

    def __init__(self, house: House, address: str) -> None:
        self._house, self._address = house, address
        self._wanted: dict[str, TableNote] = {}
        self._given: Counter[str] = Counter()  # jobs by person, decaying
        self._wake = asyncio.Event()
        self._at_work = False
        self.threads = None  # they are on other machines
        house.on_commit.append(self.changed)
        house.pause.listeners.append(self._resumed)

    def changed(self, note: TableNote) -> None:
        if note.bot_to_move:
            self._wanted[note.id] = note
            self._wake.set()

    async def find(self, untouched_since: int | None = None) -> None:
        """Queue jobs for all tables where bots are to move: after a start, a pause, or the death of a node."""
        if not self._at_work:
            self._at_work = True
            self._house.supervisor.keep("errands", self._run)
        with contextlib.suppress(StorageTrouble):
            for note in await self._house.store.notes(status="playing", bot_to_move=True, limit=100_000):
                if untouched_since is None or note.touched_at < untouched_since:
                    self.changed(note)

    async def find_forgotten(self) -> None:
        await self.find(self._house.settings.clock.now() - OVERDUE)

    def _resumed(self, paused: bool, _: float) -> None:
        if not paused:
            self._house.supervisor.once("finding bots", self.find)

    def hurry(self) -> None:
        """Nobody thinks here."""

    def stop(self) -> None:
        """Nobody thinks here."""

    async def _run(self) -> None:
        """Write jobs in batches: what comes during one write goes into the next. Reconnect when it is lost."""
        while True:
            connection = None
            try:
                connection = await connect(self._address)
                queue = queue_on(connection)
                await install(queue)
                while True:
                    await self._wake.wait()
                    await self._hand_over(queue)
            except LOST as error:
                log.warning("errands for workers cannot be left: %s", error or type(error).__name__)
                await asyncio.sleep(PAUSE)
            finally:
                if connection is not None:
                    connection.terminate()

    def _lately(self, note: TableNote) -> int:
        """Priority: those for whom less was thought lately come first."""
        payer = note.opener if note.opener in note.people or not note.people else note.people[0]
        before = self._given[payer]
        self._given[payer] += 1
        if self._given.total() > MUCH:
            self._given = Counter({who: number // 2 for who, number in self._given.items() if number > 1})
        return before

    async def _hand_over(self, queue: Queries) -> None:
        """Insert a batch with one statement. A job that waits or runs already is not doubled."""
        self._wake.clear()
        notes, self._wanted = list(self._wanted.values()), {}
        try:
            await queue.enqueue(
                [THINK] * len(notes),
                [Job(note.id, note.seq).pack() for note in notes],
                [-self._lately(note) for note in notes],
                dedupe_key=[f"{note.id}:{note.moves}" for note in notes],  # chat in between makes no second job
                on_conflict="skip",
            )
        except LOST:
            self._wanted = {note.id: note for note in notes} | self._wanted
            self._wake.set()
            raise
