"""Boards and decks made anew from a seed, so that nothing in the benchmark can be known by heart.

Each begins as the built-in one and stays sound by the rules of its loader, which reads it in the end. Galax and Sirius
have no editions: there the set-up is new each time.
"""

import csv
import io
import random
from collections.abc import Callable

from lumitheque.agents.maps import redraw
from lumitheque.games.edition import Edition, load_edition, read_edition
from lumitheque.games.game import Game

Row = dict[str, str]
KINDS = ("square", "circle", "triangle")
PARTS = (  # columns of Luminis that are dealt out together, and apart from the others
    tuple(f"cost_{kind}" for kind in KINDS),
    tuple(f"centre_{kind}" for kind in KINDS),
    tuple(f"top_{kind}" for kind in KINDS),
    ("arrows", "theft"),
)
CHANGED = 0.12  # of the cards of Fromages get another form, or another number of cheeses


def new_edition(game: Game, seed: str) -> Edition | None:
    """A board or deck that nobody has seen, the same for the same seed; None for a game that has none."""
    built_in = load_edition(game)
    if built_in is None or game.name not in MAKERS:
        return built_in
    text = MAKERS[game.name](built_in.text, random.Random(f"{game.name} {seed}"))
    return read_edition(game, text, "new", "new")


def shuffle_luminis(text: str, dice: random.Random) -> str:
    """Within each level costs, centres, tops and arrows come together anew, and the kinds of glass change places."""
    rows, columns = read_table(text)
    other = dict(zip(KINDS, dice.sample(KINDS, len(KINDS)), strict=True))
    for level in dict.fromkeys(row["level"] for row in rows):
        cards = [row for row in rows if row["level"] == level]
        for part in PARTS:
            values = [[row[column] for column in part] for row in cards]
            for row, dealt in zip(cards, dice.sample(values, len(values)), strict=True):
                row.update(zip((renamed(column, other) for column in part), dealt, strict=True))
    return write_table(rows, columns)


def renamed(column: str, other: dict[str, str]) -> str:
    zone, _, kind = column.partition("_")
    return f"{zone}_{other[kind]}" if kind in other else column


def vary_fromages(text: str, dice: random.Random) -> str:
    """Cheeses and clogs fall on other pipes, and there are not as many of each form and number as before."""
    rows, columns = read_table(text)
    forms = sorted({row["form"] for row in rows})
    contents = [(row["cheese"], row["clogged"]) for row in rows]
    for row, (cheese, clogged) in zip(rows, dice.sample(contents, len(contents)), strict=True):
        row["cheese"], row["clogged"] = cheese, clogged
        if dice.random() < CHANGED:
            row["form"] = dice.choice(forms)
        if clogged == "no" and dice.random() < CHANGED:
            row["cheese"] = dice.choice("0123")
    return write_table(rows, columns)


def read_table(text: str) -> tuple[list[Row], list[str]]:
    rows = csv.DictReader(io.StringIO(text))
    return list(rows), list(rows.fieldnames or ())


def write_table(rows: list[Row], columns: list[str]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


MAKERS: dict[str, Callable[[str, random.Random], str]] = {
    "lumens": redraw,
    "luminis": shuffle_luminis,
    "fromages": vary_fromages,
}
