"""Write docs/schemas/guest-bots.json: the lines of guest bots' streams, from the structs that the house writes."""

from pathlib import Path
from typing import Any

import msgspec

from lumitheque.server.guests.lines import EventLine, TableLine

PLACE = Path(__file__).parents[1] / "docs" / "schemas" / "guest-bots.json"


def write_schema() -> str:
    """Two unions by name: the lines of a table's stream, and those of a bot's events."""
    (table, events), structs = msgspec.json.schema_components([TableLine, EventLine], ref_template="#/$defs/{name}")
    schema: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a guest bot's stream",
        "anyOf": [{"$ref": "#/$defs/TableLine"}, {"$ref": "#/$defs/EventLine"}],
        "$defs": dict(sorted({**structs, "TableLine": table, "EventLine": events}.items())),
    }
    return msgspec.json.format(msgspec.json.encode(schema), indent=2).decode() + "\n"


if __name__ == "__main__":
    PLACE.write_text(write_schema(), encoding="utf-8")
