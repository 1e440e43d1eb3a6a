"""Ten editions that are unfair or broken, planted before the judge was tuned, and five sound variants of ours.

Each is made of a built-in edition by a change that a person might make, and each is accepted by its loader.
"""

import csv
import io
from collections.abc import Callable
from typing import NamedTuple

from lumitheque.games import find
from lumitheque.games.edition import load_edition, read_edition
from lumitheque.judging.judge import Judge
from lumitheque.judging.opening import DEALS, sides_of
from lumitheque.judging.playing import Playing, batches
from lumitheque.judging.shapes import Appraisal

Row = dict[str, str]


class Planted(NamedTuple):
    """An edition that is not as it should be."""

    game: str
    make: Callable[[], str]
    seats: int
    kinds: tuple[str, ...]  # the findings of which at least one must be made
    subjects: tuple[str, ...] = ()  # and of what: cards, rooms or places; any of them; anything if none is named


class Sound(NamedTuple):
    game: str
    make: Callable[[], str]
    seats: int


def judged(case: Planted | Sound, deals: int = DEALS, seed: str = "0" * 32) -> Appraisal:
    """What the judge says of it, on one core."""
    game = find(case.game)
    sides = sides_of(game, case.seats, {}, read_edition(game, case.make(), "case", "case"))
    judge, play = Judge(sides, seed, deals), Playing(sides)
    for batch in batches(sides, deals, seed):
        if judge.see(play(batch)):
            break
    return judge.appraisal()


def ours(game: str) -> str:
    edition = load_edition(find(game))
    assert edition is not None
    return edition.text


def table(game: str) -> list[Row]:
    return list(csv.DictReader(io.StringIO(ours(game))))


def written(rows: list[Row]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def changed(game: str, change: Callable[[Row], object]) -> str:
    rows = table(game)
    for row in rows:
        change(row)
    return written(rows)


def with_small_side(*lines: str) -> str:
    """Our palace with another side for two."""
    return "2 players\n" + "\n".join(lines) + "\n" + ours("lumens")[ours("lumens").index("3-4 players") :]


# --- planted ----------------------------------------------------------------------------------------------------------


def palace_for_a1() -> str:
    """Six of nine rooms lie around a1, and nothing around m9: one start place is favoured by far."""
    return with_small_side(
        "D............",
        "DD...........",
        "CDD..........",
        "CCC.EEE......",
        "BBC.EEE.....G",
        "BBBFEEEH....G",
        "AABFF..HH...G",
        "IAAFF..H.....",
        "IIA.F........",
    )


def palace_with_a_locked_room() -> str:
    """A is the start cell a1 alone, I is m9 alone: no rival may ever set foot in there (LU-11)."""
    return with_small_side(
        "CC..BBBBB...I",
        "CC..B.B.B....",
        ".............",
        ".DD..EEE..FF.",
        ".DDD.EEE.FFF.",
        ".DD..EEE..FF.",
        ".............",
        "....H.H.H..GG",
        "A...HHHHH..GG",
    )


def palace_with_a_forgotten_room() -> str:
    """On the large side K is one cell on the far edge, where nobody begins and nobody passes."""
    small, large = ours("lumens").split("3-4 players\n")
    lines = large.splitlines()
    lines[-3:] = ["H...I.....J....", "HH..III.JJJ....", "HHH.III.JJJ...."]
    lines[7] = lines[7][:-1] + "K"
    return small + "3-4 players\n" + "\n".join(lines) + "\n"


def deck_with_a_gift() -> str:
    """III-05 costs nothing and gives nine of each: whoever finds it has won."""

    def give(row: Row) -> None:
        if row["id"] == "III-05":
            row.update({f"cost_{kind}": "0" for kind in ("square", "circle", "triangle")})
            row.update({f"centre_{kind}": "9" for kind in ("square", "circle", "triangle")})

    return changed("luminis", give)


def deck_that_cannot_connect() -> str:
    """No level II card can ever be paid, so nothing carries the upper floors and no spire is reached."""

    def raise_cost(row: Row) -> None:
        if row["level"] == "II":
            row.update(cost_square="60", cost_circle="60", cost_triangle="60")

    return changed("luminis", raise_cost)


def deck_of_a_short_race() -> str:
    """Every card is free and spires cost two: the game is over before the last player has got going."""

    def cheapen(row: Row) -> None:
        for kind in ("square", "circle", "triangle"):
            row[f"cost_{kind}"] = "2" if row["level"] == "IV" and row[f"cost_{kind}"] != "0" else "0"

    return changed("luminis", cheapen)


def deck_with_dead_cards() -> str:
    """II-14 and II-29 cost fifty of everything: they are there to be thrown away."""

    def kill(row: Row) -> None:
        if row["id"] in ("II-14", "II-29"):
            row.update(cost_square="50", cost_circle="50", cost_triangle="50")

    return changed("luminis", kill)


def pipes_without_bends() -> str:
    """Straight pipes only: no way leads round the corner and home."""
    return changed("fromages", lambda row: row.update(form="straight_h" if row["id"] < "T45" else "straight_v"))


def pipes_without_cheese() -> str:
    """Nothing to be found on the way but traps."""
    return changed("fromages", lambda row: row.update(cheese="0"))


def pipes_all_clogged() -> str:
    """Clogged pipes for rivals are all there is, and hardly a cheese among them."""
    return changed("fromages", lambda row: row.update(cheese="0", clogged="yes") if row["id"] > "T08" else None)


PLANTED = {
    "palace_for_a1": Planted("lumens", palace_for_a1, 2, ("start",), ("a1", "m9")),
    "palace_with_a_locked_room": Planted("lumens", palace_with_a_locked_room, 2, ("room",), ("A", "I")),
    "palace_with_a_forgotten_room": Planted("lumens", palace_with_a_forgotten_room, 4, ("room",), ("K",)),
    "deck_with_a_gift": Planted("luminis", deck_with_a_gift, 2, ("card_wins",), ("III-05",)),
    "deck_that_cannot_connect": Planted("luminis", deck_that_cannot_connect, 2, ("blocked",)),
    "deck_of_a_short_race": Planted("luminis", deck_of_a_short_race, 2, ("order",)),
    "deck_with_dead_cards": Planted("luminis", deck_with_dead_cards, 2, ("card_never",), ("II-14", "II-29")),
    "pipes_without_bends": Planted("fromages", pipes_without_bends, 2, ("blocked",)),
    "pipes_without_cheese": Planted("fromages", pipes_without_cheese, 2, ("starved",)),
    "pipes_all_clogged": Planted("fromages", pipes_all_clogged, 2, ("starved", "blocked")),
}


# --- sound ------------------------------------------------------------------------------------------------------------


def turned_palace() -> str:
    """Both sides seen from the opposite edge: start cells lie opposite each other, so nothing changes."""
    small, large = ours("lumens").split("2 players\n")[1].split("3-4 players\n")
    sides = [[line[::-1] for line in side.split()[::-1]] for side in (small, large)]
    return "2 players\n" + "\n".join(sides[0]) + "\n3-4 players\n" + "\n".join(sides[1]) + "\n"


def shifted_palace() -> str:
    """Two rooms in the middle of the long edges lose a cell and grow another."""
    return with_small_side(
        "AA..BBBBB..CC",
        "AA..BBB....CC",
        ".............",
        ".DD..EEE..FF.",
        ".DDD.EEE.FFF.",
        ".DD..EEE..FF.",
        ".............",
        "GG....HHH..II",
        "GG..HHHHH..II",
    )


def deck_in_other_colours() -> str:
    """Squares are circles, circles are triangles, triangles are squares."""

    def turn(row: Row) -> None:
        for zone in ("cost", "centre", "top"):
            names = [f"{zone}_{kind}" for kind in ("square", "circle", "triangle")]
            values = [row[name] for name in names]
            row.update(zip(names, values[-1:] + values[:-1], strict=True))

    return changed("luminis", turn)


def deck_with_small_changes() -> str:
    """Three cards cost one more or less, two more thieves."""

    def mend(row: Row) -> None:
        if row["id"] in ("II-13", "II-14", "II-15"):
            row["top_circle"] = "1"
        if row["id"] in ("III-01", "III-02"):
            row["theft"] = "yes"
        if row["id"] == "I-31":
            row["cost_circle"] = "1"

    return changed("luminis", mend)


def pipes_shuffled() -> str:
    """Other cards have the cheeses, as many as before, and two elbows are tees."""
    rows = table("fromages")
    plain = [row for row in rows if row["clogged"] == "no"]
    cheeses = [row["cheese"] for row in plain]
    for row, cheese in zip(plain, cheeses[5:] + cheeses[:5], strict=True):
        row["cheese"] = cheese
    rows[12]["form"], rows[13]["form"] = "tee_h", "tee_v"
    return written(rows)


SOUND = {
    "turned_palace": Sound("lumens", turned_palace, 2),
    "shifted_palace": Sound("lumens", shifted_palace, 2),
    "deck_in_other_colours": Sound("luminis", deck_in_other_colours, 2),
    "deck_with_small_changes": Sound("luminis", deck_with_small_changes, 2),
    "pipes_shuffled": Sound("fromages", pipes_shuffled, 2),
}
