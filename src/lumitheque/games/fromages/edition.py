"""A deck of pipe cards, read from a file: FR-01 to FR-04."""

import csv
from collections.abc import Sequence

from lumitheque.games.edition import Edition, EditionError, blank
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


def read_rows(text: str, source: str) -> list[tuple[int, list[str]]]:
    """The fields of every line that is not blank, with its number."""
    rows = csv.reader(text.removeprefix("\ufeff").splitlines())
    try:
        return [(rows.line_num, row) for row in rows if row]
    except csv.Error as error:
        raise EditionError(source, rows.line_num, f"{error}; expected fields separated by commas") from None


def read_edition(text: str, source: str, name: str, built_in: bool) -> Edition:
    """A deck from the text of its file; EditionError if it is not one."""
    rows = read_rows(text, source)
    header = rows[0][1] if rows else []
    if header != COLUMNS:
        raise EditionError(source, 1, f"the header is {','.join(header)!r}; expected {','.join(COLUMNS)!r}")
    record = blank(EDITION)
    cards: list[str] = []
    for line, row in rows[1:]:
        if len(cards) == CARDS:
            raise EditionError(source, line, f"one card too many; expected {CARDS}")
        check_row(row, cards, source, line)
        cards.append(row[0])
        number = len(cards)
        record.sides[number], record.cheese[number] = FORMS[row[1]], int(row[2])
        record.clogged[number] = row[3] == "yes"
    if len(cards) < CARDS:
        raise EditionError(source, None, f"{len(cards)} cards; expected {CARDS}")
    return Edition(name=name, text=text, record=record, cards=tuple(cards), built_in=built_in)


def check_row(row: Sequence[str], cards: Sequence[str], source: str, line: int) -> None:
    """What is wrong with a card, if anything."""
    if len(row) != len(COLUMNS):
        raise EditionError(source, line, f"{len(row)} fields; expected {len(COLUMNS)}: {','.join(COLUMNS)}")
    card, form, cheese, clogged = row
    if not card or card != card.strip() or not card.isprintable() or card == UNKNOWN:
        raise EditionError(source, line, f"{card!r} is not a name for a card; expected a text such as T01")
    if card in cards:
        raise EditionError(source, line, f"a second card {card}; expected a name of its own")
    if form not in FORMS:
        raise EditionError(source, line, f"{card}: unknown form {form!r}; expected one of {', '.join(FORMS)}")
    if cheese not in ("0", "1", "2", "3"):
        raise EditionError(source, line, f"{card}: a cheese of {cheese!r}; expected 0, 1, 2 or 3")
    if clogged not in ("yes", "no"):
        raise EditionError(source, line, f"{card}: clogged is {clogged!r}; expected yes or no")
    if clogged == "yes" and cheese != "0":
        raise EditionError(source, line, f"{card}: a clogged pipe with a cheese of {cheese}; expected 0 (FR-03)")
