"""House: tables in memory, which are a cache of their logs, and the path of a command.

Commands of one table are handled one at a time: was it acknowledged before? → the table decides → the entries are
committed → the sender gets the acknowledgement → all watchers get the entries. Nodes use optimistic concurrency: if
another node appended first, this one reads what it wrote and decides again. If the store is in trouble, the command has
no effect, the house pauses, and it resumes by itself when the store is well again.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import TypeVar

from lumitheque.reception.faults import HouseFault, say_fault
from lumitheque.reception.viewers import people_at
from lumitheque.server.access.names import People
from lumitheque.server.access.rate_limits import Whereabouts
from lumitheque.server.bots.programs import Programs
from lumitheque.server.command_checks import (
    check_absence,
    check_away,
    check_level_asked,
    check_level_exists,
    seat_of_another,
    with_clean_name,
)
from lumitheque.server.live.announcing import announce
from lumitheque.server.live.attendance import Attendance
from lumitheque.server.live.live_table import LiveTable, Sender
from lumitheque.server.live.lobby import Lobby
from lumitheque.server.live.presence import PresenceBoard
from lumitheque.server.pause import Pause
from lumitheque.server.settings import HouseSettings
from lumitheque.server.upkeep.metrics import Counters
from lumitheque.server.upkeep.preparing import Preparation
from lumitheque.server.upkeep.set_aside import SetAsideTables
from lumitheque.server.upkeep.supervisor import Supervisor
from lumitheque.storage import Conflict, Owed, StorageTrouble
from lumitheque.tables import (
    HOUSE,
    Actor,
    AnyCommand,
    Entry,
    Event,
    LogError,
    Table,
    TableNote,
    TableTerms,
    decide,
    open_rematch,
    open_table,
    owed_after,
    write_entry,
)
from lumitheque.tables.commands import Say, Sit, TimeOut
from lumitheque.tables.events import Played, Rematched

Answer = TypeVar("Answer")
NOT_AT_ONCE = frozenset((Sit, Say, TimeOut))  # others read the name of whoever gave them; somebody may be excused
TRIES = 8  # conflicts with other nodes before the sender is told to try again


class House:
    def __init__(self, settings: HouseSettings) -> None:
        self.settings, self.store = settings, settings.store
        self.people = People(settings.store, settings.clock)
        self.tables: dict[str, LiveTable] = {}
        self.supervisor = Supervisor()
        self.tally = Counters(self._numbers, self.supervisor)
        self.aside = SetAsideTables()
        self.whereabouts = Whereabouts()
        self.lobby = Lobby(self.store, self.people, self.supervisor)
        self.presence = PresenceBoard(self.store, self.people, self.supervisor, self.tables)
        self.attendance = Attendance(self.presence, settings.clock)
        self.sockets = 0
        self.opened = time.monotonic()
        self.pause = Pause(settings.store, self.supervisor, self.aside, settings.recheck_seconds)
        self.preparation = Preparation(settings.store)
        self.programs = Programs(settings.engines)
        self.removed: frozenset[str] = frozenset()  # people whom the host removed from the house
        self.ready = asyncio.Event()  # commands wait for it while a restart gives clocks their time back
        self.ready.set()
        self.rouse: Callable[[], Awaitable[None] | None] = lambda: None  # before each command: see upkeep/clocks.py
        self.excuse: list[Callable[[str], Awaitable[None]]] = []  # before time is out: see absences/holidays.py
        # Called after every commit, those of other nodes too.
        self.on_change: list[Callable[[TableNote], None]] = [self.lobby.note, self.aside.changed]
        self.on_change.append(self.attendance.follow)
        self.on_commit: list[Callable[[TableNote], None]] = []  # called after commits of this node
        # Called at once when another node appended, and when a table was deleted.
        self.on_hear: list[Callable[[str], None]] = [self.lobby.look_up]

    def _numbers(self) -> dict[str, float]:
        folded = sum(live.table is not None for live in self.tables.values())
        held = {"tables": len(self.tables), "tables_folded": folded, "tables_set_aside": len(self.aside)}
        unprepared = len(self.preparation.to_come())
        return {"sockets": self.sockets, **held, "paused": self.pause.on, "games_not_compiled_yet": unprepared}

    async def start(self) -> None:
        self.opened = time.monotonic()
        self.store.listen(self._heard)
        self.store.report_unreadable(self.aside.put)
        self.presence.start()

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
        """Call `tell` with a table as it is committed, under its lock, with the names of those at it loaded."""
        live = self.at(table_id)
        async with live.lock:
            table = await self.fold(live)
            await self.people.names(people_at(table))
            return tell(table)

    async def fold(self, live: LiveTable) -> Table:
        """The table, folded from its log if it is not in memory. The caller holds its lock. HouseFault if there is no
        such table, or if it cannot be opened."""
        if live.table is not None:
            return live.table
        entries = await self.read(live.id)
        if not entries:
            if not live.watchers:
                self.tables.pop(live.id, None)
            raise HouseFault("unknown_table")
        live.table = self.aside.fold(live.id, entries)
        self.tell_missed(live, entries)
        return live.table

    async def read(self, table_id: str, after: int = 0) -> list[Entry]:
        """Read entries of a log from the store; HouseFault if they cannot be read."""
        try:
            return await self.aside.read(self.store, table_id, after)
        except StorageTrouble:
            self.pause.begin()
            raise HouseFault("paused") from None

    def tell_missed(self, live: LiveTable, entries: list[Entry]) -> None:
        missed = [entry for entry in entries if entry.seq > live.told]
        if live.watchers and live.told and missed:
            self._announce(live, missed)
        live.told = entries[-1].seq

    def _announce(self, live: LiveTable, entries: list[Entry]) -> None:
        announce(live, entries, self.people)
        self.presence.follow_seats(live)

    def evict(self) -> None:
        """Evict tables that nobody used for a while. Watchers stay; their table is folded again when it is needed."""
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
        """Drop the table in memory: its log was changed (a person was erased) or deleted."""
        live = self.tables.get(table_id)
        if live is not None:
            async with live.lock:
                live.table = None

    def lose(self, live: LiveTable) -> None:
        """The table was deleted: tell its watchers and drop it. The caller holds its lock."""
        live.table = None
        for watcher in list(live.watchers):
            watcher.lose(live.id, say_fault("unknown_table", watcher.language))
        if self.tables.get(live.id) is live:
            del self.tables[live.id]
        self._tell_heard(live.id)
        self.aside.forget(live.id)

    async def lose_if_deleted(self, table_id: str) -> None:
        """Drop a table if another node deleted it."""
        live = self.tables.get(table_id)
        if live is None:
            self._tell_heard(table_id)
            return
        async with live.lock:
            if await self.store.note(table_id) is None:
                self.lose(live)

    # --- commands ----------------------------------------------------------------------------------------------------

    async def open(self, terms: TableTerms, opener: str, table_id: str | None = None) -> str:
        """Open a new table; returns its id. If a table has the given id already, nothing is opened."""
        self.pause.check()
        await self.meet(opener)
        if terms.substitute is not None:
            check_level_exists(terms.game, terms.substitute, self.programs)
        events = open_table(terms, opener, self.settings.dice)
        try:
            return await self.lay(table_id or self.settings.dice.token(), events, Actor.of(opener))
        except Conflict:  # it is there
            if table_id is None:
                raise
            return table_id

    async def lay(self, table_id: str, events: list[Event], actor: Actor) -> str:
        """Write the first entries of a new log."""
        live = self.at(table_id)
        async with live.lock:
            entries = Table(table_id).entries_for(events, actor, None, self.settings.clock.now())
            table = Table.of(table_id, entries)
            note = await self.commit(live, table, 0, entries)
            live.table, live.told = table, table.seq
            self.committed(note)
        return table_id

    async def meet(self, person: str) -> None:
        """Keep the person's name in the store: from now on others are told it."""
        try:
            await self.people.meet(person)
        except StorageTrouble as trouble:
            self.pause.after(trouble)
            raise HouseFault("damaged" if trouble.reason == "damaged" else "paused") from None

    async def command(
        self, table_id: str, actor: Actor, command: AnyCommand, key: str | None = None, sender: Sender | None = None
    ) -> int:
        """Decide, commit and announce a command; returns the number of its last entry. Denied or HouseFault if it was
        not obeyed, and then nothing has happened."""
        begun, command = time.perf_counter(), with_clean_name(command)
        if actor.kind in ("person", "bot"):
            if not self.ready.is_set():
                await self.ready.wait()
            if (waking := self.rouse()) is not None:
                await waking
        if type(command) in NOT_AT_ONCE:
            await self._prepare(table_id, actor, command)
        live = self.at(table_id)
        async with live.lock:
            for _ in range(TRIES):
                self.pause.check()
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
                except Conflict:  # another node appended first
                    self.tally.conflicts += 1
                    continue
                if sender is not None and key is not None:
                    sender.acknowledge(key, table.seq)
                self._announce(live, entries)
                self.committed(note)
                self.tally.command.observe(time.perf_counter() - begun)
                return table.seq
        raise HouseFault("too_many")

    async def _prepare(self, table_id: str, actor: Actor, command: AnyCommand) -> None:
        if type(command) is TimeOut:
            for excuse in self.excuse:
                await excuse(table_id)
        elif actor.person is not None:
            await self.meet(actor.person)

    async def _decide(
        self, live: LiveTable, table: Table, actor: Actor, command: AnyCommand, key: str | None
    ) -> tuple[list[Entry], TableNote]:
        """Decide and commit a command; Conflict if another node appended first."""
        before, now, dice = table.seq, self.settings.clock.now(), self.settings.dice
        obeyed = decide(table, actor, command, now, dice)
        events = obeyed.events
        for event in events:
            if type(event) is Rematched:  # open the next table before anybody is told of it
                await self.lay(event.table, open_rematch(table, dice, actor.person), HOUSE)
        entries = table.entries_for(events, actor, key, now)
        try:  # the table runs ahead of its log: if the commit fails, it is folded again
            for entry in entries:
                table.evolve(entry, obeyed.trial)
            note = await self.commit(live, table, before, entries)
        except BaseException:
            live.table = None
            raise
        self.tally.moves += list(map(type, events)).count(Played)
        return entries, note

    async def commit(self, live: LiveTable, table: Table, before: int, entries: list[Entry]) -> TableNote:
        """Append entries durably; returns the table's note after them."""
        begun, note = time.perf_counter(), table.note()
        soon = entries[-1].at + self.settings.notice_grace
        owed = [Owed(due.person, due.what, due.since, soon) for due in owed_after(table, entries)]
        try:
            await self.store.append(live.id, before, list(map(write_entry, entries)), note, owed)
        except StorageTrouble:
            self.tally.troubles += 1
            self.pause.begin()
            raise HouseFault("paused") from None
        self.tally.commits += 1
        self.tally.commit.observe(time.perf_counter() - begun)
        return note

    def _check(self, live: LiveTable, table: Table, actor: Actor, command: AnyCommand) -> None:
        """Check what only the house knows: which bots there are, and who is away."""
        check_level_asked(table, command, self.programs)
        if (sitter := seat_of_another(table, actor, command)) is not None:
            elsewhere = self.presence.elsewhere(live.id).people
            check_away(live, sitter, elsewhere, self.opened, self.settings.away_seconds)
            check_absence(table, actor, sitter, self.attendance)

    def committed(self, note: TableNote) -> None:
        self._changed(note)
        for tell in self.on_commit:
            tell(note)

    def _changed(self, note: TableNote) -> None:
        for tell in self.on_change:
            tell(note)

    # --- other nodes -------------------------------------------------------------------------------------------------

    def _heard(self, table_id: str, seq: int) -> None:
        """Another node appended. The store calls this in the event loop's thread."""
        self._tell_heard(table_id)
        live = self.tables.get(table_id)
        if live is not None and live.told < seq:
            self.supervisor.once("catching up", partial(self._catch_up, live, seq))

    def _tell_heard(self, table_id: str) -> None:
        for tell in self.on_hear:
            tell(table_id)

    async def catch_up(self, table_id: str, seq: int) -> None:
        """Bring a table in memory up to an entry that another node wrote."""
        await self._catch_up(self.at(table_id), seq)

    async def _catch_up(self, live: LiveTable, seq: int) -> None:
        async with live.lock:
            if live.told >= seq:
                return
            if live.table is None:
                if live.watchers:
                    with suppress(HouseFault):  # set aside, or the house is paused
                        await self.fold(live)
                return
            table, live.table = live.table, None  # until it has applied them
            with suppress(HouseFault, LogError):
                entries = await self.read(live.id, table.seq)
                for entry in entries:
                    table.evolve(entry)
                live.table = table
                if entries:
                    self.tell_missed(live, entries)
                    self._changed(table.note())
