"""Games of Luminis from a few cards in hands and cathedrals; all other cards lie in the piles."""

import csv
import hashlib
import io
from collections.abc import Sequence
from typing import Any

import lumitheque as lt
from lumitheque.games import find
from lumitheque.games.edition import load_edition
from lumitheque.referee import Referee

EDITION = load_edition(find("luminis"))
assert EDITION is not None
DECK: str = EDITION.text
ROWS: list[dict[str, str]] = list(csv.DictReader(io.StringIO(DECK)))
IDS = [row["id"] for row in ROWS]
BONUS = ["I-34", "II-40", "III-22"]
PILES = {2: 3, 3: 4, 4: 4, 5: 5}


def level(card: str) -> str:
    return card.partition("-")[0]


def centre(card: str) -> list[int]:
    row = ROWS[IDS.index(card)]
    return [int(row[f"centre_{kind}"]) for kind in ("square", "circle", "triangle")]


def read_cathedral(text: str) -> list[list[Any]]:
    """`I-01@0 II-07@0`: cards and columns, by level, then column."""
    found = [[card, int(column)] for card, column in (part.split("@") for part in text.split())]
    return sorted(found, key=lambda place: (["I", "II", "III", "IV"].index(level(place[0])), place[1]))


def who_saw_what(hands: Sequence[Sequence[str]]) -> dict[str, dict[str, list[int]]]:
    """Everybody knows every card of every hand but the own."""
    viewers = [*(str(seat) for seat in range(len(hands))), "spectator"]
    seen = {viewer: {card: [seat] for seat, hand in enumerate(hands) for card in hand} for viewer in viewers}
    for seat, hand in enumerate(hands):
        for card in hand:
            del seen[str(seat)][card]
    return {viewer: dict(sorted(row.items(), key=lambda held: IDS.index(held[0]))) for viewer, row in seen.items()}


def position(
    hands: Sequence[str] = ("", ""),
    built: Sequence[str] = (),
    piles: Sequence[str] | None = None,
    game: str = "basic",
    **more: Any,
) -> dict[str, Any]:
    """Hands and cathedrals by seat, as many seats as hands; the other cards are dealt, or lie as `piles` tells."""
    seats = len(hands)
    held = [sorted(hand.split(), key=IDS.index) for hand in hands]
    cathedrals = [read_cathedral(text) for text in (*built, *[""] * (seats - len(built)))]
    placed = [card for mine in cathedrals for card, _ in mine]
    spires = [card for card in ("IV-01", "IV-03", "IV-05", "IV-06")[: 3 if seats == 2 else 4] if card not in placed]
    bonus = [card for card in BONUS if card not in placed] if game == "advanced" else []
    used = {*placed, *bonus, *(card for hand in held for card in hand)} | {more.get("paying", {}).get("card")}
    rest = [card for card in IDS if card not in used and level(card) != "IV"]
    if piles is None:
        piles = [" ".join(rest[i :: PILES[seats]]) for i in range(PILES[seats])]
    turn = more.get("turn", 0)
    standard = {
        "phase": "turn",
        "turn": turn,
        "acting": turn,
        "first": 0,
        "spires": spires,
        "bonus": bonus,
        "piles": [pile.split() for pile in piles],
        "level_one": None,
        "to_take": 0,
        "hands": held,
        "holders": who_saw_what(held),
        "cathedrals": cathedrals,
        "paying": None,
        "named": None,
        "quiet": 0,
        "ending": None,
    }
    return standard | more


def as_record(seats: int, chance: Sequence[Any] = (), **options: str) -> dict[str, Any]:
    version = find("luminis").rules_version
    return {"game": "luminis", "rules": version, "seats": seats, "options": options, "chance": list(chance)}


def table(
    hands: Sequence[str] = ("", ""),
    built: Sequence[str] = (),
    theft: Sequence[str] = (),
    support: str = "column",
    deck: str | None = None,
    **more: Any,
) -> Referee:
    """A game taken up in such a position, with these cards stolen if it comes to that; perhaps with another deck."""
    told = position(hands, built, **more)
    record = as_record(len(hands), [["theft", card] for card in theft], game=more.get("game", "basic"), support=support)
    if deck is not None:
        record["edition"] = {"name": "other", "sha256": hashlib.sha256(deck.encode()).hexdigest(), "text": deck}
    return lt.load(record | {"position": told, "seed": "1"})


def dealt(piles: Sequence[Sequence[str]], first: int = 0) -> Referee:
    """A game from its beginning, with these piles; what is shuffled later comes from a seed."""
    seats = next(count for count, number in PILES.items() if number == len(piles))
    spires = [card for card in IDS if level(card) == "IV"]
    order = [pile[i] for i in range(len(piles[0])) for pile in piles if i < len(pile)]
    lots = [["spires", spires[::-1]], ["first", first], ["deck", order]]
    return lt.load(as_record(seats, lots) | {"seed": "1"})


def few_level_ones() -> list[list[str]]:
    """Three piles: two level I cards at the bottom of the first, none in the second, all others in the third."""
    ones = [card for card in IDS if level(card) == "I"]
    others = [card for card in IDS if level(card) in ("II", "III")]
    return [[*ones[:2], *others[:30]], others[30:], ones[2:]]


def play(g: Referee, *texts: str) -> Referee:
    """Moves, each by whoever has to decide."""
    for text in texts:
        g.play(text)
    return g


def columns(g: Referee, card: str) -> set[int]:
    """Where a card may be placed now."""
    placed = (text.split(" ")[1].split("@") for text in g.legal() if "@" in text)
    return {int(column) for name, column in placed if name == card}
