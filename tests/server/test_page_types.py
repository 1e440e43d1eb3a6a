"""The page knows the house by types that are made from its description; they are those of today."""

from pathlib import Path
from typing import Any

import msgspec
from hatch_build import WEB, npm
from scripts.openapi import description

from lumitheque.reception.messages import Told
from lumitheque.server.live.schema import message_schemas


def test_types_are_fresh(tmp_path: Path) -> None:
    described, types = tmp_path / "openapi.json", tmp_path / "schema.d.ts"
    described.write_bytes(description())
    npm("run", "--silent", "schema", "--", str(described), "-o", str(types))
    kept = (WEB / "src" / "house" / "schema.d.ts").read_text(encoding="utf-8")
    assert types.read_text(encoding="utf-8").splitlines() == kept.splitlines(), "run `make web-types`"


def test_messages_are_in_the_description() -> None:
    """The WebSocket's messages stand beside the structs of HTTP, and both mean the same by one name."""
    schemas = msgspec.json.decode(description())["components"]["schemas"]
    for name, schema in message_schemas().items():
        assert fields(schemas[name]) == fields(schema), name
    told = {branch["$ref"].rpartition("/")[2] for branch in schemas["ServerMessage"]["anyOf"]}
    assert told == {kind.__name__ for kind in Told.__subclasses__()}
    assert references(schemas) <= schemas.keys()


def fields(schema: dict[str, Any]) -> tuple[set[str], set[str]]:
    """The names of a struct's fields, and of those that are always there."""
    return set(schema.get("properties", ())), set(schema.get("required", ()))


def references(schema: Any) -> set[str]:
    """The components that a schema refers to."""
    if isinstance(schema, list):
        return set().union(*map(references, schema))
    if not isinstance(schema, dict):
        return set()
    here = {str(schema["$ref"]).rpartition("/")[2]} if "$ref" in schema else set()
    return here.union(*map(references, schema.values()))
