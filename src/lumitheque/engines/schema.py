"""The JSON Schema of the protocol, made from its structs: docs/schemas/engine.json."""

import msgspec

from lumitheque.engines.protocol import PROTOCOL, ControllerMessage, EngineMessage

SAYERS = {"ControllerMessage": ControllerMessage, "EngineMessage": EngineMessage}


def protocol_schema() -> str:
    """Describe every message of both sides."""
    unions, structs = msgspec.json.schema_components(SAYERS.values(), ref_template="#/$defs/{name}")
    told = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The engine protocol, version {PROTOCOL}: one message a line",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in SAYERS],
        "$defs": {**dict(zip(SAYERS, unions, strict=True)), **structs},
    }
    return msgspec.json.format(msgspec.json.encode(told), indent=2).decode() + "\n"
