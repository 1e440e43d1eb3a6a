"""Erasure of a person. The request is answered at once; a background task then empties what they said, table by table.

The store keeps the list of tables that are left, so the work continues after a restart.
"""

import asyncio
from contextlib import suppress

from lumitheque.server.house import House
from lumitheque.storage import StorageTrouble

LOOK_AGAIN = 60.0  # seconds after which work that another node or a storage error left undone is taken up


class Erasure:
    def __init__(self, house: House) -> None:
        self._house = house
        self._wake = asyncio.Event()

    async def forget(self, person: str) -> None:
        """Delete the person's name now, and have what they said emptied soon."""
        await self._house.store.forget_person(person)
        self._house.people.forget(person)
        self._wake.set()

    async def run(self) -> None:
        while True:
            self._wake.clear()
            try:
                await self._empty_all()
            except StorageTrouble as trouble:
                self._house.pause.after(trouble)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), LOOK_AGAIN)

    async def _empty_all(self) -> None:
        """Empty one table at a time, so that no player waits for all of it."""
        while (table := await self._house.store.hush_next()) is not None:
            await self._house.drop(table)
