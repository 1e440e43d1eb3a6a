"""What an exported function takes: numbers, records, arrays and workspaces, and how each is written flat.

WebAssembly knows numbers only. A record is handed over as its place in memory, an array as its place and its sizes, a
workspace (a NamedTuple of records and arrays) as its fields, one after the other.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Number:
    """A number: `i32`, `i64` (a BigInt in JavaScript) or `f64`."""

    kind: str


@dataclass(frozen=True)
class Memory:
    """A record (no dimensions) or an array of records or numbers, contiguous."""

    layout: str  # its name in the description: STATE, or int32
    dtype: "np.dtype[Any]"
    dimensions: int = 0


@dataclass(frozen=True)
class Workspace:
    """A NamedTuple of records and arrays."""

    named: type
    fields: tuple[Memory, ...]


Kind = Number | Memory | Workspace
INT, KEY = Number("i32"), Number("i64")


def numbers(dtype: Any, dimensions: int = 1) -> Memory:
    """An array of numbers."""
    dtype = np.dtype(dtype)
    return Memory(dtype.name, dtype, dimensions)


@dataclass(frozen=True)
class Parameter:
    """One argument of a rule, or one field of a workspace that is an argument."""

    name: str  # `seat`, or `d.nodes`
    kind: Number | Memory

    @property
    def sizes(self) -> int:
        """How many sizes follow the place in memory."""
        return self.kind.dimensions if isinstance(self.kind, Memory) else 0


def flattened(names: tuple[str, ...], kinds: tuple[Kind, ...]) -> Iterator[Parameter]:
    """The arguments of a rule with workspaces taken apart, in order."""
    for name, kind in zip(names, kinds, strict=True):
        if isinstance(kind, Workspace):
            fields: tuple[str, ...] = kind.named._fields  # type: ignore[attr-defined]  # of a NamedTuple
            yield from (Parameter(f"{name}.{field}", one) for field, one in zip(fields, kind.fields, strict=True))
        else:
            yield Parameter(name, kind)
