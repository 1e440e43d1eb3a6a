"""A deck of Luminis from a table that a person can read: one card a line."""

import csv
import io
import re
from typing import Any

from lumitheque.games.edition import Edition, EditionError, blank
from lumitheque.games.luminis.record import CARDS, EDITION, LARGEST_NUMBER

LEVELS = ("I", "II", "III", "IV")
COUNTS = (34, 40, 22, 6)  # LM-01
KINDS = ("square", "circle", "triangle")
ZONES = ("cost", "centre", "top")
ARROWS = ("left", "up-left", "up", "up-right", "right")  # LM-02
COLUMNS = ("id", "level", *(f"{zone}_{kind}" for zone in ZONES for kind in KINDS), "arrows", "theft")
CARD_NAME = re.compile(r"[^\s@>?-][^\s@>]*")
NUMBER = re.compile("0|[1-9][0-9]?")


class Line:
    """One card's line, and where it stands in the file."""

    def __init__(self, source: str, number: int, values: list[str]) -> None:
        self.source, self.number = source, number
        if len(values) != len(COLUMNS):
            raise self.error(f"{len(values)} values; expected {len(COLUMNS)}: {', '.join(COLUMNS)}")
        self.values = dict(zip(COLUMNS, values, strict=True))

    def error(self, problem: str) -> EditionError:
        return EditionError(self.source, self.number, problem)

    def name(self) -> str:
        name = self.values["id"]
        if not CARD_NAME.fullmatch(name):
            raise self.error(f"id {name!r}: expected a name like II-07: no spaces, no @ or >, no ? or - to begin with")
        return name

    def one_of(self, column: str, known: tuple[str, ...]) -> int:
        text = self.values[column]
        if text not in known:
            raise self.error(f"{column} {text!r}: expected one of {', '.join(known)}")
        return known.index(text)

    def amounts(self, zone: str) -> list[int]:
        return [self.amount(f"{zone}_{kind}") for kind in KINDS]

    def amount(self, column: str) -> int:
        text = self.values[column]
        if not NUMBER.fullmatch(text):
            raise self.error(f"{column} {text!r}: expected a number from 0 to {LARGEST_NUMBER}")
        return int(text)

    def arrows(self) -> int:
        """LM-02: a set of arrows, as bits."""
        names = self.values["arrows"].split()
        for name in names:
            if name not in ARROWS:
                raise self.error(f"arrows: {name!r} is not one of {', '.join(ARROWS)}; there is no arrow down")
        if len(set(names)) != len(names):
            raise self.error(f"arrows {self.values['arrows']!r}: each arrow is named once")
        return sum(1 << ARROWS.index(name) for name in names)


def read_lines(text: str, source: str) -> list[Line]:
    """Every card's line, below the line of column names."""
    rows = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    try:
        if tuple(next(rows, ())) != COLUMNS:
            raise EditionError(source, 1, f"expected the column names {','.join(COLUMNS)}")
        return [Line(source, rows.line_num, row) for row in rows if row]
    except csv.Error as error:
        raise EditionError(source, rows.line_num, f"not a table of comma-separated values: {error}") from None


def fill(record: Any, card: int, line: Line) -> None:
    record.level[card] = line.one_of("level", LEVELS) + 1
    record.cost[card] = line.amounts("cost")
    record.centre[card] = line.amounts("centre")
    record.top[card] = line.amounts("top")
    record.arrows[card] = line.arrows()
    record.theft[card] = line.one_of("theft", ("no", "yes"))


def count_levels(lines: list[Line], source: str) -> None:
    """LM-01: how many cards of each level."""
    for level, expected in enumerate(COUNTS):
        found = sum(line.one_of("level", LEVELS) == level for line in lines)
        if found != expected:
            raise EditionError(source, None, f"{found} cards of level {LEVELS[level]}; expected {expected} (LM-01)")


def find_bonus(record: Any, names: list[str], level: int, source: str) -> int:
    """LM-03: the one card of a level whose centre is empty."""
    empty = [card for card in range(CARDS) if record.level[card] == level and not record.centre[card].any()]
    if len(empty) != 1:
        listed = ", ".join(names[card] for card in empty) or "none"
        problem = f"cards of level {LEVELS[level - 1]} with an empty centre: {listed}; expected exactly one (LM-03)"
        raise EditionError(source, None, problem)
    return empty[0]


def read_edition(text: str, source: str, name: str, built_in: bool = False) -> Edition:
    """LM-04: any deck of cards as LM-02 has them, with the counts of LM-01 and LM-03."""
    lines = read_lines(text, source)
    names = [line.name() for line in lines]
    for number, line in enumerate(lines):
        if names[number] in names[:number]:
            raise line.error(f"id {names[number]!r} is taken already; expected a name of its own for each card")
    count_levels(lines, source)
    record = blank(EDITION)
    for card, line in enumerate(lines):
        fill(record, card, line)
    record.spires[:] = [card for card in range(CARDS) if record.level[card] == len(LEVELS)]
    record.bonus[:] = [find_bonus(record, names, level, source) for level in (1, 2, 3)]
    return Edition(name=name, text=text, record=record, cards=tuple(names), built_in=built_in)
