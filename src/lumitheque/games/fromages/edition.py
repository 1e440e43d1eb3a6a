"""A deck of pipe cards, read from a file: FR-01 to FR-04."""

import csv
from collections.abc import Sequence
from typing import Any

from lumitheque.games.edition import Edition, Findings, Problem, UnfitEdition, blank, is_card_name, quoted
from lumitheque.games.fromages.record import BOTTOM, CARDS, EDITION, LEFT, RIGHT, TOP

COLUMNS = ["id", "form", "cheese", "clogged"]
FORMS = {  # FR-02: open sides of the upright card
    "elbow_tr": TOP | RIGHT,
    "elbow_tl": TOP | LEFT,
    "straight_v": TOP | BOTTOM,
    "straight_h": LEFT | RIGHT,
    "tee_h": LEFT | RIGHT | TOP,
    "tee_v": TOP | BOTTOM | RIGHT,
    "cross": TOP | RIGHT | BOTTOM | LEFT,
}
UNKNOWN = "?"  # stands for a hidden card in positions, so no card may have that name


Row = tuple[int, list[str]]  # its number in the file, and its fields


def read_rows(text: str) -> list[Row]:
    """The fields of every line that is not blank, with its number."""
    rows = csv.reader(text.removeprefix("\ufeff").splitlines())
    try:
        return [(rows.line_num, row) for row in rows if row]
    except csv.Error:
        raise UnfitEdition([Problem("no_table", {}, rows.line_num)]) from None


def read_edition(text: str, name: str, built_in: bool) -> Edition:
    """A deck from the text of its file; UnfitEdition if it is not one."""
    rows, found = read_rows(text), Findings()
    header = rows[0][1] if rows else []
    if header != COLUMNS:
        parts = {"found": quoted(",".join(header)), "expected": ",".join(COLUMNS)}
        raise UnfitEdition([Problem("header", parts, 1)])
    cards: list[str] = []
    for line, row in rows[1:]:
        check_row(line, row, set(cards), found)
        cards.append(row[0])
    check_count(rows, found)
    found.end()
    return Edition(name=name, text=text, record=fill(rows), cards=tuple(cards), built_in=built_in)


def fill(rows: Sequence[Row]) -> Any:
    record = blank(EDITION)
    for number, (_, row) in enumerate(rows):
        if number > 0:
            record.sides[number], record.cheese[number] = FORMS[row[1]], int(row[2])
            record.clogged[number] = row[3] == "yes"
    return record


def check_count(rows: Sequence[Row], found: Findings) -> None:
    """FR-01: 88 cards; the first that is too many is named."""
    count = len(rows) - 1
    if count > CARDS:
        line, row = rows[CARDS + 1]
        found.add(Problem("too_many", {"found": count, "expected": CARDS}, line, "FR-01", card=row[0]))
    if count < CARDS:
        found.add(Problem("too_few", {"found": count, "expected": CARDS}, None, "FR-01"))


def check_row(line: int, row: Sequence[str], cards: set[str], found: Findings) -> None:
    """What is wrong with a card, if anything."""
    if len(row) != len(COLUMNS):
        parts = {"found": len(row), "expected": len(COLUMNS), "columns": ",".join(COLUMNS)}
        found.add(Problem("fields", parts, line))
        return
    card, form, cheese, clogged = row
    shown = quoted(card)

    def add(key: str, column: str, rule: str | None = None, **parts: Any) -> None:
        found.add(Problem(key, {"card": shown} | parts, line, rule, card=card, column=column))

    if not is_card_name(card) or card == UNKNOWN:
        add("name", "id")
    elif card in cards:
        add("taken", "id")
    if form not in FORMS:
        add("form", "form", "FR-02", form=quoted(form), forms=", ".join(FORMS))
    if cheese not in ("0", "1", "2", "3"):
        add("cheese", "cheese", "FR-02", cheese=quoted(cheese))
    if clogged not in ("yes", "no"):
        add("clogged", "clogged", "FR-03", clogged=quoted(clogged))
    if clogged == "yes" and cheese != "0":
        add("clogged_cheese", "cheese", "FR-03", cheese=quoted(cheese))
