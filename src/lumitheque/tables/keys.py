"""The keys of the commands accepted last: one that is sent again is acknowledged, not obeyed again."""

from array import array

from lumitheque.tables.people import Actor

KEPT = 64


class Keys:
    """Only a digest of each is kept, and its last entry: a house has many tables in memory."""

    __slots__ = ("_digests", "_seqs")

    def __init__(self) -> None:
        self._digests, self._seqs = array("q"), array("q")

    def note(self, actor: Actor | None, key: str, seq: int) -> None:
        digest = hash((actor, key))
        if self._digests and self._digests[-1] == digest:  # one more entry of the same command
            self._seqs[-1] = seq
            return
        self._digests.append(digest)
        self._seqs.append(seq)
        if len(self._digests) > KEPT:
            del self._digests[0], self._seqs[0]

    def find(self, actor: Actor, key: str) -> int | None:
        """The last entry of the command with this key."""
        digest = hash((actor, key))
        return self._seqs[self._digests.index(digest)] if digest in self._digests else None

    def __repr__(self) -> str:
        return f"Keys({list(self._digests)}, {list(self._seqs)})"
