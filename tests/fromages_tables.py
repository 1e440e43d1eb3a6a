"""Drawn tables of La chasse aux fromages, for tests.

A network is drawn row by row: @ start, # home, T42 face up, T06' turned by 180°, (T01) face down, . face down and
whatever, T62+T65 with a clogged pipe on it. Plain cards without cheese: T01 ╚, T12 ╝, T42 ║, T55 ═, T68 ╩, T76 ╠,
T84 ╬; clogged ones: T08 ╚, T36 ╝, T52 ║, T65 ═, T74 ╩, T82 ╠, T87 and T88 ╬.
"""

import re
from typing import Any

import msgspec

import lumitheque as lt
from lumitheque.games import find
from lumitheque.games.edition import Edition, blank, load_edition, read_edition
from lumitheque.games.fromages.network import reached_cells, round_points
from lumitheque.games.fromages.record import CELL_OF, MOVES, STATE, STOP
from lumitheque.referee import Referee

FROMAGES = find("fromages")
RATS = ["Brie", "Comté", "Morbier", "Picodon", "Roquefort", "Tomme"]
GRIDS = {"classique": ("abc", "c1"), "tout_petits": ("abcd", "d1")}
UNTOUCHED = "@ . . / . . . / . . #"


def our_deck() -> Edition:
    deck = load_edition(FROMAGES)
    assert deck is not None
    return deck


DECK = our_deck()


def deck_of(form: str, clogged: str) -> Edition:
    """88 cards X01 … X88 of one form."""
    rows = [f"X{i:02d},{form},0,{clogged}" for i in range(1, 89)]
    return read_edition(FROMAGES, "\n".join(["id,form,cheese,clogged", *rows]), "alike.csv", "alike")


def pipe(token: str, spare: list[str]) -> dict[str, Any]:
    if token == ".":
        return {"card": spare.pop(), "up": False, "turned": False, "cover": None}
    card, _, cover = token.strip("()").partition("+")
    return {"card": card.rstrip("'"), "up": token[0] != "(", "turned": card[-1] == "'", "cover": cover or None}


def network(picture: str, game: str, spare: list[str]) -> dict[str, Any]:
    columns, home = GRIDS[game]
    cells = [column + row for row in "321" for column in columns]
    drawn = dict(zip(cells, picture.replace("/", " ").split(), strict=True))
    assert (drawn.pop("a3"), drawn.pop(home)) == ("@", "#")
    return {cell: pipe(token, spare) for cell, token in drawn.items()}


def table(*pictures: str, options: dict[str, Any] | None = None, deck: Edition = DECK, **more: Any) -> Referee:
    """A game from drawn networks, of one round unless options say else; cards named nowhere lie in the draw pile."""
    options = {"rounds": 1, **(options or {})}
    game = options.get("game", "classique")
    named = set(re.findall(r"\w+", f"{pictures} {more}"))
    spare = [card for card in reversed(deck.cards) if card not in named]
    position: dict[str, Any] = {"phase": "turn", "turn": 0, "dealer": 0, "round": 1, "rats": RATS[: len(pictures)]}
    position |= {"networks": [network(picture, game, spare) for picture in pictures], "pile": spare, "discard": []}
    position |= {"gone": [], "held": None, "replaced": None, "may_decline": False, "cheese": None}
    position |= {"tile": "plumber" if game == "classique" else None, "scores": [], "history": []}
    position |= {"quiet": 0, "passes": 0, "ending": None, **more}
    note = {"name": deck.name, "sha256": deck.sha256, "text": None if deck.built_in else deck.text}
    record = {"game": "fromages", "rules": FROMAGES.rules_version, "seats": len(pictures), "options": options}
    return lt.load({**record, "edition": note, "seed": "1", "position": position})


def holding(card: str, source: str, *pictures: str, **more: Any) -> Referee:
    return table(*pictures, phase="held", held={"card": card, "from": source}, **more)


def little(*pictures: str, **more: Any) -> Referee:
    """A little ones' game."""
    return table(*pictures, options={"game": "tout_petits"}, **more)


def play(g: Referee, *texts: str) -> dict[str, Any]:
    """Make several moves, each by the seat that is waiting; the position after them."""
    for text in texts:
        g.play(text)
        check(g)
    return g.position()


def check(g: Referee) -> None:
    """Legal moves are those that are not refused, and nothing is lost or left over in the position's JSON."""
    for seat in range(g.seats):
        free = [move for move in range(MOVES) if not g.game.rules.refusal(g.e, g.state, seat, move)]
        assert g.legal_numbers(seat) == free
    again = blank(STATE)
    position = msgspec.convert(g.position(), g.game.notation.Position)
    g.game.notation.read_position(g.edition, g.seats, g._codes, position, again)
    assert again.tobytes() == g.state.tobytes()


def reached(g: Referee, seat: int = 0) -> str:
    """The cells that the rat of a seat reaches; start and home are not named."""
    bits = int(reached_cells(g.e, g.state, seat, g.state.home == STOP))
    cells = [cell for cell in CELL_OF[g.state.game].tolist() if cell >= 0 and (bits >> cell) & 1]
    return " ".join(f"{'abcd'[cell % 4]}{cell // 4 + 1}" for cell in cells)


def worth(g: Referee, seat: int = 0) -> int:
    """What the network of a seat counts now."""
    return int(round_points(g.e, g.state, seat))


def clogs(g: Referee) -> list[str]:
    return [text for text in g.legal() if text.startswith("clog")]
