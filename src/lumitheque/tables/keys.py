"""The keys of the commands accepted last: one that is sent again is acknowledged, not obeyed again."""

from array import array

from lumitheque.tables.people import Actor

KEPT = 64
WIDE = 8  # bytes of a digest


class Keys:
    """Only a digest of each is kept, and its last entry: a house has many tables in memory. The digests are one row of
    bytes, which is searched at every command."""

    __slots__ = ("_digests", "_seqs")

    def __init__(self) -> None:
        self._digests, self._seqs = bytearray(), array("q")

    def note(self, actor: Actor | None, key: str, seq: int) -> None:
        digest = _digest(actor, key)
        if self._digests.endswith(digest):  # one more entry of the same command
            self._seqs[-1] = seq
            return
        self._digests += digest
        self._seqs.append(seq)
        if len(self._seqs) > KEPT:
            del self._digests[:WIDE], self._seqs[0]

    def find(self, actor: Actor, key: str) -> int | None:
        """The last entry of the command with this key."""
        digest = _digest(actor, key)
        at = self._digests.find(digest)
        while at > 0 and at % WIDE:  # made up of parts of two others
            at = self._digests.find(digest, at + 1)
        return self._seqs[at // WIDE] if at >= 0 else None

    def __repr__(self) -> str:
        return f"Keys({self._digests.hex(' ', WIDE)}, {list(self._seqs)})"


def _digest(actor: Actor | None, key: str) -> bytes:
    return hash((actor, key)).to_bytes(WIDE, "little", signed=True)
