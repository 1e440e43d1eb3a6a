"""Thinking that is done elsewhere: a queue in the same PostgreSQL, which workers on any machine empty.

An errand says at which table bots are to move, and after which entry. It says nothing else: a worker reads the log, as
everybody does. The queue is a cache like everything that is not the log. It is not written to the disk, and whatever
gets lost in it (a database that crashed, a node that died between a commit and its errand) is found again by looking
for tables where bots are to move.
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

THINK = "think"  # what workers are asked to do
QUEUE = DBSettings(prefix="lumitheque_", durability=Durability.volatile)
OVERDUE = 3_000  # milliseconds after which an errand is given again; while it waits or is run that changes nothing
PATIENCE = 10.0  # seconds, after which a database that does not answer counts as gone
MUCH = 1_000  # errands, after which the number of everybody's is halved
PAUSE = 0.5  # seconds before a connection that was lost is tried again
LOST = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)
log = logging.getLogger("lumitheque.server")


class Errand(msgspec.Struct, frozen=True):
    table: str
    seq: int  # the entry after which bots are to move

    def pack(self) -> bytes:
        return msgspec.json.encode(self)


def unpack(payload: bytes | None) -> Errand:
    return msgspec.json.decode(payload or b"", type=Errand)


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
    """The tables of the queue, made or brought up to date. Several may come at once: one works, the others wait."""
    async with queue.schema_lock():
        if await queue.schema_is_installed():
            await queue.apply_upgrade()
        else:
            await queue.install()


class ErrandBoard:
    """Where a node leaves what is to be thought about. It stands in for BotRunner."""

    def __init__(self, house: House, address: str) -> None:
        self._house, self._address = house, address
        self._wanted: dict[str, TableNote] = {}
        self._given: Counter[str] = Counter()  # errands by person, less and less of those of long ago
        self._wake = asyncio.Event()
        self._at_work = False
        house.on_commit.append(self.changed)
        house.on_pause.append(self._resumed)

    def changed(self, note: TableNote) -> None:
        if note.bot_to_move:
            self._wanted[note.id] = note
            self._wake.set()

    async def find(self, untouched_since: int | None = None) -> None:
        """Errands for all tables where bots are to move: after a start, after a pause, after somebody died."""
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
        """Whatever is wanted while a batch is on its way goes into the next. A lost connection is made again."""
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
        """How much was thought lately for those who want this: whoever wants less comes first."""
        payer = note.host if note.host in note.people or not note.people else note.people[0]
        before = self._given[payer]
        self._given[payer] += 1
        if self._given.total() > MUCH:
            self._given = Counter({who: number // 2 for who, number in self._given.items() if number > 1})
        return before

    async def _hand_over(self, queue: Queries) -> None:
        """One statement for all. An errand that is waiting or being run already is not doubled."""
        self._wake.clear()
        notes, self._wanted = list(self._wanted.values()), {}
        try:
            await queue.enqueue(
                [THINK] * len(notes),
                [Errand(note.id, note.seq).pack() for note in notes],
                [-self._lately(note) for note in notes],
                dedupe_key=[f"{note.id}:{note.moves}" for note in notes],  # chat meanwhile asks for no second thought
                on_conflict="skip",
            )
        except LOST:
            self._wanted = {note.id: note for note in notes} | self._wanted
            self._wake.set()
            raise
