"""PocketHouse: the house on one device, without a server. It answers the requests and messages that a server answers.

It is translated to JavaScript and runs in a Web Worker. It keeps nothing itself: every Reply says which entries of
which log must be kept before the page is answered. If that fails, the caller drops the table (`drop`) and answers that
the house is paused. One person uses it, for all seats that are not a bot's.
"""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from lumitheque.bots import Bot, Player, find_player
from lumitheque.bots.levels import QUICK_KINDS, levels
from lumitheque.games import find
from lumitheque.reception import messages
from lumitheque.reception.faults import HouseFault, say_denied, say_fault
from lumitheque.reception.links import ALLOWED, is_by_links, names_elsewhere
from lumitheque.reception.messages import (
    Ack,
    Act,
    DeniedMessage,
    EntriesMessage,
    LobbyMessage,
    LookAtLobby,
    Ping,
    Pong,
    Presence,
    TableMessage,
    UnwatchTable,
    WatchTable,
)
from lumitheque.reception.pocket_reviews import PocketReviews
from lumitheque.reception.turns import Haste, Turn, choose_moves, next_turn
from lumitheque.reception.viewers import viewer_for
from lumitheque.tables import (
    BOT,
    CLOCK,
    HOUSE,
    Actor,
    AnyCommand,
    Denied,
    Dice,
    Entry,
    Event,
    Table,
    TableNote,
    Viewer,
    decide,
    open_rematch,
    read_entry,
    tell_entry,
    tell_state,
    tell_table,
)
from lumitheque.tables.commands import GiveTime, HandToBot, Play, ReplaceBot, Sit, TimeOut
from lumitheque.tables.events import Rematched, TakeBackAsked

ON_DEVICE = "d-"  # how the ids of its tables begin: no server gives such ids
LONGEST_NAME = 24
ABSENCE = 2_000  # milliseconds between two looks at a clock that are not given back


class Kept(NamedTuple):
    """Entries of a table's log, as JSON, that follow entry `after`; and its note."""

    table: str
    after: int
    entries: list[str]
    note: str


class Reply(NamedTuple):
    """What the page is answered once `kept` is kept. `status` is that of HTTP; 0 if only messages are told."""

    status: int
    body: str
    kept: list[Kept]
    told: list[str]


class Request(NamedTuple):
    method: str
    path: list[str]  # without "api"
    query: dict[str, str]
    body: str
    now: int


def write(value: Any) -> str:
    text = msgspec.json.encode(value)
    return text if isinstance(text, str) else text.decode()  # JavaScript has texts only


class PocketHouse:
    def __init__(self, dice: Dice, person: str, name: str) -> None:
        self.dice, self.person, self.name = dice, person, name
        self.actor = Actor.of(person)
        self.notes: dict[str, TableNote] = {}
        self.tables: dict[str, Table] = {}
        self.logs: dict[str, list[Entry]] = {}
        self.reviews = PocketReviews()
        self.language = "fr"
        self.watched: tuple[str, Viewer] | None = None
        self._kept: list[Kept] = []
        self._told: list[str] = []
        self._looked = 0  # when the clock of the watched table was last looked at
        self._bots: dict[str, tuple[Player, Bot]] = {}

    # --- what the caller keeps ---------------------------------------------------------------------------------------

    def bring_note(self, text: str) -> None:
        """A table that was kept before."""
        note = msgspec.json.decode(text, type=TableNote)
        self.notes[note.id] = note

    def holds(self, table_id: str) -> bool:
        """Whether the table is in memory; else its log must be brought before it is asked for."""
        return table_id in self.tables

    def bring_log(self, table_id: str, entries: list[str]) -> None:
        """LogError if it cannot be followed."""
        log = [read_entry(text.encode()) for text in entries]
        if log:
            self.tables[table_id], self.logs[table_id] = Table.of(table_id, log), log
            self.notes[table_id] = self.tables[table_id].note()

    def drop(self, table_id: str) -> None:
        """Its last entries were not kept, or another page of this device wrote some: it must be brought again."""
        self.tables.pop(table_id, None)
        self.logs.pop(table_id, None)
        self._bots.clear()

    def forget(self, table_id: str) -> None:
        self.drop(table_id)
        self.reviews.call_off(table_id)
        self.notes.pop(table_id, None)

    # --- messages ----------------------------------------------------------------------------------------------------

    def hear(self, text: str, now: int) -> Reply:
        """A message of the page, as on the WebSocket."""
        try:
            heard = messages.read_message(text)
        except msgspec.DecodeError as error:
            self._deny(None, say_fault("unreadable", self.language, problem=str(error)[:120]))
            return self.reply()
        key = heard.id if isinstance(heard, Act) else None
        try:
            self._obey(heard, now)
        except Denied as denied:
            self._deny(key, say_denied(denied, self.language))
        except HouseFault as fault:
            if fault.code == "unknown_table" and isinstance(heard, WatchTable):
                self._tell(messages.Gone(heard.table, fault.fault(self.language)))
            else:
                self._deny(key, fault.fault(self.language))
        return self.reply()

    def _obey(self, heard: messages.ClientMessage, now: int) -> None:
        if isinstance(heard, Act):
            seq = self.command(heard.table, self.actor, heard.command, heard.id, now)
            self._told.insert(0, write(Ack(heard.id, seq)))
        elif isinstance(heard, WatchTable):
            self._watch(heard, now)
        elif isinstance(heard, UnwatchTable):
            self.watched = None
        elif isinstance(heard, Ping):
            self._tell(Pong(now))
        elif isinstance(heard, LookAtLobby) and heard.on:
            self._tell(LobbyMessage([], whole=True))

    def _watch(self, heard: WatchTable, now: int) -> None:
        table = self.table(heard.table)
        viewer = viewer_for(table, self.person, heard.seat)
        if self.watched is None or self.watched[0] != table.id:
            self._looked = 0
        self.watched = (table.id, viewer)
        self._stop_clock_meanwhile(table, now)
        after = heard.after
        if after is not None and 1 <= after <= table.seq:
            self._tell_entries(table, self.logs[table.id][after:], viewer)
        else:
            self._tell(TableMessage(tell_table(table, viewer), self.names()))
        self._tell(Presence(table.id, [self.person], 0, self.names()))

    def _deny(self, key: str | None, fault: Any) -> None:
        self._tell(DeniedMessage(key, fault))

    def _tell(self, message: Any) -> None:
        self._told.append(write(message))

    def _tell_entries(self, table: Table, entries: Iterable[Entry], viewer: Viewer) -> None:
        told = [tell_entry(table, entry, viewer) for entry in entries]
        self._tell(EntriesMessage(table.id, told, tell_state(table, viewer), self.names()))

    def reply(self, status: int = 0, body: str = "") -> Reply:
        """All that came of a request, and nothing is left of it here."""
        kept, told = self._kept, self._told
        self._kept, self._told = [], []
        return Reply(status, body, kept, told)

    def names(self) -> dict[str, str]:
        people = [person for note in self.notes.values() for person in note.people]
        return {self.person: self.name, **names_elsewhere(people, self.language)}

    # --- commands ----------------------------------------------------------------------------------------------------

    def table(self, table_id: str) -> Table:
        found = self.tables.get(table_id)
        if found is None:
            raise HouseFault("unknown_table")
        return found

    def lay(self, table_id: str, events: list[Event], actor: Actor, now: int) -> None:
        """Write the first entries of a new log."""
        table = Table(table_id)
        self.tables[table_id], self.logs[table_id] = table, []
        self._write(table, events, actor, None, now, None)

    def command(self, table_id: str, actor: Actor, command: AnyCommand, key: str | None, now: int) -> int:
        """Decide a command; returns the number of its last entry. Denied or HouseFault if it is not obeyed."""
        table = self.table(table_id)
        if is_by_links(table_id) and not isinstance(command, ALLOWED):
            raise HouseFault("by_links")
        if key is not None and (seq := table.answered(actor, key)) is not None:
            return seq
        self._check_level(table, command)
        obeyed = decide(table, actor, self._with_short_name(command), now, self.dice)
        if is_by_links(table_id) and any(isinstance(event, TakeBackAsked) for event in obeyed.events):
            raise HouseFault("by_links")  # nobody is there to be asked
        events = [self._on_device(event) for event in obeyed.events]
        for event in events:
            if isinstance(event, Rematched):
                self.lay(event.table, open_rematch(table, self.dice, actor.person), HOUSE, now)
        entries = self._write(table, events, actor, key, now, obeyed.trial)
        self._announce(table, entries)
        return table.seq

    def _on_device(self, event: Event) -> Event:
        """The next table is on this device, too."""
        return replace(event, table=f"{ON_DEVICE}{event.table}") if isinstance(event, Rematched) else event

    def _write(
        self, table: Table, events: list[Event], actor: Actor, key: str | None, now: int, trial: Any
    ) -> list[Entry]:
        before, entries = table.seq, table.entries_for(events, actor, key, now)
        for entry in entries:
            table.evolve(entry, trial)
        self._keep(table, before, entries)
        return entries

    def _keep(self, table: Table, before: int, entries: list[Entry]) -> None:
        self.logs[table.id].extend(entries)
        note = self.notes[table.id] = table.note()
        texts = [write(entry) for entry in entries]
        self._kept.append(Kept(table.id, before, texts, write(note)))

    def take_over(self, table: Table, entries: list[Entry]) -> None:
        """A table that went on elsewhere, or came from there: it stands for the one of that id from now on."""
        if entries:
            self.tables[table.id] = table
            self.logs.setdefault(table.id, [])
            self._keep(table, table.seq - len(entries), entries)
            self._announce(table, entries)

    def _announce(self, table: Table, entries: list[Entry]) -> None:
        if self.watched is None or self.watched[0] != table.id:
            return
        before = self.watched[1]
        keeps = before.seat is not None and before.seat in table.places.of(self.person)
        viewer = viewer_for(table, self.person, before.seat if keeps else None)
        self.watched = (table.id, viewer)
        if viewer == before:
            self._tell_entries(table, entries, viewer)
        else:
            self._tell(TableMessage(tell_table(table, viewer), self.names()))

    def _check_level(self, table: Table, command: AnyCommand) -> None:
        level = None
        if isinstance(command, Sit):
            level = command.bot
        elif isinstance(command, HandToBot | ReplaceBot):
            level = command.level
        if level is not None:
            check_level(table.terms.game, level)

    def _with_short_name(self, command: AnyCommand) -> AnyCommand:
        if not isinstance(command, Sit) or command.name is None:
            return command
        return replace(command, name=short_name(command.name))

    # --- bots and clocks ---------------------------------------------------------------------------------------------

    def bot_turn(self, now: int) -> Turn | None:
        """The decision that a bot has to make at the table that is looked at."""
        table = None if self.watched is None else self.tables.get(self.watched[0])
        return None if table is None else next_turn(table, self.dice, now)

    def think(self, turn: Turn) -> list[str]:
        """The moves of a bot, which knows what its seat sees."""
        key = f"{turn.table} {turn.seat} {turn.level}"
        if key not in self._bots:
            self._bots.clear()  # a search takes megabytes, and a module's memory is not given back to the system
            player = find_player(turn.sight.game, turn.level)
            self._bots[key] = (player, player.bot())
        player, bot = self._bots[key]
        return choose_moves(player, bot, turn, Haste(bot, None))

    def bot_plays(self, turn: Turn, moves: list[str], now: int) -> Reply:
        """What a bot thought is played, unless the table went on meanwhile."""
        try:
            self.command(turn.table, BOT, Play(turn.seat, moves, turn.after), turn.key, now)
        except (Denied, HouseFault):
            return self.reply(409)
        return self.reply()

    def replace_bot(self, turn: Turn, now: int) -> Reply:
        """A bot that cannot move gives its seat to a simpler one."""
        if turn.instead is None:
            return self.reply(409)
        self.command(turn.table, HOUSE, ReplaceBot(turn.seat, turn.instead, turn.level), f"replace:{turn.key}", now)
        return self.reply()

    def tick(self, now: int) -> Reply:
        """Look at the clock of the watched table, every second or so."""
        table = None if self.watched is None else self.tables.get(self.watched[0])
        if table is None:
            return self.reply()
        self._stop_clock_meanwhile(table, now)
        deadline = table.deadline()
        if deadline is not None and deadline < now:
            with suppress(Denied):
                self.command(table.id, CLOCK, TimeOut(), f"clock:{deadline}", now)
        return self.reply()

    def _stop_clock_meanwhile(self, table: Table, now: int) -> None:
        """Time in which nobody looked costs nobody anything: the page was closed, or the device slept."""
        since = max(self._looked, table.at)
        self._looked = now
        if table.clocks is None or table.status != "playing" or now - since <= ABSENCE:
            return
        with suppress(Denied):
            self.command(table.id, HOUSE, GiveTime(now - since, now), None, now)


def check_level(game: str, level: str) -> None:
    """Denied unless the game has a level of that name."""
    if level not in levels(find(game)) and level not in QUICK_KINDS:
        raise Denied("no_such_level")


def short_name(text: str) -> str:
    """A name as it is shown: one line, not too long. HouseFault if nothing is left of it."""
    shown = " ".join(text.split())[:LONGEST_NAME].strip()
    if not shown:
        raise HouseFault("bad_name")
    return shown
