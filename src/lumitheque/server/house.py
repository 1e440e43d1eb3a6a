"""The house: tables in memory, which are a cache of their logs, and the way of a command.

Per table, one at a time: was it answered before? → the table decides → its entries are committed → the sender is told →
everybody is told. If another node was quicker, what it wrote is read and the table decides again. If the store is in
trouble, nothing has happened, the house pauses, and it goes on by itself when the store is well again.
"""

import asyncio
import logging
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import TypeVar

from lumitheque.bots import levels
from lumitheque.games import SHELF
from lumitheque.server.aside import Aside
from lumitheque.server.company import Company
from lumitheque.server.faults import HouseFault, say_fault
from lumitheque.server.limits import Whereabouts
from lumitheque.server.livetable import LiveTable
from lumitheque.server.lobby import Lobby
from lumitheque.server.messages import Gone, write
from lumitheque.server.metrics import Tally
from lumitheque.server.people import People
from lumitheque.server.settings import HouseSettings
from lumitheque.server.supervising import Supervisor
from lumitheque.server.watching import Sender, announce, people_at
from lumitheque.storage import Conflict, StorageTrouble
from lumitheque.tables import (
    HOUSE,
    Actor,
    AnyCommand,
    Denied,
    Entry,
    Event,
    HandToBot,
    LogError,
    Played,
    Rematched,
    ReplaceBot,
    Sit,
    Table,
    TableNote,
    TableTerms,
    decide,
    open_rematch,
    open_table,
    write_entry,
)

Answer = TypeVar("Answer")
PLAIN_BOTS = ("random", "greedy")  # beside the levels: every game has them
log = logging.getLogger("lumitheque.server")
TRIES = 8  # how often other nodes may be quicker before the sender is told to try again


def check_level(game: str, level: str) -> None:
    if game in SHELF and level not in levels(SHELF[game]) and level not in PLAIN_BOTS:
        raise Denied("no_such_level")


class House:
    def __init__(self, settings: HouseSettings) -> None:
        self.settings, self.store = settings, settings.store
        self.people = People(settings.store, settings.clock)
        self.tables: dict[str, LiveTable] = {}
        self.supervisor = Supervisor()
        self.tally = Tally(self._numbers, self.supervisor)
        self.aside = Aside()
        self.whereabouts = Whereabouts()
        self.lobby = Lobby(self)
        self.company = Company(self)
        self.sockets = 0
        self.opened = time.monotonic()
        self.paused = False
        self.removed: frozenset[str] = frozenset()  # people whom the host asked to leave
        self.ready = asyncio.Event()  # people's commands wait for it: what a restart took from them is made good first
        self.ready.set()
        self.rouse: Callable[[], Awaitable[None] | None] = lambda: None  # asked before a move is taken: see timekeeper
        self.on_pause: list[Callable[[bool, float], None]] = []  # told when play pauses, and when it goes on
        # Told after every commit, of other nodes too.
        self.on_change: list[Callable[[TableNote], None]] = [self.lobby.note, self.aside.changed]
        self.on_commit: list[Callable[[TableNote], None]] = []  # told after this node's own

    def _numbers(self) -> dict[str, float]:
        folded = sum(live.table is not None for live in self.tables.values())
        held = {"tables": len(self.tables), "tables_folded": folded, "tables_set_aside": len(self.aside)}
        return {"sockets": self.sockets, **held, "paused": self.paused}

    async def start(self) -> None:
        self.opened = time.monotonic()
        self.store.listen(self._heard)
        self.store.report_unreadable(self.aside.put)
        self.company.start()

    async def stop(self) -> None:
        await self.supervisor.stop()

    # --- tables in memory --------------------------------------------------------------------------------------------

    def at(self, table_id: str) -> LiveTable:
        live = self.tables.get(table_id)
        if live is None:
            live = self.tables[table_id] = LiveTable(table_id)
        live.touched = time.monotonic()
        return live

    async def look(self, table_id: str, tell: Callable[[Table], Answer]) -> Answer:
        """Ask something of a table as it is committed; the names of those at it are known meanwhile."""
        live = self.at(table_id)
        async with live.lock:
            table = await self.fold(live)
            await self.people.names(people_at(table))
            return tell(table)

    async def fold(self, live: LiveTable) -> Table:
        """The table, from its log if it is not in memory; its lock is held. HouseFault if there is no such table, or
        if it cannot be opened."""
        if live.table is not None:
            return live.table
        entries = await self.read(live.id)
        if not entries:
            if not live.watchers:
                self.tables.pop(live.id, None)
            raise HouseFault("unknown_table")
        live.table = self.aside.fold(live.id, entries)
        self._tell_missed(live, entries)
        return live.table

    async def read(self, table_id: str, after: int = 0) -> list[Entry]:
        """Entries of a log as it is kept; HouseFault if they cannot be read."""
        try:
            return await self.aside.read(self.store, table_id, after)
        except StorageTrouble:
            self.pause()
            raise HouseFault("paused") from None

    def _tell_missed(self, live: LiveTable, entries: list[Entry]) -> None:
        missed = [entry for entry in entries if entry.seq > live.told]
        if live.watchers and live.told and missed:
            announce(live, missed, self.people)
        live.told = entries[-1].seq

    def evict(self) -> None:
        """Let go of what nobody has used for a while. Watchers stay; their table is folded again when it is needed."""
        now, settings = time.monotonic(), self.settings
        idle = sorted((live for live in self.tables.values() if not live.lock.locked()), key=lambda live: live.touched)
        surplus = len(self.tables) - settings.most_tables
        for number, live in enumerate(idle):
            if now - live.touched < settings.evict_seconds and number >= surplus:
                return
            if live.table is not None:
                live.people, live.table = live.table.places.people, None
            if not live.watchers:
                del self.tables[live.id]

    async def drop(self, table_id: str) -> None:
        """Forget what is in memory: the log was changed under it (a person's words emptied) or is gone."""
        live = self.tables.get(table_id)
        if live is not None:
            async with live.lock:
                live.table = None

    def lose(self, live: LiveTable) -> None:
        """The table was deleted; its lock is held. Whoever looks at it is told."""
        live.table = None
        for watcher in list(live.watchers):
            watcher.post(write(Gone(live.id, say_fault("unknown_table"))))
            watcher.lose()
        if self.tables.get(live.id) is live:
            del self.tables[live.id]
        self.lobby.lost(live.id)
        self.aside.forget(live.id)

    async def lose_if_deleted(self, table_id: str) -> None:
        """Another node may have deleted a table."""
        live = self.tables.get(table_id)
        if live is None:
            self.lobby.lost(table_id)
            return
        async with live.lock:
            if await self.store.note(table_id) is None:
                self.lose(live)

    # --- commands ----------------------------------------------------------------------------------------------------

    async def open(self, terms: TableTerms, host: str) -> str:
        """A new table; its id."""
        self.check_running()
        if terms.substitute is not None:
            check_level(terms.game, terms.substitute)
        events = open_table(terms, host, self.settings.dice)
        return await self.lay(self.settings.dice.token(), events, Actor.of(host))

    async def lay(self, table_id: str, events: list[Event], actor: Actor) -> str:
        """A new log with its first entries."""
        live = self.at(table_id)
        async with live.lock:
            entries = Table(table_id).entries_for(events, actor, None, self.settings.clock.now())
            table = Table.of(table_id, entries)
            note = await self._commit(live, table, 0, entries)
            live.table, live.told = table, table.seq
            self._committed(note)
        return table_id

    async def command(
        self,
        table_id: str,
        actor: Actor,
        command: AnyCommand,
        key: str | None = None,
        sender: Sender | None = None,
    ) -> int:
        """Obey a command: the number of its last entry. Denied or HouseFault if not, and then nothing has happened."""
        begun = time.perf_counter()
        if actor.kind in ("person", "bot"):
            if not self.ready.is_set():
                await self.ready.wait()
            if (waking := self.rouse()) is not None:
                await waking
        live = self.at(table_id)
        async with live.lock:
            for _ in range(TRIES):
                self.check_running()
                if actor.person in self.removed:
                    raise HouseFault("removed")
                table = live.table or await self.fold(live)
                if key is not None and (seq := table.answered(actor, key)) is not None:
                    if sender is not None:
                        sender.acknowledge(key, seq)
                    return seq
                self._check(live, table, actor, command)
                try:
                    entries, note = await self._decide(live, table, actor, command, key)
                except Conflict:  # another node was quicker
                    self.tally.conflicts += 1
                    continue
                if sender is not None and key is not None:
                    sender.acknowledge(key, table.seq)
                announce(live, entries, self.people)
                self._committed(note)
                self.tally.command.note(time.perf_counter() - begun)
                return table.seq
        raise HouseFault("too_many")

    async def _decide(
        self, live: LiveTable, table: Table, actor: Actor, command: AnyCommand, key: str | None
    ) -> tuple[list[Entry], TableNote]:
        """What happens, committed; Conflict if another node wrote first."""
        before, now, dice = table.seq, self.settings.clock.now(), self.settings.dice
        events = decide(table, actor, command, now, dice)
        for event in events:
            if type(event) is Rematched:  # the next table is there before anybody hears of it
                await self.lay(event.table, open_rematch(table, dice), HOUSE)
        entries = table.entries_for(events, actor, key, now)
        try:  # it runs ahead of the log: if anything goes wrong before the commit, the log is read again
            for entry in entries:
                table.evolve(entry)
            note = await self._commit(live, table, before, entries)
        except BaseException:
            live.table = None
            raise
        self.tally.moves += list(map(type, events)).count(Played)
        return entries, note

    async def _commit(self, live: LiveTable, table: Table, before: int, entries: list[Entry]) -> TableNote:
        """Entries become durable. What listings need to know after them."""
        begun, note = time.perf_counter(), table.note()
        try:
            await self.store.append(live.id, before, list(map(write_entry, entries)), note)
        except StorageTrouble:
            self.tally.troubles += 1
            self.pause()
            raise HouseFault("paused") from None
        self.tally.commits += 1
        self.tally.commit.note(time.perf_counter() - begun)
        return note

    def _check(self, live: LiveTable, table: Table, actor: Actor, command: AnyCommand) -> None:
        """What only the house knows: which bots there are, and who is away."""
        if isinstance(command, Sit):
            if command.bot is not None:
                check_level(table.terms.game, command.bot)
        elif isinstance(command, HandToBot):
            if command.level is not None:
                check_level(table.terms.game, command.level)
            if actor.kind == "person" and command.seat is not None:
                self._check_away(live, table, actor, command.seat)
        elif isinstance(command, ReplaceBot):
            check_level(table.terms.game, command.level)

    def _check_away(self, live: LiveTable, table: Table, actor: Actor, seat: int) -> None:
        """A bot is put on somebody else's seat only when they have been away for a while."""
        sitter = table.places[seat].person if 0 <= seat < len(table.places) else None
        if sitter is None or sitter == actor.person:
            return
        here = any(watcher.person == sitter for watcher in live.watchers)
        here = here or sitter in self.company.elsewhere(live.id).people
        since = live.left.get(sitter, self.opened)
        if here or time.monotonic() - since < self.settings.away_seconds:
            raise HouseFault("present")

    def _committed(self, note: TableNote) -> None:
        self._changed(note)
        for tell in self.on_commit:
            tell(note)

    def _changed(self, note: TableNote) -> None:
        for tell in self.on_change:
            tell(note)

    # --- other nodes -------------------------------------------------------------------------------------------------

    def _heard(self, table_id: str, seq: int) -> None:
        """Another node appended. Called in this loop's thread."""
        self.lobby.look_up(table_id)
        live = self.tables.get(table_id)
        if live is not None and live.told < seq:
            self.supervisor.once("catching up", partial(self._catch_up, live, seq))

    async def catch_up(self, table_id: str, seq: int) -> None:
        """Know a table at least up to an entry, if it is in memory at all."""
        await self._catch_up(self.at(table_id), seq)

    async def _catch_up(self, live: LiveTable, seq: int) -> None:
        async with live.lock:
            if live.told >= seq:
                return
            if live.table is None:
                if live.watchers:
                    with suppress(HouseFault):  # it is set aside, or the house is paused
                        await self.fold(live)
                return
            table, live.table = live.table, None  # until it has followed
            with suppress(HouseFault, LogError):
                entries = await self.read(live.id, table.seq)
                for entry in entries:
                    table.evolve(entry)
                live.table = table
                if entries:
                    self._tell_missed(live, entries)
                    self._changed(table.note())

    # --- a store in trouble ------------------------------------------------------------------------------------------

    def check_running(self) -> None:
        if self.paused:
            raise HouseFault("paused")

    def fails(self, trouble: StorageTrouble) -> None:
        """Something could not be had from the store. What is damaged is refused alone; anything else stops play."""
        if trouble.reason == "damaged":
            self.aside.damaged(str(trouble))
        else:
            self.pause()

    def pause(self) -> None:
        """Play stops until the store is well again; everybody is told."""
        if self.paused:
            return
        self.paused = True
        log.warning("the house pauses: %s", sys.exception())
        self._tell_pause(True, 0.0)
        self.supervisor.keep("recovering", partial(self._recover, time.monotonic()))

    async def _recover(self, begun: float) -> None:
        while self.paused:
            await asyncio.sleep(self.settings.recheck_seconds)
            try:
                await self.store.healthy()
            except StorageTrouble:
                continue
            except Exception as error:  # noqa: BLE001 (it is asked again, as soon as after any trouble)
                self.supervisor.failed("recovering", error)
                continue
            self.paused = False
        self._tell_pause(False, time.monotonic() - begun)

    def _tell_pause(self, paused: bool, seconds: float) -> None:
        """Tell all, whatever happens to one of them."""
        for tell in self.on_pause:
            self.supervisor.call("pausing", tell, paused, seconds)
