"""Finds who said something in a log, or named those at their device, and erases it."""

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from lumitheque.tables.events import Said, Sat, read_entry, write_entry
from lumitheque.tables.people import Human


class _Sitter(Struct, frozen=True):
    person: str = ""


class _Happening(Struct):
    event: str = ""
    person: str = ""
    sitter: _Sitter = _Sitter()
    name: str | None = None


class _Line(Struct):
    """The few fields needed, so that entries of older and newer versions decode as well."""

    event: _Happening


_read = msgspec.json.Decoder(_Line).decode


def speakers(entries: Iterable[bytes]) -> set[str]:
    """Everybody who says something in these entries, or names somebody."""
    telling = (entry for entry in entries if b'"said"' in entry or b'"name":' in entry)
    return {person for entry in telling if (person := _speaker(entry))}


def _speaker(entry: bytes) -> str | None:
    try:
        happening = _read(entry).event
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None  # damaged: no speaker can be found in it
    if happening.event == "sat" and happening.name is not None:
        return happening.sitter.person
    return happening.person if happening.event == "said" else None


def hush(data: bytes, person: str) -> bytes | None:
    """The entry without what that person said, or the name they gave; None if there is nothing of it."""
    entry = read_entry(data)
    event = entry.event
    if isinstance(event, Sat) and event.name is not None and event.sitter == Human(person):
        return write_entry(msgspec.structs.replace(entry, event=msgspec.structs.replace(event, name=None)))
    if not isinstance(event, Said) or event.person != person or (event.text is None and event.phrase is None):
        return None
    silent = msgspec.structs.replace(event, text=None, phrase=None)
    return write_entry(msgspec.structs.replace(entry, event=silent))
