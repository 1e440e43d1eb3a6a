"""worker: thinks for the bots of a house that is kept in PostgreSQL."""

import asyncio
import os
import signal
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from lumitheque.cli.keeping import Database, house_address, plainly
from lumitheque.cli.serve import Engines, introduced
from lumitheque.cli.speech import Language, Speech

if TYPE_CHECKING:
    from lumitheque.engines.listed import Introduced

POLITE = 10  # the priority is lowered by so much: on a machine that also serves, people's moves come first


def worker(
    *,
    database: Database = None,
    threads: Annotated[
        int | None, Parameter(help="How many bots think at once; by default as many as there are cores.")
    ] = None,
    engines: Engines = None,
    lang: Language = None,
) -> None:
    """Think for the bots of a house in PostgreSQL that is served with --workers-elsewhere.

    As many workers as you like, on any machine that reaches the database. What the house lists with --engine each of
    them lists, too.
    """
    from lumitheque.cli.preparing import compile_all
    from lumitheque.games.game import GameError

    say, address = Speech(lang), house_address(None, database)
    if not address.startswith(("postgresql://", "postgres://")):
        raise GameError(say("worker.database"))
    if threads is not None and threads < 1:
        raise GameError(say("worker.threads_wrong"))
    compile_all(lang)
    programs = introduced(engines)
    os.nice(POLITE)
    with plainly(say):
        asyncio.run(_work(address, threads or len(os.sched_getaffinity(0)), programs, say))


async def _work(address: str, threads: int, programs: "tuple[Introduced, ...]", say: Speech) -> None:
    from lumitheque.server.bots.worker import Worker
    from lumitheque.server.settings import HouseSettings
    from lumitheque.storage import open_store

    worker = Worker(HouseSettings(open_store(address), bots_at_once=threads, engines=programs), address)
    loop = asyncio.get_running_loop()
    for ending in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(ending, worker.stop)
    await worker.run(lambda: print(say("worker.ready", threads=say.count("worker.threads", threads)), flush=True))
    print(say("worker.over"), flush=True)
