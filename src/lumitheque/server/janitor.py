"""Tables that nobody comes back to are deleted after the days that the host chose."""

from contextlib import suppress

from lumitheque.server.doors import Doorkeeper
from lumitheque.server.house import House
from lumitheque.server.settings import DAY
from lumitheque.storage import StorageTrouble


class Janitor:
    def __init__(self, house: House, doors: Doorkeeper) -> None:
        self._house, self._doors = house, doors

    async def tidy_up(self) -> int:
        """Delete what is too old; how many tables that were. Zero days: everything is kept."""
        days = self._doors.keep_days
        if not days:
            return 0
        gone = 0
        with suppress(StorageTrouble):
            for table_id in await self._house.store.abandoned(self._house.settings.clock.now() - days * DAY):
                await self.delete(table_id)
                gone += 1
        return gone

    async def delete(self, table_id: str) -> None:
        live = self._house.at(table_id)
        async with live.lock:
            await self._house.store.delete_table(table_id)
            self._house.lose(live)
