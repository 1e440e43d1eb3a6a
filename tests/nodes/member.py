"""A node or a worker as a process: `python member.py node ADDRESS PORT`, `python member.py worker ADDRESS`.

A thinker is a node that has no workers and thinks itself. Here one machine is everybody: there are no limits, and
nothing is warmed up."""

import asyncio
import signal
import sys

import uvicorn

from lumitheque.server.app import create_app
from lumitheque.server.bots.worker import Worker
from lumitheque.server.serving import serving
from lumitheque.server.settings import HouseSettings, Limits
from lumitheque.storage import open_store


def serve(address: str, port: int, workers_at: str | None) -> None:
    settings = HouseSettings(
        open_store(address), limits=Limits.none(), warm_up=False, workers_at=workers_at, sweep_seconds=1.0
    )
    uvicorn.Server(serving(create_app(settings), port=port)).run()


async def think(address: str) -> None:
    worker = Worker(HouseSettings(open_store(address), warm_up=False, bots_at_once=1), address)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, worker.stop)
    await worker.run(lambda: print("ready", flush=True))
    print("over", flush=True)


if __name__ == "__main__":
    if sys.argv[1] in ("node", "thinker"):
        serve(sys.argv[2], int(sys.argv[3]), sys.argv[2] if sys.argv[1] == "node" else None)
    else:
        asyncio.run(think(sys.argv[2]))
