"""The house as a process of its own: `python house_process.py PORT PLACE SETTINGS [JUMP]`, without limits: all clients
share one address. SETTINGS are some of HouseSettings, as JSON. JUMP is a file with the seconds by which this machine's
clock is wrong; a test may change it at any time."""

import json
import sys
import time
from pathlib import Path

import uvicorn

from lumitheque.server.app import create_app
from lumitheque.server.serving import serving
from lumitheque.server.settings import HouseSettings, Limits, SteadyClock
from lumitheque.storage import open_store


def wrong_clock(jump: Path) -> SteadyClock:
    return SteadyClock(wall=lambda: time.time_ns() + int(jump.read_text()) * 1_000_000_000)


def main() -> None:
    port, place, chosen, *jump = sys.argv[1:]
    clock = wrong_clock(Path(jump[0])) if jump else SteadyClock()
    settings = HouseSettings(open_store(place), clock=clock, limits=Limits.none(), **json.loads(chosen))
    uvicorn.Server(serving(create_app(settings), port=int(port))).run()


if __name__ == "__main__":
    main()
