"""Games that were played on a device, kept in the house from now on: each exactly once, however often it is brought."""

import asyncio
import hashlib
from functools import partial

from lumitheque.reception.faults import HouseFault
from lumitheque.reception.shapes import DeviceGame
from lumitheque.server.bots.programs import Programs
from lumitheque.server.command_checks import check_level_exists
from lumitheque.server.house import House
from lumitheque.server.upkeep.preparing import check_prepared
from lumitheque.storage import Conflict
from lumitheque.tables import BotPlayer, Entry, Table, read_entry
from lumitheque.tables.events import UNREADABLE, BotReplaced, HandedToBot, Sat
from lumitheque.tables.taking_over import NotAsDecided, decide_anew, what_is_new

NO_PROGRAMS = Programs()  # they do not play on devices


def id_here(device_table: str, person: str) -> str:
    """The id of a device's table in the house: the same whenever the same person brings the same table."""
    return hashlib.sha256(f"{person} {device_table}".encode()).hexdigest()[:32]


async def take_over(house: House, brought: DeviceGame, person: str) -> str:
    """Keep a game, or what is new of it since it was last brought; returns its id here. HouseFault if it is no game by
    these rules, or went on differently in the house."""
    house.pause.check()
    table_id, now = id_here(brought.table, person), house.settings.clock.now()
    try:
        log = [read_entry(text.encode()) for text in brought.entries]
        told = await asyncio.to_thread(partial(decide_anew, table_id, log, person, now))
    except UNREADABLE:
        raise HouseFault("not_taken_over", problem="JSON") from None
    except NotAsDecided as problem:
        raise HouseFault("not_taken_over", problem=str(problem)) from None
    check_levels(told)
    await house.meet(person)
    await append_new(house, table_id, told)
    return table_id


async def append_new(house: House, table_id: str, told: list[Entry]) -> None:
    live = house.at(table_id)
    async with live.lock:
        known = await house.read(table_id)
        fresh = what_is_new(known, told)
        if fresh is None:
            raise HouseFault("went_apart")
        if not fresh:
            return
        table = Table.of(table_id, [*known, *fresh])
        try:
            note = await house.commit(live, table, len(known), fresh)
        except Conflict:  # another node was told the same at this moment
            raise HouseFault("too_many") from None
        live.table = table
        house.tell_missed(live, [*known, *fresh])
        house.committed(note)


def check_levels(told: list[Entry]) -> None:
    """Denied or HouseFault unless this house has all bots that sat there, and can let them play on."""
    table = Table.of("", told)
    for entry in told:
        event = entry.event
        if isinstance(event, HandedToBot | BotReplaced):
            check_level_exists(table.terms.game, event.level, NO_PROGRAMS)
        elif isinstance(event, Sat) and isinstance(event.sitter, BotPlayer):
            check_level_exists(table.terms.game, event.sitter.level, NO_PROGRAMS)
    for seat in table.places.played_by_bots if table.status == "playing" else ():
        level = table.places.level(seat)
        if level is not None:
            check_prepared(table.terms.game, level)
