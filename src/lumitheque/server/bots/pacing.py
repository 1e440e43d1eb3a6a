"""Pacing: how long bots let people watch. Several in a row take no longer together than a person wants to watch."""

import asyncio
from contextlib import suppress

from lumitheque.server.live.live_table import LiveTable


async def let_watch(live: LiveTable, seconds: float, since: int) -> None:
    """Wait so long, unless somebody does not want to watch the run of bots that began then."""
    if live.skipped == since:
        return
    live.skipping.clear()
    with suppress(TimeoutError):
        await asyncio.wait_for(live.skipping.wait(), seconds)


def skip(live: LiveTable, person: str) -> None:
    """A person wants to see at once what the bots do now. Not if others play, too: they may want to watch."""
    table = live.table
    if table is not None and table.places.people == [person]:
        live.skipped = table.bot_run.since
        live.skipping.set()
