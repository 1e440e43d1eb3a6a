"""OrderKeeper: makes the plays that orders foresee, and deletes orders that apply no more.

After every change of a table with orders, here or at another node, each order is held against the log. A play is the
person's own command, with a key made of the order and the moves it answers: two nodes, or one before and after it was
killed, make it once. What is to be done is never noted anywhere, it follows from the log; so a house that opens looks
at all orders once.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TypeVar
from weakref import WeakValueDictionary

from msgspec import Struct
from msgspec.structs import replace

from lumitheque.reception.faults import HouseFault
from lumitheque.server.house import House
from lumitheque.server.orders.lines import (
    OVER,
    WAIT,
    Answer,
    Broken,
    Line,
    Order,
    answer,
    is_undone,
    lines_left,
    standing_left,
)
from lumitheque.server.orders.making import make_order
from lumitheque.server.orders.stored import ORDER, Kept, StoredOrders
from lumitheque.storage import StorageTrouble, What
from lumitheque.tables import Actor, Denied, Table, TableNote
from lumitheque.tables.commands import Play

Told = TypeVar("Told")
BROKEN = frozenset(("refused", "incomplete", "shown", "how_many_moves"))  # otherwise the play only came too late


class Wanted(Struct, frozen=True):
    """What somebody orders. `after`: the last entry that they saw."""

    seat: int
    lines: list[Line]
    standing: list[str]
    after: int


class Standing(Struct, frozen=True):
    """How an order stands: what it does now, and what is left of it."""

    answer: Answer
    after: int = 0  # the last entry that made or took back a move
    lines: list[Line] = []
    standing: list[str] = []


class OrderKeeper:
    def __init__(self, house: House) -> None:
        self._house = house
        self._orders = StoredOrders(house.store)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        house.on_change.append(self._changed)
        house.on_hear.append(self._look_soon)
        house.pause.listeners.append(self._paused)

    def start(self) -> None:
        self._house.store.report_changes(self._news)

    async def load(self) -> None:
        """Find all orders, and look at those for which there may be something to do."""
        await self._orders.load()
        self._house.supervisor.once("orders", self._look_around)

    async def _look_around(self) -> None:
        for table_id in self._orders.tables():
            note = await self._house.store.note(table_id)
            for person in self._orders.people_at(table_id):
                orders = await self._orders.of(person, table_id)
                if note is None or any(_may_be_due(note, kept) for kept in orders):
                    await self._look(table_id)
                    break

    # --- what happens ------------------------------------------------------------------------------------------------

    def _changed(self, note: TableNote) -> None:
        self._look_soon(note.id)

    def _look_soon(self, table_id: str) -> None:
        if self._orders.people_at(table_id):
            self._house.supervisor.once("orders", partial(self._look, table_id))

    def _news(self, what: What, key: str) -> None:
        """Another node changed what somebody keeps, or may have."""
        kind, _, person = key.partition(" ")
        if what == "belonging" and kind == ORDER:
            self._house.supervisor.once("orders", partial(self._look_again, person))
        elif what == "all":
            self._house.supervisor.once("orders", self.load)

    async def _look_again(self, person: str) -> None:
        for table_id in await self._orders.look_again(person):
            await self._look(table_id)

    def _paused(self, paused: bool, _: float) -> None:
        if not paused:
            self._house.supervisor.once("orders", self.load)

    # --- what comes of it --------------------------------------------------------------------------------------------

    def _lock(self, table_id: str) -> asyncio.Lock:
        """One thing at a time about the orders of a table: what is withdrawn is not carried out any more."""
        return self._locks.setdefault(table_id, asyncio.Lock())

    async def _look(self, table_id: str) -> None:
        async with self._lock(table_id):
            try:
                for person in self._orders.people_at(table_id):
                    await self._follow(table_id, person)
            except StorageTrouble as trouble:
                self._house.pause.after(trouble)

    async def _follow(self, table_id: str, person: str) -> None:
        orders = await self._orders.of(person, table_id)
        if not orders:
            await self._orders.look_again(person)  # withdrawn elsewhere, or forgotten with its person
        for kept in orders:
            try:
                standing = await self._stands(kept)
            except HouseFault as fault:
                if fault.code == "unknown_table":
                    await self._orders.drop_all(person, table_id)
                return  # paused, or set aside
            broken = standing.answer.broken
            if standing.answer.what == "play":
                broken = await self._play(kept, standing)
            if broken is not None:
                await self._orders.write(replace(kept, order=replace(kept.order, lines=[], standing=[], broken=broken)))
            elif standing.answer.what == "over":
                await self._orders.drop(kept)

    async def _stands(self, kept: Kept) -> Standing:
        live = self._house.at(kept.table)
        async with live.lock:
            return await self._stands_at(await self._house.fold(live), kept)

    async def _stands_at(self, table: Table, kept: Kept) -> Standing:
        """The caller holds the table's lock."""
        order = kept.order
        if _is_gone(table, kept):
            return Standing(OVER)
        if order.broken is not None or table.status != "playing":
            return Standing(WAIT)
        since = [entry for entry in await self._house.read(table.id, order.seq) if entry.seq <= table.seq]
        if is_undone(since):
            return Standing(OVER)
        left = lines_left(table, order), standing_left(table, order, kept.seat)
        return Standing(answer(table, order, kept.seat, kept.person), table.played_seq, *left)

    async def _play(self, kept: Kept, standing: Standing) -> Broken | None:
        """Make the play; returns why the rules do not allow it."""
        moves = standing.answer.moves
        play, key = Play(kept.seat, moves, standing.after), f"order:{kept.token}:{standing.after}"
        try:
            await self._house.command(kept.table, Actor.of(kept.person), play, key)
        except Denied as denied:
            if denied.code in BROKEN:
                facts = denied.facts
                return Broken(facts.get("move", moves[0]), denied.code, denied.rule_id, facts.get("phase"))
        except HouseFault:
            pass  # paused, and looked at again later; or its person was removed from the house
        return None

    # --- for the person ----------------------------------------------------------------------------------------------

    async def put(self, table_id: str, person: str, wanted: Wanted) -> None:
        """Keep an order in place of the one before. HouseFault or Denied if nothing like that can be ordered."""
        async with self._lock(table_id):
            order = await self._house.look(
                table_id, lambda table: make_order(table, wanted.seat, wanted.lines, wanted.standing, wanted.after)
            )
            before = await self._orders.of(person, table_id)
            made = max([self._house.settings.clock.now(), *(kept.order.made + 1 for kept in before)])
            await self._orders.keep(person, table_id, wanted.seat, replace(order, made=made))
        self._look_soon(table_id)  # somebody may have moved meanwhile

    async def withdraw(self, table_id: str, person: str, seat: int) -> None:
        async with self._lock(table_id):
            await self._orders.drop_all(person, table_id, seat)

    async def look_at(
        self, table_id: str, person: str, seat: int, tell: Callable[[Table, Order | None, Standing], Told]
    ) -> Told:
        """Call `tell` with a table, the order that the seat has there, if any, and how it stands."""
        async with self._lock(table_id):
            found = [kept for kept in await self._orders.of(person, table_id) if kept.seat == seat]
            live = self._house.at(table_id)
            async with live.lock:
                table = await self._house.fold(live)
                for kept in found:
                    return tell(table, kept.order, await self._stands_at(table, kept))
                return tell(table, None, Standing(OVER))


def _may_be_due(note: TableNote, kept: Kept) -> bool:
    """Whether something happened at the table since the order was made, as far as its note says."""
    waited = note.waiting is None or kept.person in note.waiting.people
    return waited or note.status != "playing" or note.moves != kept.order.moves


def _is_gone(table: Table, kept: Kept) -> bool:
    """Whether there is nothing left to do for the order's person at this table."""
    holds = kept.seat < len(table.places) and table.places[kept.seat].person == kept.person
    return table.is_finished or table.closed or not holds
