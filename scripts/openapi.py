"""Writes build/openapi.json, which the types of the page are made from (`make web-types`)."""

from pathlib import Path

import msgspec

from lumitheque.server.app import create_app
from lumitheque.server.settings import HouseSettings
from lumitheque.storage import open_store

OUT = Path("build/openapi.json")


def description() -> bytes:
    """The interface of the house, as /schema/openapi.json gives it."""
    app = create_app(HouseSettings(open_store("memory:"), warm_up=False))
    return msgspec.json.format(msgspec.json.encode(app.routes.openapi_schema.to_schema()))


if __name__ == "__main__":
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_bytes(description())
