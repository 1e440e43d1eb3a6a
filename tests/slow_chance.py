"""Chance once more, slowly, in plain numbers: ChaCha with 8 rounds, and what events make of it."""

from collections.abc import Iterator, Sequence

SIGMA = b"expand 16-byte k"


def words_of(data: bytes) -> list[int]:
    """Bytes as little-endian words."""
    return [int.from_bytes(data[at : at + 4], "little") for at in range(0, len(data), 4)]


def rotated(word: int, bits: int) -> int:
    binary = f"{word:032b}"
    return int(binary[bits:] + binary[:bits], 2)


def quarter(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    for first, second in ((16, 12), (8, 7)):
        a = (a + b) % 2**32
        d = rotated(d ^ a, first)
        c = (c + d) % 2**32
        b = rotated(b ^ c, second)
    return a, b, c, d


def chacha8_block(key: Sequence[int], counter: int, nonce: int) -> list[int]:
    """A block of 16 words for a key of four."""
    place = [counter % 2**32, counter // 2**32, nonce % 2**32, nonce // 2**32]
    start = [*words_of(SIGMA), *key, *key, *place]
    x = start.copy()
    columns = [(i, 4 + i, 8 + i, 12 + i) for i in range(4)]
    diagonals = [(0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]
    for cells in (columns + diagonals) * 4:
        for cell, word in zip(cells, quarter(*(x[cell] for cell in cells)), strict=True):
            x[cell] = word
    return [(a + b) % 2**32 for a, b in zip(x, start, strict=True)]


def key_of(seed: str) -> list[int]:
    padded = seed.rjust(32, "0")
    return [int(padded[at : at + 8], 16) for at in range(0, 32, 8)]


def stream(seed: str, event: int) -> Iterator[int]:
    """The words of one event."""
    counter = 0
    while True:
        yield from chacha8_block(key_of(seed), counter, event)
        counter += 1


def draw_below(words: Iterator[int], n: int) -> int:
    """Words from the uneven rest at the top are thrown away."""
    return next(word % n for word in words if word // n < 2**32 // n)


def shuffled(seed: str, event: int, values: Sequence[int]) -> list[int]:
    """From the last place down, each swapped with one at or before it."""
    words = stream(seed, event)
    order = list(values)
    for last in range(len(order) - 1, 0, -1):
        other = draw_below(words, last + 1)
        order[last], order[other] = order[other], order[last]
    return order
