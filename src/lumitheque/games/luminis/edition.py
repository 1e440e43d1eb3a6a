"""A deck of Luminis from a table that a person can read: one card a line."""

import csv
import io
import re
from typing import Any

from lumitheque.games.edition import Edition, Findings, Problem, UnfitEdition, blank, is_card_name, quoted
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

    def __init__(self, number: int, values: list[str], found: Findings) -> None:
        self.number, self.found = number, found
        self.values = dict(zip(COLUMNS, values, strict=True))
        self.name = self.values["id"]

    def add(self, key: str, column: str, rule: str | None = "LM-02", **parts: Any) -> None:
        """Something is wrong with this card."""
        told = {"column": column, "text": quoted(self.values[column])} | parts
        self.found.add(Problem(key, told, self.number, rule, card=self.name, column=column))

    def one_of(self, column: str, known: tuple[str, ...]) -> int:
        text = self.values[column]
        if text not in known:
            self.add("choice", column, known=", ".join(known))
            return 0
        return known.index(text)

    def amounts(self, zone: str) -> list[int]:
        return [self.amount(f"{zone}_{kind}") for kind in KINDS]

    def amount(self, column: str) -> int:
        text = self.values[column]
        if not NUMBER.fullmatch(text):
            self.add("amount", column, most=LARGEST_NUMBER)
            return 0
        return int(text)

    def arrows(self) -> int:
        """LM-02: a set of arrows, as bits."""
        names = self.values["arrows"].split()
        for name in names:
            if name not in ARROWS:
                self.add("arrow", "arrows", arrow=quoted(name), known=", ".join(ARROWS))
        if len(set(names)) != len(names):
            self.add("arrow_twice", "arrows")
        return sum(1 << ARROWS.index(name) for name in set(names) if name in ARROWS)


def read_lines(text: str, found: Findings) -> list[Line]:
    """Every card's line, below the line of column names."""
    rows = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    lines: list[Line] = []
    try:
        if tuple(next(rows, ())) != COLUMNS:
            raise UnfitEdition([Problem("header", {"columns": ",".join(COLUMNS)}, 1)])
        for row in rows:
            if row and len(row) != len(COLUMNS):
                parts = {"found": len(row), "expected": len(COLUMNS), "columns": ", ".join(COLUMNS)}
                found.add(Problem("fields", parts, rows.line_num, card=row[0]))
            elif row:
                lines.append(Line(rows.line_num, row, found))
    except csv.Error:
        raise UnfitEdition([Problem("no_table", {}, rows.line_num)]) from None
    return lines


def check_names(lines: list[Line]) -> None:
    known: set[str] = set()
    for line in lines:
        if not CARD_NAME.fullmatch(line.name) or not is_card_name(line.name):
            line.add("name", "id", None)
        elif line.name in known:
            line.add("taken", "id", None)
        known.add(line.name)


def fill(record: Any, card: int, line: Line) -> None:
    record.level[card] = line.one_of("level", LEVELS) + 1
    record.cost[card] = line.amounts("cost")
    record.centre[card] = line.amounts("centre")
    record.top[card] = line.amounts("top")
    record.arrows[card] = line.arrows()
    record.theft[card] = line.one_of("theft", ("no", "yes"))


def count_levels(lines: list[Line], found: Findings) -> None:
    """LM-01: how many cards of each level."""
    for level, expected in enumerate(COUNTS):
        count = sum(line.values["level"] == LEVELS[level] for line in lines)
        if count != expected:
            parts = {"found": count, "level": LEVELS[level], "expected": expected}
            found.add(Problem("count", parts, None, "LM-01"))


def has_empty_centre(line: Line) -> bool:
    return all(line.values[f"centre_{kind}"] == "0" for kind in KINDS)


def find_bonus(lines: list[Line], found: Findings) -> list[int]:
    """LM-03: the one card of each level below the spires whose centre is empty."""
    bonus: list[int] = []
    for level in LEVELS[:-1]:
        empty = [card for card, one in enumerate(lines) if one.values["level"] == level and has_empty_centre(one)]
        if len(empty) != 1:
            listed = ", ".join(quoted(lines[card].name) for card in empty[:6]) or "–"
            found.add(Problem("bonus", {"level": level, "cards": listed}, None, "LM-03"))
        else:
            bonus.append(empty[0])
    return bonus


def read_edition(text: str, name: str, built_in: bool = False) -> Edition:
    """LM-04: any deck of cards as LM-02 has them, with the counts of LM-01 and LM-03."""
    record, found = blank(EDITION), Findings()
    lines = read_lines(text, found)
    check_names(lines)
    for card, line in enumerate(lines):
        fill(record, card if card < CARDS else 0, line)  # a deck that is too long is refused, but read to its end
    count_levels(lines, found)
    bonus = find_bonus(lines, found)
    found.end()
    record.spires[:] = [card for card in range(CARDS) if record.level[card] == len(LEVELS)]
    record.bonus[:] = bonus
    return Edition(name=name, text=text, record=record, cards=tuple(line.name for line in lines), built_in=built_in)
