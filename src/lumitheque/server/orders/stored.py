"""StoredOrders: the orders in the store, and which tables have some.

A new order has a new id, so that a node which deletes one that applies no more never deletes the one that took its
place. Of several for one seat, which a killed process may leave, the latest counts.
"""

import secrets
from collections import defaultdict

import msgspec
from msgspec import Struct

from lumitheque.server.orders.lines import Order
from lumitheque.storage import Belonging, Store

ORDER = "order"  # the kind of belonging; its id is TABLE.SEAT.TOKEN
PAGE = 500
_read = msgspec.json.Decoder(Order).decode
_write = msgspec.json.Encoder().encode


class Kept(Struct, frozen=True):
    """An order in the store."""

    person: str
    table: str
    seat: int
    token: str
    order: Order

    @property
    def id(self) -> str:
        return f"{self.table}.{self.seat}.{self.token}"


class StoredOrders:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._people: defaultdict[str, set[str]] = defaultdict(set)  # by table
        self._tables: defaultdict[str, set[str]] = defaultdict(set)  # by person

    def tables(self) -> list[str]:
        return list(self._people)

    def people_at(self, table: str) -> list[str]:
        """Who has an order there, as far as this node knows."""
        return sorted(self._people.get(table, ()))

    async def load(self) -> None:
        after = ("", "", "")
        while page := await self._store.every_belonging(ORDER, limit=PAGE, after=after):
            for one in page:
                self._add(one.person, table_of(one.id))
            after = (page[-1].person, page[-1].kind, page[-1].id)

    async def look_again(self, person: str) -> set[str]:
        """Somebody's orders changed at another node; returns the tables where they have some."""
        tables = {table_of(one.id) for one in await self._store.belongings(person, ORDER)}
        for gone in self._tables[person] - tables:
            self._remove(person, gone)
        for table in tables:
            self._add(person, table)
        return tables

    async def of(self, person: str, table: str) -> list[Kept]:
        """Somebody's orders at a table, by seat; one for each."""
        latest: dict[int, Kept] = {}
        for one in await self._store.belongings(person, ORDER):
            kept = read(one) if table_of(one.id) == table else None
            if kept is not None and (kept.seat not in latest or latest[kept.seat].order.made < kept.order.made):
                latest[kept.seat] = kept
        return [latest[seat] for seat in sorted(latest)]

    async def keep(self, person: str, table: str, seat: int, order: Order) -> None:
        """Keep an order in place of any other of this seat."""
        kept = Kept(person, table, seat, new_token(), order)
        await self.write(kept)
        self._add(person, table)
        for one in await self._store.belongings(person, ORDER):
            if one.id != kept.id and one.id.startswith(f"{table}.{seat}."):
                await self._store.drop_belonging(person, ORDER, one.id)

    async def write(self, kept: Kept) -> None:
        await self._store.keep_belonging(Belonging(kept.person, ORDER, kept.id, _write(kept.order).decode()))

    async def drop(self, kept: Kept) -> None:
        await self._store.drop_belonging(kept.person, ORDER, kept.id)
        await self.look_again(kept.person)

    async def drop_all(self, person: str, table: str, seat: int | None = None) -> None:
        """Delete somebody's orders at a table, or for one seat, those too that cannot be read."""
        beginning = f"{table}." if seat is None else f"{table}.{seat}."
        for one in await self._store.belongings(person, ORDER):
            if one.id.startswith(beginning):
                await self._store.drop_belonging(person, ORDER, one.id)
        await self.look_again(person)

    def _add(self, person: str, table: str) -> None:
        self._people[table].add(person)
        self._tables[person].add(table)

    def _remove(self, person: str, table: str) -> None:
        for index, key, value in ((self._people, table, person), (self._tables, person, table)):
            index[key].discard(value)
            if not index[key]:
                del index[key]


def new_token() -> str:
    return secrets.token_hex(8)


def table_of(order_id: str) -> str:
    return order_id.rsplit(".", 2)[0]


def read(belonging: Belonging) -> Kept | None:
    """None for one that a newer version wrote."""
    table, _, rest = belonging.id.partition(".")
    seat, _, token = rest.partition(".")
    try:
        return Kept(belonging.person, table, int(seat), token, _read(belonging.value))
    except (msgspec.DecodeError, ValueError):
        return None
