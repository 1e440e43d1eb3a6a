"""Files that are nearly editions: cut, doubled, huge, binary, miscounted, with scripts in their names."""

import random
from collections.abc import Callable, Iterator

from lumitheque.games import find
from lumitheque.games.edition import LONGEST_EDITION, load_edition

GAMES = ("lumens", "luminis", "fromages")
NASTY = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{constructor}}",
    "'; DROP TABLE tables; --",
    "=cmd|' /C calc'!A0",
    "\u202eevil",
    "\x1b[31mred",
    "a\u0000b",
    "💥" * 30,
    "../../etc/passwd",
    "1e999",
    "-1",
    "९",
    "NaN",
    "x" * 5000,
)
Mutate = Callable[[str, random.Random], str]


def text_of(game: str) -> str:
    edition = load_edition(find(game))
    assert edition is not None
    return edition.text


def cut(text: str, chance: random.Random) -> str:
    return text[: chance.randrange(len(text))]


def double_lines(text: str, chance: random.Random) -> str:
    lines = text.splitlines()
    at = chance.randrange(len(lines))
    return "\n".join([*lines[:at], *(lines[at:][:1] * chance.randint(2, 90)), *lines[at:]])


def drop_lines(text: str, chance: random.Random) -> str:
    lines = text.splitlines()
    at = chance.randrange(len(lines))
    return "\n".join([*lines[:at], *lines[at + chance.randint(1, 30) :]])


def shuffle_lines(text: str, chance: random.Random) -> str:
    lines = text.splitlines()
    chance.shuffle(lines)
    return "\n".join(lines)


def put_something_nasty(text: str, chance: random.Random) -> str:
    """In the place of one word."""
    at = chance.randrange(len(text))
    start, end = max(text.rfind(sign, 0, at) for sign in ",\n ") + 1, at
    while end < len(text) and text[end] not in ",\n ":
        end += 1
    return text[:start] + chance.choice(NASTY) + text[end:]


def scratch(text: str, chance: random.Random) -> str:
    """A few characters become others."""
    letters = list(text)
    for _ in range(chance.randint(1, 12)):
        letters[chance.randrange(len(letters))] = chance.choice('AZ09.,"\n\r\t ;é\ufeff💡')
    return "".join(letters)


def binary(text: str, chance: random.Random) -> str:
    noise = bytes(chance.randrange(256) for _ in range(chance.randint(1, 3000))).decode("latin-1")
    at = chance.randrange(len(text))
    return text[:at] + noise + text[at:]


def huge(text: str, chance: random.Random) -> str:
    return (text + "\n") * (LONGEST_EDITION // len(text) + chance.randint(-20, 20))


def one_long_line(text: str, chance: random.Random) -> str:
    return text.split("\n", 1)[0] + "\n" + chance.choice(',."A') * chance.randint(1, LONGEST_EDITION)


MUTATIONS: tuple[Mutate, ...] = (
    cut,
    double_lines,
    drop_lines,
    shuffle_lines,
    put_something_nasty,
    scratch,
    binary,
    huge,
    one_long_line,
)


def mutated(count: int) -> Iterator[tuple[str, str]]:
    """So many of them, always the same: game and text."""
    for number in range(count):
        chance = random.Random(number)
        game = GAMES[number % len(GAMES)]
        yield game, MUTATIONS[number // len(GAMES) % len(MUTATIONS)](text_of(game), chance)
