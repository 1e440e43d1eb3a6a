"""LocalRunner: bots that think in threads of this process, for the tables that this node appended to last. The log says
which bots are to move, so they are found again after a restart, and after another node died."""

from contextlib import suppress
from functools import partial

from lumitheque.reception.faults import HouseFault
from lumitheque.server.bots.turns import BotThread, step_back
from lumitheque.server.house import House
from lumitheque.storage import StorageTrouble
from lumitheque.tables import Denied, TableNote

PATIENCE = 5  # late answers before the runner leaves the table until its next change
LEFT_BEHIND = 15_000  # milliseconds after which a bot's turn counts as abandoned by its node


class LocalRunner:
    def __init__(self, house: House, at_once: int) -> None:
        self._house = house
        self._thinker = BotThread(house, at_once, step_back)
        self._running: set[str] = set()  # tables
        self.threads = self._thinker
        house.on_commit.append(self.changed)
        house.pause.listeners.append(self._resumed)

    def changed(self, note: TableNote) -> None:
        if note.bot_to_move:
            self.wake(note.id)

    def wake(self, table_id: str) -> None:
        if table_id not in self._running and not self._house.pause.on:
            self._running.add(table_id)
            self._house.supervisor.once("bots", partial(self._play, table_id))

    async def find(self, untouched_since: int | None = None) -> None:
        """Start the bots of all tables where they are to move: after a start, a pause, or the death of another node."""
        with suppress(StorageTrouble):
            for note in await self._house.store.notes(status="playing", bot_to_move=True, limit=100_000):
                if untouched_since is None or note.touched_at < untouched_since:
                    self.wake(note.id)

    async def find_forgotten(self) -> None:
        await self.find(self._house.settings.clock.now() - LEFT_BEHIND)

    def _resumed(self, paused: bool, _: float) -> None:
        if not paused:
            self._house.supervisor.once("finding bots", self.find)

    def hurry(self) -> None:
        self._thinker.hurry()

    def stop(self) -> None:
        self._thinker.stop()

    async def _play(self, table_id: str) -> None:
        """Make the bots' decisions at a table, one after the other, until a person is to move."""
        late = 0
        try:
            while late < PATIENCE:
                try:
                    if not await self._thinker.decide(table_id):
                        return
                    late = 0
                except Denied:  # somebody took back, or closed the table, while it thought
                    late += 1
        except HouseFault:
            return
        finally:  # so that the next commit can start it again
            self._running.discard(table_id)
