"""Texts that are almost moves: what a player mistypes, what a program gets wrong, what an attacker tries."""

import random
from collections.abc import Sequence

ODD = (
    "", " ", "\n", "pass", "PASS", "pass ", " pass", "stop", "huff", "huff ", "huff a1", "huff z99", "huff a01",
    "a1", "a1-", "-a1", "a1-a2", "a1xa2", "a1-a1", "A1-A2", "a1 - a2", "a0-a1", "a1-a11", "k1-k2", "z9-z8", "aa1-a2",
    "a1-a1234567890", "a01-a2", "xa1", "xz9", "x", "a1=S", "a1=Z", "z1=S", "a1=", "=S", "c4=0", "c4=6", "c4=7", "z9=6",
    "c4=999999999", "c4=-1", "c4=06", "start=1", "start=6", "start=7", "start=", "start=1/6",
    "pile 1", "pile 0", "pile 9", "pile -1", "pile 01", "draw 1", "draw 6", "draw pile", "draw discard", "draw",
    "build I-01@0", "build I-01@1", "build II-01@0", "build nothing@0", "build I-01@", "build I-01@-0", "build I-01@99",
    "build I-01@-99", "build I-01", "bonus I-34@0", "bonus II-40@0", "spire IV-01@0", "spire I-01@0", "discard I-01>1",
    "discard I-01>9", "discard nothing>1", "drop I-01>1", "drop I-01>0", "name P1", "name P2", "name P9", "name P0",
    "name 1", "steal P1", "steal P2", "steal P7", "plumber 1", "plumber 5", "plumber 6", "plumber 0", "flush b2",
    "flush z9",    "put b3 up", "put b3 down", "put b3", "put a3 up", "put c1 up", "put d1 up", "put z9 up",
    "put b3 sideways",
    "clog P1 b3", "clog P2 b3", "clog P2 a3", "clog P2 z9", "clog P9 b3", "toss", "flip c3", "flip a3", "flip z9",
    "noflip",    "é", "\u00a0pass", "٣", "a١-a2", "0", "-1", "None", "null", "[]", "a" * 10_000, "9" * 400,
    "\x00", "\ud7ff",
)  # fmt: skip
LETTERS = "abcdefghijklmnopqrstuvwxyzPSMTC0123456789-=x>@ /I"


def near_misses(dice: random.Random, legal: Sequence[str], heard: Sequence[str], count: int) -> list[str]:
    """`count` texts: odd ones, legal ones changed by a character, ones that were legal at some other time."""
    texts = []
    for _ in range(count):
        way = dice.random()
        if way < 0.35 or not legal:
            texts.append(dice.choice(ODD))
        elif way < 0.6 and heard:
            texts.append(dice.choice(heard))
        else:
            texts.append(_changed(dice, dice.choice(legal)))
    return texts


def _changed(dice: random.Random, text: str) -> str:
    """Replace, remove or add one character."""
    at = dice.randrange(len(text))
    letter = dice.choice(LETTERS)
    return dice.choice(
        (text[:at] + letter + text[at + 1 :], text[:at] + text[at + 1 :], text[:at] + letter + text[at:])
    )
