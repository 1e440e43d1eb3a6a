"""Decodes a stored log."""

from collections.abc import Iterable

from lumitheque.tables.events import UNREADABLE, Entry, read_entry


class UnreadableLog(Exception):
    """A damaged log, or one of a newer version. The message is one line and does not name the table."""


def read_log(data: Iterable[bytes], after: int = 0) -> list[Entry]:
    """Decode entries after+1, …; UnreadableLog if one is missing or cannot be decoded."""
    entries = []
    for seq, line in enumerate(data, after + 1):
        try:
            entry = read_entry(line)
        except UNREADABLE as error:
            raise UnreadableLog(f"entry {seq}: {error}") from None
        if entry.seq != seq:
            raise UnreadableLog(f"entry {seq} is missing: entry {entry.seq} is in its place")
        entries.append(entry)
    return entries
