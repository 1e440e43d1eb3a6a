"""Who is at a table, wherever they came in. Each node tells the others who looks at a table through it; what a node
said is forgotten when it has been silent for a while. Nothing of this is kept."""

import asyncio
import logging
import secrets
import time
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from lumitheque.server.watching import CROWD, NOBODY, Party, tell_presence
from lumitheque.storage import StorageTrouble

if TYPE_CHECKING:
    from lumitheque.server.house import House
    from lumitheque.server.livetable import LiveTable

PAUSE = 0.1  # seconds: changes are told together
SILENT = 3  # sweeps after which a node that says nothing is taken to be dead
LONGEST = 6_000  # bytes of a message; PostgreSQL carries 8,000
log = logging.getLogger("lumitheque.server")


class Whisper(msgspec.Struct, omit_defaults=True):
    """What a node tells the others. An empty one is a sign of life."""

    node: str
    tables: dict[str, Party] = {}
    hello: bool = False  # it is new here: tell it everything


read_whisper = msgspec.json.Decoder(Whisper).decode


class Company:
    def __init__(self, house: "House") -> None:
        self._house = house
        self._node = secrets.token_hex(4)
        self._alone = True
        self._elsewhere: dict[str, dict[str, Party]] = {}  # by table, by node
        self._silent: dict[str, int] = {}  # sweeps since a node was heard
        self._due: set[str] = set()

    def start(self) -> None:
        self._alone = not self._house.store.overhear(self._overheard)
        if not self._alone:
            self._spawn([Whisper(self._node, hello=True)])

    def tell(self, live: "LiveTable") -> None:
        """Somebody came or went here."""
        tell_presence(live, self._house.people, self.elsewhere(live.id))
        if not self._alone:
            if not self._due:
                self._spawn()
            self._due.add(live.id)

    def elsewhere(self, table_id: str) -> Party:
        """Those who look at a table through other nodes."""
        nodes = self._elsewhere.get(table_id)
        if not nodes:
            return NOBODY
        people = sorted({person for party in nodes.values() for person in party.people})
        return Party(people, sum(party.more for party in nodes.values()))

    def sweep(self) -> None:
        """A sign of life; and those of whom there was none for long are gone, with all who came through them."""
        if self._alone:
            return
        self._spawn([Whisper(self._node)])
        for node in self._silent:
            self._silent[node] += 1
        for node in [node for node, silent in self._silent.items() if silent > SILENT]:
            del self._silent[node]
            for table_id in [table_id for table_id, nodes in self._elsewhere.items() if node in nodes]:
                self._change(table_id, node, NOBODY)

    # --- other nodes -------------------------------------------------------------------------------------------------

    def _overheard(self, message: str) -> None:
        try:
            whisper = read_whisper(message)
        except msgspec.DecodeError:  # a newer version says something else
            return
        if whisper.node == self._node:
            return
        known = whisper.node in self._silent
        self._silent[whisper.node] = 0
        for table_id, party in whisper.tables.items():
            self._change(table_id, whisper.node, party)
        if whisper.hello or not known:
            self._due |= {live.id for live in self._house.tables.values() if live.watchers}
            self._spawn()

    def _change(self, table_id: str, node: str, party: Party) -> None:
        before = self.elsewhere(table_id)
        nodes = self._elsewhere.setdefault(table_id, {})
        nodes.pop(node, None)
        if party != NOBODY:
            nodes[node] = party
        if not nodes:
            del self._elsewhere[table_id]
        live, after = self._house.tables.get(table_id), self.elsewhere(table_id)
        if live is None or after == before:
            return
        here = {*after.people, *(watcher.person for watcher in live.watchers)}
        for person in set(before.people) - here:
            live.left[person] = time.monotonic()
        if live.watchers:
            tell_presence(live, self._house.people, after)

    # --- telling them ------------------------------------------------------------------------------------------------

    def _spawn(self, whispers: list[Whisper] | None = None) -> None:
        self._house.supervisor.once("presence", partial(self._whisper, whispers))

    async def _whisper(self, whispers: list[Whisper] | None) -> None:
        if whispers is None:
            await asyncio.sleep(PAUSE)
            due, self._due = self._due, set()
            whispers = self._whispers_of(sorted(due))
        try:
            for whisper in whispers:
                await self._house.store.whisper(msgspec.json.encode(whisper).decode())
        except StorageTrouble as trouble:
            log.debug("presence was not told: %s", trouble)  # after a pause the nodes greet each other anew

    def _whispers_of(self, tables: list[str]) -> list[Whisper]:
        whispers, size = [Whisper(self._node)], 0
        for table_id in tables:
            party = self._party(table_id)
            size += 60 + 36 * len(party.people)
            if size > LONGEST:
                whispers.append(Whisper(self._node))
                size = 0
            whispers[-1].tables[table_id] = party
        return whispers

    def _party(self, table_id: str) -> Party:
        live = self._house.tables.get(table_id)
        here = sorted({watcher.person for watcher in live.watchers}) if live is not None else []
        seated = [] if live is None else live.people if live.table is None else live.table.places.people
        here.sort(key=lambda person: person not in seated)
        return Party(here[:CROWD], len(here[CROWD:]))
