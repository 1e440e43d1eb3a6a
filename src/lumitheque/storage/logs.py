"""A log as it was kept, read."""

from collections.abc import Iterable

from lumitheque.tables.events import UNREADABLE, Entry, read_entry


class UnreadableLog(Exception):
    """A log of a newer version, or a damaged one: said in one line, without the table."""


def read_log(data: Iterable[bytes], after: int = 0) -> list[Entry]:
    """Entries after+1, …; UnreadableLog if one of them cannot be read, or is missing."""
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
