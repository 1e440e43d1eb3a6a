"""The reference of HTTP, the WebSocket and JSON files, from the schemas that are made from the structs."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from scripts.documentation.schemas import Reader, Schema, plain

HTTP, SOCKET, SHAPES = "reference/http.md", "reference/websocket.md", "reference/shapes.md"
METHODS = ("get", "post", "put", "patch", "delete")
SAID = {
    "ClientMessage": "What a browser sends",
    "ServerMessage": "What the house sends",
}
FAULT = "Fault"


def interface_pages(described: Mapping[str, Any]) -> dict[str, str]:
    """The pages of a house's whole interface, from its OpenAPI description with the WebSocket's messages in it."""
    schemas = described["components"]["schemas"]
    return {
        HTTP: "\n".join(_http(described["paths"])),
        SOCKET: "\n".join(_socket(schemas)),
        SHAPES: "\n".join(_shapes(schemas)),
    }


def _http(paths: Mapping[str, Any]) -> Iterator[str]:
    yield "# HTTP\n"
    yield (
        "Every request that a house answers, made from the code that answers it. How they go together is told in"
        " [the server](../server.md); what they carry is on [its own page](shapes.md). A house serves the same as"
        " OpenAPI, at `/schema/openapi.json`. Any request may also be answered by a"
        f" [{FAULT}](shapes.md#{FAULT.lower()}).\n"
    )
    by_tag: dict[str, list[tuple[str, str, Any]]] = {}
    for path, methods in paths.items():
        for method in METHODS:
            if method in methods:
                tag = (methods[method].get("tags") or ["others"])[0]
                by_tag.setdefault(tag, []).append((path, method, methods[method]))
    for tag in sorted(by_tag):
        yield f"## {tag.capitalize()}\n"
        for path, method, operation in sorted(by_tag[tag], key=lambda one: one[:2]):
            yield from _operation(path, method, operation)


def _operation(path: str, method: str, operation: Mapping[str, Any]) -> Iterator[str]:
    reader = Reader("shapes.md")
    yield f"### `{method.upper()} {path}`\n"
    for key in ("summary", "description"):
        if told := plain(operation.get(key, "")):
            yield f"{told}{'' if told[-1] in '.!?…' else '.'}\n"
    parameters = [one for one in operation.get("parameters", []) if one["in"] in ("path", "query", "header")]
    if parameters:
        yield "| parameter | in | what it is | |"
        yield "| --- | --- | --- | --- |"
        for one in parameters:
            needed = "required" if one.get("required") else plain(one.get("description", ""))
            yield f"| `{one['name']}` | {one['in']} | {reader.kind(one.get('schema', {}))} | {needed} |"
        yield ""
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        yield f"Takes {reader.kind(content.get('schema', {}))} (`{kind}`).\n"
    yield from _answers(reader, operation.get("responses", {}))


def _answers(reader: Reader, responses: Mapping[str, Any]) -> Iterator[str]:
    faults = []
    for status, response in responses.items():
        contents = response.get("content", {})
        if any(FAULT in one.get("schema", {}).get("$ref", "") for one in contents.values()):
            faults.append(status)
            continue
        kinds = " or ".join(f"{reader.kind(one.get('schema', {}))} (`{kind}`)" for kind, one in contents.items())
        yield f"Answers {status}: {kinds or 'nothing more'}.\n"
    if faults:
        yield f"Faults: {', '.join(faults)}.\n"


def _socket(schemas: Mapping[str, Any]) -> Iterator[str]:
    yield "# WebSocket\n"
    yield (
        "Every message of `/api/live`, made from the structs that the house reads and writes. How they go together"
        " is told in [the server](../server.md). A message is a JSON object; the field in the heading says which.\n"
    )
    for union, title in SAID.items():
        yield f"## {title}\n"
        yield from messages(schemas[union], schemas, Reader("shapes.md"))


def messages(union: Schema, schemas: Mapping[str, Any], reader: Reader, level: int = 3) -> Iterator[str]:
    """Every message of a union, with its fields."""
    told = union.get("discriminator", {})
    tag = told.get("propertyName")
    for value, reference in told.get("mapping", {}).items():
        schema = schemas[reference.rpartition("/")[2]]
        heading = f'`"{tag}": "{value}"`'
        yield from reader.described(heading, schema, level, tag)


def _shapes(schemas: Mapping[str, Any]) -> Iterator[str]:
    yield "# What is sent\n"
    yield "Every shape that [HTTP](http.md) and [the WebSocket](websocket.md) have in common or for themselves.\n"
    for name in sorted(schemas, key=str.lower):
        yield from Reader().described(name, schemas[name], level=2)


# --- schemas as files ------------------------------------------------------------------------------------------------


def file_pages(files: list[Path]) -> dict[str, str]:
    """A page for each schema of a folder, and their list; by place."""
    read = {path: json.loads(path.read_text(encoding="utf-8")) for path in files}
    pages = {f"schemas/{path.stem}.md": "\n".join(_file(path, told)) for path, told in read.items()}
    listed = "".join(f"- [{_title(path, told)}]({path.stem}.md)\n" for path, told in read.items())
    return {
        "schemas/index.md": "# JSON Schemas\n\nWhat is written and read as JSON, each also as a file that programs"
        f" can check with.\n\n{listed}",
        **pages,
    }


def _title(path: Path, schema: Schema) -> str:
    return str(schema.get("title") or path.stem.replace("-", " ").capitalize())


def _file(path: Path, schema: Schema) -> Iterator[str]:
    yield f"# {_title(path, schema)}\n"
    yield f"Made from the structs of the program. The schema itself: [{path.name}]({path.name}).\n"
    reader = Reader()
    if told := plain(schema.get("description", "")):
        yield f"{told}\n"
    named = schema.get("$defs") or schema.get("definitions") or schema.get("components", {}).get("schemas", {})
    if schema.get("properties"):
        yield from reader.fields(schema)
    elif "discriminator" in schema:
        yield from messages(schema, named, reader, level=2)
    elif any(key in schema for key in ("$ref", "anyOf", "oneOf", "type")):
        yield f"{reader.kind(schema)}\n"
    unions = {name: one for name, one in named.items() if "discriminator" in one}
    for name, union in unions.items():
        yield f"## {name}\n"
        yield from messages(union, named, reader)
    for name in _besides(schema, named, unions):
        yield from reader.described(name, named[name], level=2)


def _besides(schema: Schema, named: Mapping[str, Any], unions: Mapping[str, Any]) -> list[str]:
    """Shapes that are described by themselves: all but unions, and messages that nothing else refers to."""
    every = [*unions.values(), *([schema] if "discriminator" in schema else [])]
    told = {reference.rpartition("/")[2] for union in every for reference in union["discriminator"]["mapping"].values()}
    others = json.dumps([one for name, one in named.items() if name not in unions])
    return [name for name in named if name not in unions and (name not in told or f'/{name}"' in others)]
