"""The dice of an agent's table: what they give follows from a word and a key that no agent knows.

So a deal can be had again, for practice or for a fair comparison, and the word tells nothing of it.
"""

import hmac
import itertools
import secrets
from collections.abc import Iterator


class KeyedDice:
    """Tokens of 32 hex digits. `first` comes before all others: a table's id, which must never come twice."""

    def __init__(self, key: bytes, word: str, first: str | None = None) -> None:
        self._tokens = self._draw(key, word, first or secrets.token_hex(16))

    @staticmethod
    def _draw(key: bytes, word: str, first: str) -> Iterator[str]:
        yield first
        for number in itertools.count():
            yield hmac.digest(key, f"{word}:{number}".encode(), "sha256").hex()[:32]

    def token(self) -> str:
        return next(self._tokens)
