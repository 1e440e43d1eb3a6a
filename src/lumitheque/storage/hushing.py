"""Who spoke, and what they said, taken out of a log."""

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from lumitheque.tables.events import Said, read_entry, write_entry


class _Happening(Struct):
    event: str = ""
    person: str = ""


class _Line(Struct):
    """As little of an entry as is needed, so that an older or a newer one is read as well."""

    event: _Happening


_read = msgspec.json.Decoder(_Line).decode


def speakers(entries: Iterable[bytes]) -> set[str]:
    """Whoever says something in these entries."""
    return {person for entry in entries if b'"said"' in entry and (person := _speaker(entry))}


def _speaker(entry: bytes) -> str | None:
    try:
        happening = _read(entry).event
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None  # it is damaged: nobody can be found in it
    return happening.person if happening.event == "said" else None


def hush(data: bytes, person: str) -> bytes | None:
    """The entry without what that person said in it; None if they said nothing in it."""
    entry = read_entry(data)
    event = entry.event
    if not isinstance(event, Said) or event.person != person or (event.text is None and event.phrase is None):
        return None
    silent = msgspec.structs.replace(event, text=None, phrase=None)
    return write_entry(msgspec.structs.replace(entry, event=silent))
