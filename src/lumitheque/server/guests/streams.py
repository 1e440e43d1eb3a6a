"""GuestStreams: the streams of guest bots that are open.

A stream is a reader of the house like a WebSocket: the table's is one of its watchers, and hears what they hear; that
of events follows the bot's own tables. What waits for a slow reader is bounded; beyond that the stream ends, and
the bot comes again with the last number that it has: what it missed is in the log.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from lumitheque.reception.faults import Fault, HouseFault, say_denied
from lumitheque.reception.messages import MineMessage
from lumitheque.reception.viewers import people_at, viewer_for
from lumitheque.server.access.cookies import Visitor
from lumitheque.server.access.names import People
from lumitheque.server.access.request_guard import RequestGuard
from lumitheque.server.guests import lines
from lumitheque.server.guests.lines import Line, record_of, write
from lumitheque.server.house import House
from lumitheque.server.live.announcing import note_leaving
from lumitheque.server.live.live_table import LiveTable
from lumitheque.server.live.news import News
from lumitheque.server.live.send_queue import MOST_BYTES
from lumitheque.server.notices.invitations import Asked, Invitations
from lumitheque.tables import Denied, Table, TableNote, Viewer, tell_entry, tell_state, tell_table
from lumitheque.tables.told import AskedTold

MOST_LINES = 1_000  # that wait for a slow reader
MOST_TOLD = 200  # finished games that a stream of events tells of when it begins


class Stream:
    """Lines on their way to one reader."""

    def __init__(self, visitor: Visitor, now: Callable[[], int], alive_seconds: float) -> None:
        self.visitor, self.person = visitor, visitor.person
        self._now, self._alive_seconds = now, alive_seconds
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._news = asyncio.Event()
        self.ended = False

    @property
    def language(self) -> str:
        return self.visitor.language

    def put(self, line: Line) -> None:
        if self.ended:
            return
        text = write(line) + b"\n"
        self._waiting.append(text)
        self._size += len(text)
        if len(self._waiting) > MOST_LINES or self._size > MOST_BYTES:
            self.end(lines.Behind())
        self._news.set()

    def end(self, line: Line | None = None) -> None:
        """Send what waits, and this line, and no more. Whoever reads too slowly is sent nothing but that line."""
        if self.ended:
            return
        if type(line) is lines.Behind:
            self._waiting.clear()
        if line is not None:
            self._waiting.append(write(line) + b"\n")
        self.ended = True
        self._news.set()

    async def read(self) -> AsyncIterator[bytes]:
        """The lines as they come; one that says so when nothing comes."""
        while True:
            if self._waiting:
                text = b"".join(self._waiting)
                self._waiting.clear()
                self._size = 0
                yield text
            elif self.ended:
                return
            else:
                self._news.clear()
                try:
                    async with asyncio.timeout(self._alive_seconds):
                        await self._news.wait()
                except TimeoutError:
                    self.put(lines.Alive(self._now()))


class TableStream(Stream):
    """One table, as the bot's seat sees it, or a spectator."""

    viewer = Viewer()
    shown = True  # a bot looks at whatever it reads
    seq = 0  # of the last entry that it was told
    _decision: tuple[int, int] | None = None  # seat and number of the one that it was told to make
    _asked: Sequence[AskedTold] = ()  # what it was told that is asked of it
    _over = False
    _live: LiveTable | None = None

    def post(self, text: bytes) -> None:
        """Presence, which only the page shows; what concerns a bot comes by `hear`, `see` and `lose`."""

    def tell_own(self, message: MineMessage) -> None:
        """Its other tables are told of by the stream of events."""

    def hear(self, news: News) -> None:
        told = [tell_entry(news.table, entry, self.viewer) for entry in news.entries if entry.seq > self.seq]
        names = {one: news.people.name(one) for entry in told if (one := entry.event.introduces)}
        self.seq = news.table.seq
        if told:
            self.put(lines.BotEntries(news.table.id, self.seq, told, names))
        self.tell_standing(news.table)

    def see(self, table: Table, people: People) -> None:
        names = {person: people.name(person) for person in sorted(people_at(table))}
        self.seq = table.seq
        self.put(lines.BotTable(tell_table(table, self.viewer), names))
        self.tell_standing(table)

    def tell_standing(self, table: Table) -> None:
        """What the bot has to do now, if that is news."""
        state, seat = tell_state(table, self.viewer), self.viewer.seat
        due = None if state.decision is None or seat is None else (seat, state.decision)
        if due is not None and due != self._decision:
            together = bool(table.deciding)
            self.put(lines.BotTurn(table.id, table.seq, *due, state.legal, state.view or {}, state.clock, together))
        self._decision = due
        asked = [one for one in state.asked if self.person in one.missing]
        if asked and asked != self._asked:
            self.put(lines.BotAsked(table.id, table.seq, asked))
        self._asked = asked
        over = state.status in ("over", "closed") or state.closed
        if over and (not self._over or state.next_table is not None):
            self.put(lines.BotOver(table.id, table.seq, record_of(table.id), state.ending, state.next_table))
        self._over = over

    def lose(self, table: str, fault: Fault) -> None:
        self.end(lines.BotGone(table, fault))
        self.detach()

    def attach(self, live: LiveTable) -> None:
        self._live = live
        live.watchers.append(self)
        live.left.pop(self.person, None)

    def detach(self) -> LiveTable | None:
        """Watch no more; the table that it watched."""
        live, self._live = self._live, None
        if live is not None:
            live.watchers.remove(self)
            note_leaving(live, self.person)
        return live


class EventStream(Stream):
    """What concerns a bot: invitations, and its own tables."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._stages: dict[str, tuple[str, int | None]] = {}  # by table: how far it is, and since when it waits for us
        self._invited: set[str] = set()

    def post(self, text: bytes) -> None:
        """The list of tables, which a bot asks for."""

    def tell_own(self, message: MineMessage) -> None:
        for note in message.tables:
            self.tell(note)

    def tell(self, note: TableNote) -> None:
        stage, since = self._stages.get(note.id, ("", None))
        facts = (note.id, note.game)
        if self.person not in note.people:
            if self._stages.pop(note.id, None) is not None:
                self.put(lines.Unseated(*facts, note.touched_at))
            return
        if note.status != stage:
            self._tell_stage(note)
        wait = note.waiting
        waits = wait is not None and self.person in wait.people and note.status == "playing"
        if wait is not None and waits and wait.since != since:
            self.put(lines.TurnAt(*facts, wait.seats, wait.since, note.touched_at))
        self._stages[note.id] = note.status, wait.since if wait is not None and waits else None

    def _tell_stage(self, note: TableNote) -> None:
        facts, at = (note.id, note.game), note.touched_at
        if note.status == "open":
            self.put(lines.Seated(*facts, at))
        elif note.status == "playing":
            self.put(lines.Begun(*facts, at))
        else:
            self.put(lines.Finished(*facts, record_of(note.id), at, note.ending))

    def tell_invited(self, found: list[tuple[TableNote, Asked]], people: People) -> None:
        for note, one in found:
            if note.id not in self._invited:
                self.put(lines.Challenged(note.id, note.game, one.by, people.name(one.by), one.at))
        self._invited = {note.id for note, _ in found}


class GuestStreams:
    def __init__(self, house: House, guard: RequestGuard, invitations: Invitations) -> None:
        self._house, self._guard, self._invitations = house, guard, invitations
        self._open: set[Stream] = set()
        house.presence.bots_here = self._listening

    def is_here(self, bot: str) -> bool:
        """Whether a bot hears what is asked of it: its stream of events is open, at any node."""
        return bot in self._listening() or self._house.presence.listens_elsewhere(bot)

    def _listening(self) -> set[str]:
        return {one.person for one in self._open if isinstance(one, EventStream)}

    def _check_room(self, visitor: Visitor) -> None:
        """HouseFault if the bot, or its address, has enough streams."""
        limits = self._house.settings.limits
        of_bot = sum(one.person == visitor.person for one in self._open)
        of_address = sum(one.visitor.address == visitor.address for one in self._open)
        if of_bot >= limits.bot_streams or of_address >= limits.address_sockets:
            raise HouseFault("too_many_streams")

    @contextmanager
    def _kept(self, stream: Stream) -> Iterator[None]:
        self._open.add(stream)
        self._note(stream)
        try:
            yield
        finally:
            stream.end()
            self._open.discard(stream)
            self._note(stream)

    def _note(self, stream: Stream) -> None:
        if isinstance(stream, EventStream):
            self._house.presence.bots_changed()

    def _circumstances(self, visitor: Visitor) -> tuple[Any, ...]:
        settings = self._house.settings
        return visitor, settings.clock.now, settings.alive_seconds

    # --- a table -----------------------------------------------------------------------------------------------------

    async def table(self, visitor: Visitor, table_id: str, after: int | None) -> AsyncIterator[bytes]:
        """Begin to read a table; HouseFault or Denied if the bot may not."""
        self._check_room(visitor)
        await self._house.look(table_id, lambda table: viewer_for(table, visitor.person, None))
        return self._read_table(TableStream(*self._circumstances(visitor)), table_id, after)

    async def _read_table(self, stream: TableStream, table_id: str, after: int | None) -> AsyncIterator[bytes]:
        """Nothing is open before somebody reads, and everything is closed when they stop."""
        live = self._house.at(table_id)
        with self._kept(stream):
            try:
                await self._watch(stream, live, after)
                async for text in stream.read():
                    yield text
            finally:
                if stream.detach() is not None:
                    self._house.presence.tell(live)

    async def _watch(self, stream: TableStream, live: LiveTable, after: int | None) -> None:
        house = self._house
        try:
            async with live.lock:
                table = await house.fold(live)
                stream.viewer = viewer_for(table, stream.person, None)
                await house.people.names(people_at(table))
                if after is None or after > table.seq:
                    stream.see(table, house.people)
                else:
                    stream.seq = after
                    missed = [one for one in await house.read(live.id, after) if one.seq <= table.seq]
                    stream.hear(News(table, missed, house.people))
                stream.attach(live)
        except (HouseFault, Denied) as why:  # it changed since the bot was let in
            said = why.fault(stream.language) if isinstance(why, HouseFault) else say_denied(why, stream.language)
            stream.lose(live.id, said)
        else:
            house.presence.tell(live)

    # --- events ------------------------------------------------------------------------------------------------------

    async def events(self, visitor: Visitor, since: int | None) -> AsyncIterator[bytes]:
        """Begin to read a bot's events. `since`: also games that were over after that moment."""
        self._check_room(visitor)
        house, stream = self._house, EventStream(*self._circumstances(visitor))
        assert visitor.bot is not None
        await house.people.meet(visitor.person)
        name = house.people.name(visitor.person)
        stream.put(lines.Hello(visitor.person, name, visitor.bot.token.scope, house.settings.clock.now()))
        return self._read_events(stream, since)

    async def _read_events(self, stream: EventStream, since: int | None) -> AsyncIterator[bytes]:
        house = self._house
        with self._kept(stream):
            house.lobby.follow_own(stream)
            try:
                for note in reversed(await self._standing(stream.person, since)):
                    stream.tell(note)
                await self._tell_invited(stream)
                async for text in stream.read():
                    yield text
            finally:
                house.lobby.leave(stream)

    async def _standing(self, bot: str, since: int | None) -> list[TableNote]:
        """A bot's tables that are not over, and those that were over after a moment."""
        notes = self._house.store.notes
        found = [note for status in ("open", "playing") for note in await notes(status=status, person=bot, limit=1000)]
        if since is not None:
            over = await notes(status="over", person=bot, limit=MOST_TOLD)
            found += [note for note in over if note.touched_at > since]
        return sorted(found, key=lambda note: -note.touched_at)

    async def _tell_invited(self, stream: EventStream) -> None:
        found = await self._invitations.of(stream.person)
        await self._house.people.names([one.by for _, one in found])
        stream.tell_invited(found, self._house.people)

    def tell_invited(self, person: str) -> None:
        """Somebody was invited, or is not any more."""
        for stream in self._open:
            if stream.person == person and isinstance(stream, EventStream):
                self._house.supervisor.once("invitations", lambda told=stream: self._tell_invited(told))  # type: ignore[misc]

    # --- the end -----------------------------------------------------------------------------------------------------

    def see_out(self) -> None:
        """A token was revoked, somebody removed, or the house code changed: end the streams of whoever may not be here
        any more."""
        for stream in list(self._open):
            try:
                self._guard.admit(stream.visitor)
            except HouseFault as fault:
                stream.end(lines.Ended(fault.fault(stream.language)))

    def stop(self) -> None:
        """The house closes."""
        for stream in list(self._open):
            stream.end()
