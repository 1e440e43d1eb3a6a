"""Somebody asks to be forgotten. That is answered at once; what they said is emptied soon after, table by table.

What is still to be emptied is known to the store, so it is done even if the house was closed in between.
"""

import asyncio
from contextlib import suppress

from lumitheque.server.house import House
from lumitheque.storage import StorageTrouble

LOOK_AGAIN = 60.0  # seconds after which what another node left undone, or a trouble kept from being done, is taken up


class Farewells:
    def __init__(self, house: House) -> None:
        self._house = house
        self._wake = asyncio.Event()

    async def forget(self, person: str) -> None:
        """From now on nobody knows their name; what they said goes as soon as can be."""
        await self._house.store.forget_person(person)
        self._house.people.forget(person)
        self._wake.set()

    async def run(self) -> None:
        while True:
            self._wake.clear()
            try:
                await self._empty_all()
            except StorageTrouble as trouble:
                self._house.fails(trouble)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), LOOK_AGAIN)

    async def _empty_all(self) -> None:
        """One table at a time, so that whoever plays meanwhile waits for none of it."""
        while (table := await self._house.store.hush_next()) is not None:
            await self._house.drop(table)
