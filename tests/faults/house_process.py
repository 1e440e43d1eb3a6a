"""The house as a process of its own: `python house_process.py PORT PLACE`. Here one machine is everybody: no limits."""

import sys

import uvicorn

from lumitheque.server.app import create_app
from lumitheque.server.serving import serving
from lumitheque.server.settings import HouseSettings, Limits
from lumitheque.storage import open_store


def main() -> None:
    port, place = sys.argv[1:]
    app = create_app(HouseSettings(open_store(place), limits=Limits.none()))
    uvicorn.Server(serving(app, port=int(port))).run()


if __name__ == "__main__":
    main()
