"""Writes build/openapi.json, which the types of the page are made from (`make web-types`)."""

from pathlib import Path

import msgspec

from lumitheque.server.app import create_app
from lumitheque.server.live.schema import describe
from lumitheque.server.settings import HouseSettings
from lumitheque.storage import open_store

OUT = Path("build/openapi.json")


def description() -> bytes:
    """Build the OpenAPI document, as /schema/openapi.json serves it."""
    app = create_app(HouseSettings(open_store("memory:"), warm_up=False))
    return msgspec.json.format(msgspec.json.encode(describe(app.routes)))


if __name__ == "__main__":
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_bytes(description())
