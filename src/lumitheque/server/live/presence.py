"""Presence across nodes. Each node tells the others who watches a table through it, and which guest bots listen there.
What a node said is dropped when the node has been silent for a while. Nothing of this is stored."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial

import msgspec

from lumitheque.server.access.names import People
from lumitheque.server.live.announcing import CROWD, NOBODY, Party, tell_presence
from lumitheque.server.live.live_table import LiveTable
from lumitheque.server.upkeep.supervisor import Supervisor
from lumitheque.storage import StorageTrouble, Store

PAUSE = 0.1  # seconds in which changes are collected into one whisper
SILENT = 3  # sweeps without a whisper after which a node counts as dead
LONGEST = 6_000  # bytes of a whisper; PostgreSQL NOTIFY carries 8,000
MOST_BOTS = 150  # that a node names
log = logging.getLogger("lumitheque.server")


class PresenceWhisper(msgspec.Struct, omit_defaults=True):
    """What a node tells the others. One without tables is a heartbeat."""

    node: str
    tables: dict[str, tuple[list[str], int]] = {}  # who watches there, and how many more who are not named
    hidden: dict[str, list[str]] = {}  # of these: whose tabs are all behind others
    hello: bool = False  # the node has just started: send it everything
    bots: list[str] | None = None  # the guest bots that listen there; None: as before


read_whisper = msgspec.json.Decoder(PresenceWhisper).decode


class PresenceBoard:
    def __init__(self, store: Store, people: People, supervisor: Supervisor, tables: Mapping[str, LiveTable]) -> None:
        self._store, self._people, self._supervisor = store, people, supervisor
        self._tables = tables  # those in memory at this node
        self._node = secrets.token_hex(4)
        self._alone = True
        self._elsewhere: dict[str, dict[str, Party]] = {}  # by table, by node
        self._silent: dict[str, int] = {}  # sweeps since the last whisper of a node
        self._due: set[str] = set()
        self.bots_here: Callable[[], Iterable[str]] = tuple  # the guest bots that listen at this node
        self._bots: dict[str, frozenset[str]] = {}  # by node
        self._bots_due = False

    def start(self) -> None:
        self._alone = not self._store.overhear(self._overheard)
        if not self._alone:
            self._spawn([PresenceWhisper(self._node, hello=True)])

    def tell(self, live: LiveTable) -> None:
        """Somebody began or stopped to watch at this node, or took or left a seat: tell watchers here, and the other
        nodes, which name those who sit first."""
        tell_presence(live, self._people, self.elsewhere(live.id))
        self.look_changed(live)

    def follow_seats(self, live: LiveTable) -> None:
        """After entries: tell presence anew if other people sit here than when it was last told. Whoever sat down is
        no spectator any more, and whoever stood up may be one."""
        if live.watchers and live.table is not None and live.table.places.people != live.people:
            self.tell(live)

    def renamed(self, person: str) -> None:
        """Somebody has another name: tell it at the tables where they sit, at this node."""
        for live in self._tables.values():
            if live.watchers and person in live.people:
                tell_presence(live, self._people, self.elsewhere(live.id))

    def elsewhere(self, table_id: str) -> Party:
        """Those who watch a table through other nodes."""
        nodes = self._elsewhere.get(table_id)
        if not nodes:
            return NOBODY
        people = {person for party in nodes.values() for person in party.people}
        looking = {person for party in nodes.values() for person in party.people if person not in party.hidden}
        return Party(sorted(people), sum(party.more for party in nodes.values()), sorted(people - looking))

    def is_there(self, table_id: str, person: str) -> bool:
        """Whether somebody watches a table, at any node, before their eyes or not."""
        live = self._tables.get(table_id)
        here = live is not None and any(watcher.person == person for watcher in live.watchers)
        return here or person in self.elsewhere(table_id).people

    def is_looking(self, table_id: str, person: str) -> bool:
        """Whether somebody has a table before their eyes, at any node."""
        live, elsewhere = self._tables.get(table_id), self.elsewhere(table_id)
        if live is not None and any(watcher.person == person and watcher.shown for watcher in live.watchers):
            return True
        return person in elsewhere.people and person not in elsewhere.hidden

    def listens_elsewhere(self, bot: str) -> bool:
        """Whether a guest bot listens at another node."""
        return any(bot in bots for bots in self._bots.values())

    def bots_changed(self) -> None:
        """A guest bot began or stopped to listen at this node."""
        if not self._alone:
            if not self._due and not self._bots_due:
                self._spawn()
            self._bots_due = True

    def look_changed(self, live: LiveTable) -> None:
        """Somebody turned to another tab, or back. Other nodes are told; watchers need not know."""
        if not self._alone:
            if not self._due and not self._bots_due:
                self._spawn()
            self._due.add(live.id)

    def sweep(self) -> None:
        """Send a heartbeat, and drop the nodes that sent none for long, with everybody who watched through them."""
        if self._alone:
            return
        self._spawn([self._heartbeat()])
        for node in self._silent:
            self._silent[node] += 1
        for node in [node for node, silent in self._silent.items() if silent > SILENT]:
            del self._silent[node]
            self._bots.pop(node, None)
            for table_id in [table_id for table_id, nodes in self._elsewhere.items() if node in nodes]:
                self._change(table_id, node, NOBODY)

    # --- other nodes -------------------------------------------------------------------------------------------------

    def _overheard(self, message: str) -> None:
        try:
            whisper = read_whisper(message)
        except msgspec.DecodeError:  # a node of a newer version
            return
        if whisper.node == self._node:
            return
        known = whisper.node in self._silent
        self._silent[whisper.node] = 0
        if whisper.bots is not None:
            self._bots[whisper.node] = frozenset(whisper.bots)
        for table_id, (people, more) in whisper.tables.items():
            self._change(table_id, whisper.node, Party(people, more, whisper.hidden.get(table_id, [])))
        if whisper.hello or not known:
            self._due |= {live.id for live in self._tables.values() if live.watchers}
            self._bots_due = True
            self._spawn()

    def _change(self, table_id: str, node: str, party: Party) -> None:
        before = self.elsewhere(table_id)
        nodes = self._elsewhere.setdefault(table_id, {})
        nodes.pop(node, None)
        if party != NOBODY:
            nodes[node] = party
        if not nodes:
            del self._elsewhere[table_id]
        live, after = self._tables.get(table_id), self.elsewhere(table_id)
        if live is None or after[:2] == before[:2]:
            return
        here = {*after.people, *(watcher.person for watcher in live.watchers)}
        for person in set(before.people) - here:
            live.left[person] = time.monotonic()
        if live.watchers:
            tell_presence(live, self._people, after)

    # --- telling them ------------------------------------------------------------------------------------------------

    def _spawn(self, whispers: list[PresenceWhisper] | None = None) -> None:
        self._supervisor.once("presence", partial(self._whisper, whispers))

    async def _whisper(self, whispers: list[PresenceWhisper] | None) -> None:
        if whispers is None:
            await asyncio.sleep(PAUSE)
            due, self._due = self._due, set()
            whispers = self._whispers_of(sorted(due))
            if self._bots_due:
                self._bots_due = False
                whispers.append(self._heartbeat())
        try:
            for whisper in whispers:
                await self._store.whisper(msgspec.json.encode(whisper).decode())
        except StorageTrouble as trouble:
            log.debug("presence was not told: %s", trouble)  # after a pause the nodes say hello again

    def _heartbeat(self) -> PresenceWhisper:
        return PresenceWhisper(self._node, bots=sorted(self.bots_here())[:MOST_BOTS])

    def _whispers_of(self, tables: list[str]) -> list[PresenceWhisper]:
        whispers, size = [PresenceWhisper(self._node)], 0
        for table_id in tables:
            party = self._party(table_id)
            size += 60 + 36 * (len(party.people) + len(party.hidden))
            if size > LONGEST:
                whispers.append(PresenceWhisper(self._node))
                size = 0
            whispers[-1].tables[table_id] = party.people, party.more
            if party.hidden:
                whispers[-1].hidden[table_id] = list(party.hidden)
        return whispers

    def _party(self, table_id: str) -> Party:
        live = self._tables.get(table_id)
        here = sorted({watcher.person for watcher in live.watchers}) if live is not None else []
        seated = [] if live is None else live.people if live.table is None else live.table.places.people
        here.sort(key=lambda person: person not in seated)
        looking = {watcher.person for watcher in live.watchers if watcher.shown} if live is not None else set[str]()
        return Party(here[:CROWD], len(here[CROWD:]), [person for person in here[:CROWD] if person not in looking])
