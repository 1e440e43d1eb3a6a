"""Our house for the benchmark: `python open_house.py PORT PLACE`. It is what `lumitheque serve` opens, with one thing
changed: everybody comes from one address and nobody pauses to think, so guests may do as much as they can."""

import sys

import uvicorn

from lumitheque.server.app import create_app
from lumitheque.server.serving import serving
from lumitheque.server.settings import HouseSettings, Limits
from lumitheque.storage import open_store


def main() -> None:
    port, place = sys.argv[1:]
    app = create_app(HouseSettings(open_store(place), limits=Limits.none()))
    uvicorn.Server(serving(app, "127.0.0.1", int(port))).run()


if __name__ == "__main__":
    main()
