"""Idempotency keys of recent commands: a command that is sent again is acknowledged, not obeyed again.

Each actor has a buffer of their own, so that nobody pushes out another's keys.
"""

from lumitheque.tables.people import Actor

KEPT = 64  # of each person
WIDE = 8  # bytes of a digest, and of a number
BOTH = 2 * WIDE


class Keys:
    """Keeps a digest of each key and the number of its last entry, since a house has many tables in memory. A buffer is
    bytes, digest and number in turn, and is searched at every command."""

    __slots__ = ("_rows",)

    def __init__(self) -> None:
        self._rows: dict[int, bytearray] = {}  # by the hash of the actor

    def note(self, actor: Actor | None, key: str, seq: int) -> None:
        row, digest = self._rows.setdefault(hash(actor), bytearray()), _digest(actor, key)
        if row[-BOTH:-WIDE] == digest:  # one more entry of the same command
            del row[-BOTH:]
        row += digest
        row += seq.to_bytes(WIDE, "little")
        if len(row) > KEPT * BOTH:
            del row[:BOTH]

    def find(self, actor: Actor, key: str) -> int | None:
        """The last entry of the command with this key."""
        row = self._rows.get(hash(actor))
        if row is None:
            return None
        digest = _digest(actor, key)
        at = row.find(digest)
        while at >= 0 and at % BOTH:  # a match across the border of two items
            at = row.find(digest, at + 1)
        return None if at < 0 else int.from_bytes(row[at + WIDE : at + BOTH], "little")

    def __repr__(self) -> str:
        return f"Keys({ {whose: row.hex(' ', WIDE) for whose, row in self._rows.items()} })"


def _digest(actor: Actor | None, key: str) -> bytes:
    return hash((actor, key)).to_bytes(WIDE, "little", signed=True)
