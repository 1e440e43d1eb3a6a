"""The schema of the WebSocket's messages and of guest bots' streams, as components of the OpenAPI document.

OpenAPI has no place for a WebSocket, but its components can be referred to by anyone. `ClientMessage` and
`ServerMessage` are its two unions, `BotTableLine` and `BotEventLine` those of the streams; one generator makes the
page's types of all interfaces from the one document.
"""

from typing import Any

import msgspec
from litestar import Litestar, Request
from litestar.openapi.plugins import JsonRenderPlugin

from lumitheque.reception.messages import ClientMessage, ServerMessage
from lumitheque.server.guests.lines import EventLine, TableLine

UNIONS = {
    "ClientMessage": ClientMessage,
    "ServerMessage": ServerMessage,
    "BotTableLine": TableLine,
    "BotEventLine": EventLine,
}


def message_schemas() -> dict[str, Any]:
    """JSON Schemas by name: the unions, and every struct that their messages contain."""
    unions, structs = msgspec.json.schema_components(UNIONS.values(), ref_template="#/components/schemas/{name}")
    return {**structs, **dict(zip(UNIONS, unions, strict=True))}


def with_messages(openapi: dict[str, Any]) -> dict[str, Any]:
    """Add the messages to an OpenAPI document. Structs that HTTP uses too are there already, and stay as they are."""
    components = openapi["components"]
    schemas = {**message_schemas(), **components["schemas"]}
    return {**openapi, "components": {**components, "schemas": dict(sorted(schemas.items()))}}


def describe(routes: Litestar) -> dict[str, Any]:
    """The whole interface, as /schema/openapi.json gives it."""
    return with_messages(routes.openapi_schema.to_schema())


class InterfacePlugin(JsonRenderPlugin):
    """Serves the OpenAPI document with the messages in it."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return super().render(request, with_messages(openapi_schema))
