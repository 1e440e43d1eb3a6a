"""A JSON Schema as something to read: what a value is in words, the fields of a struct as a table."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scripts.documentation.markdown import slug

Schema = Mapping[str, Any]
WORDS = {"null": "null", "string": "text", "integer": "whole number", "number": "number", "boolean": "true or false"}
BOUNDS = (("minLength", "maxLength", " letters"), ("minimum", "maximum", ""), ("minItems", "maxItems", ""))
MOST_CHOICES = 24  # that are written out


class Reader:
    """Writes schemas; `home` is the page that the named ones are described on."""

    def __init__(self, home: str = "") -> None:
        self.home = home

    def kind(self, schema: Schema) -> str:
        """What a value is, in words, on one line of a table."""
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            return f"[{name}]({self.home}#{slug(name)})"
        for key in ("anyOf", "oneOf"):
            if key in schema:
                return " or ".join(dict.fromkeys(self.kind(one) for one in schema[key]))
        if "allOf" in schema:
            return " and ".join(self.kind(one) for one in schema["allOf"])
        if "enum" in schema or "const" in schema:
            return _choices(schema.get("enum", [schema.get("const")]))
        told = schema.get("type")
        if isinstance(told, list):
            return " or ".join(self.kind({**schema, "type": one}) for one in told)
        return self._simple(told, schema)

    def _simple(self, told: str | None, schema: Schema) -> str:
        if told == "array":
            return self._array(schema)
        if told == "object":
            values = schema.get("additionalProperties")
            inside = ", ".join(f"`{name}`: {self.kind(one)}" for name, one in schema.get("properties", {}).items())
            if inside:
                return f"object with {inside}"
            return f"object, each value {self.kind(values)}" if isinstance(values, Mapping) and values else "object"
        word = WORDS.get(told or "", "anything")
        word = "date and time" if schema.get("format") == "date-time" else word
        return ", ".join([word, *_bounds(schema)])

    def _array(self, schema: Schema) -> str:
        if first := schema.get("prefixItems"):
            return f"list of {len(first)}: {', '.join(self.kind(one) for one in first)}"
        items = schema.get("items")
        inside = f"list of {self.kind(items)}" if isinstance(items, Mapping) and items else "list"
        return "; ".join([inside, *_bounds(schema)])

    def fields(self, schema: Schema, leave_out: Iterable[str] = ()) -> Iterator[str]:
        """The table of a struct's fields."""
        told = {name: one for name, one in schema.get("properties", {}).items() if name not in set(leave_out)}
        if not told:
            return
        required, meant = set(schema.get("required", ())), any("description" in one for one in told.values())
        yield f"| field | what it is | if left out |{' meaning |' if meant else ''}"
        yield f"| --- | --- | --- |{' --- |' if meant else ''}"
        for name, one in told.items():
            without = "required" if name in required else f"`{_told(one['default'])}`" if "default" in one else ""
            meaning = f" {plain(one.get('description', ''))} |" if meant else ""
            yield f"| `{name}` | {self.kind(one)} | {without} |{meaning}"
        yield ""

    def described(self, name: str, schema: Schema, level: int = 3, tag: str | None = None) -> Iterator[str]:
        """A named schema with its heading; `tag`: the field that says which of a union it is."""
        yield f"{'#' * level} {name}"
        yield ""
        if told := plain(schema.get("description", "")):
            yield f"{told}\n"
        if schema.get("properties"):
            yield from self.fields(schema, () if tag is None else (tag,))
        elif schema.get("type") != "object" or schema.get("additionalProperties"):
            yield f"{self.kind(schema)}\n"


def plain(text: str) -> str:
    """A docstring as a paragraph, which a table can hold as well."""
    return _in_table(" ".join(text.split()))


def _in_table(text: str) -> str:
    return text.replace("|", "\\|")


def _told(value: Any) -> str:
    return _in_table(json.dumps(value, ensure_ascii=False))


def _choices(values: list[Any]) -> str:
    shown = [f"`{_told(value)}`" for value in values[:MOST_CHOICES]]
    return " or ".join(shown) + (f" or one of {len(values) - len(shown)} more" if len(values) > len(shown) else "")


def _bounds(schema: Schema) -> list[str]:
    told = []
    for least, most, what in BOUNDS:
        low, high = schema.get(least), schema.get(most)
        if low is not None and high is not None:
            told.append(f"{low} to {high}{what}")
        elif low is not None or high is not None:
            told.append(f"{high}{what} at most" if low is None else f"{low}{what} or more")
    if "exclusiveMinimum" in schema:
        told.append(f"more than {schema['exclusiveMinimum']}")
    if "exclusiveMaximum" in schema:
        told.append(f"less than {schema['exclusiveMaximum']}")
    return [*told, *([f"like `{_in_table(schema['pattern'])}`"] if "pattern" in schema else [])]
