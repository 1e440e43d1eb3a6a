"""A position of La chasse aux fromages as a picture: the networks with the water in them, then piles and tile."""

from collections.abc import Iterator, Mapping
from typing import Any

from lumitheque.art.palette import Palette
from lumitheque.art.shapes import seat_mark
from lumitheque.art.svg import Picture, group, path, rect, text
from lumitheque.games.edition import Edition
from lumitheque.games.fromages.art.pipes import BRICKS, Plumbery, bricks, heart, turned_sides
from lumitheque.games.fromages.network import reached_cells, round_points
from lumitheque.games.fromages.position import Pipe, Position, write_position
from lumitheque.games.fromages.record import CLASSIQUE, COLUMNS, HOMES, ROWS, START, STOP
from lumitheque.games.fromages.rules import total
from lumitheque.games.texts import write_cell

CURB, GAP, PLATE = 12, 36, 54
LETTERS = "abcd"
Cards = Mapping[str, tuple[int, int, bool]]  # by name: open sides, cheese, clogged


def draw(edition: Edition | None, s: Any, viewer: int | None, words: Mapping[str, Any], palette: Palette) -> Picture:
    assert edition is not None
    position, plumbery, cards = write_position(edition, s, viewer), Plumbery(palette), cards_of(edition, s)
    columns = COLUMNS if s.game != CLASSIQUE else COLUMNS - 1
    wide, high = columns * 100 + 2 * CURB, ROWS * 100 + 2 * CURB + PLATE
    seats = int(s.seats)
    across = 2 if seats in {2, 4} else 3
    down = -(-seats // across)
    piles = 190
    picture = Picture(across * (wide + GAP) + GAP, down * (high + GAP) + GAP + piles)
    picture.define(**{BRICKS: bricks(palette)})
    picture.add(*wall(picture.width, picture.height, palette))
    for seat in range(seats):
        at = (GAP + seat % across * (wide + GAP), GAP + seat // across * (high + GAP))
        own = [
            *name_plate(edition, s, seat, position, wide, palette),
            *network(edition, s, seat, position, cards, plumbery),
        ]
        picture.add(group(*own, at=at, class_="network"))
    picture.add(*middle(position, picture.width, down * (high + GAP) + GAP, cards, plumbery))
    picture.said = say_networks(s, position, words["pieces"])
    return picture


def cards_of(edition: Edition, s: Any) -> Cards:
    """FR-24: for the little ones a pipe is a pipe, without cheese and never clogged."""
    e, full = edition.record, s.game == CLASSIQUE
    return {
        name: (int(e.sides[card]), int(e.cheese[card]) if full else 0, bool(e.clogged[card]) and full)
        for card, name in enumerate(edition.cards, 1)
    }


def wall(wide: float, high: float, palette: Palette) -> Iterator[str]:
    yield rect(0, 0, wide, high, fill=palette("wall"))
    rows = [f"M0 {y}H{wide:g}" for y in range(0, int(high), 24)]
    joints = [f"M{x} {y}v24" for y in range(0, int(high), 24) for x in range(30 if y // 24 % 2 else 0, int(wide), 60)]
    yield path("".join(rows + joints), stroke=palette("wall-line"), stroke_width=2, fill="none")


def name_plate(edition: Edition, s: Any, seat: int, position: Position, wide: float, palette: Palette) -> Iterator[str]:
    """Over a network: whose it is, the total of the rounds before, and what it is worth now."""
    won = position.ending is not None and seat in position.ending.winners
    lit = position.turn == seat or won
    fill, ink = (palette("plate-turn"), palette("on-plate-turn")) if lit else (palette("plate"), palette("on-plate"))
    yield rect(0, 0, wide, PLATE - 8, rx=10, fill=fill, stroke=palette("outline"), stroke_width=3)
    yield seat_mark(seat, 26, 23, 28, palette(f"seat-{seat}"), palette("ink"))
    yield text(f"P{seat + 1} {position.rats[seat]}", 50, 31, 23, ink, bold=True, anchor="start")
    if s.game == CLASSIQUE:
        before = signed(int(total(s, seat))) if position.scores or position.ending else ""
        now = "" if position.ending else signed(int(round_points(edition.record, s, seat)))
        told = " + ".join(part for part in (before, now) if part)
        yield text(told, wide - 16, 31, 23, ink, bold=True, anchor="end")


def signed(points: int) -> str:
    return f"\N{MINUS SIGN}{-points}" if points < 0 else str(points)


def network(edition: Edition, s: Any, seat: int, position: Position, cards: Cards, plumbery: Plumbery) -> Iterator[str]:
    columns = COLUMNS if s.game != CLASSIQUE else COLUMNS - 1
    palette = plumbery.palette
    size = (columns * 100 + 2 * CURB - 6, ROWS * 100 + 2 * CURB - 6)
    yield rect(3, PLATE + 3, *size, rx=9, fill=palette("curb"), stroke=palette("outline"), stroke_width=6)
    reached = int(reached_cells(edition.record, s, seat, s.home == STOP))
    for row in range(ROWS):
        for column in range(columns):
            cell = row * COLUMNS + column
            at = (CURB + column * 100, PLATE + CURB + (ROWS - 1 - row) * 100)
            wet = bool(reached >> cell & 1)
            if cell == START:
                drawn = plumbery.start(position.rats[seat])
            elif cell == HOMES[s.game]:
                drawn = plumbery.home(wet=wet, wheel=position.cheese == seat)
            else:
                drawn = lying(
                    position.networks[seat][write_cell(cell, COLUMNS)], wet, column + 2 * row, cards, plumbery
                )
            yield group(drawn, at=at)


def lying(pipe: Pipe, wet: bool, glance: int, cards: Cards, plumbery: Plumbery) -> str:
    """A card of a network: face up, face down, or under a clogged pipe."""
    if not pipe.up:
        known = cards.get(pipe.card)
        peek = ""
        if known:
            face = plumbery.card(turned_sides(known[0], bool(pipe.turned)), known[1], clogged=known[2])
            peek = group(face, at=(16, 16), scale=0.68)
        return plumbery.lid(glance) + peek
    sides, cheese, clogged = cards[pipe.card]
    sides = turned_sides(sides, bool(pipe.turned))
    if pipe.cover is None:
        return plumbery.card(sides, cheese, clogged=clogged, wet=wet)
    edge = rect(5, 5, 90, 90, rx=8, fill="none", stroke=plumbery.palette("clog-dark"), stroke_width=8)
    x, y = heart(sides)
    corner = (20 if x > 50 else 80, 20 if y > 50 else 80)
    lost = plumbery.cheese(cheese, *corner, reached=False, size=0.7) if cheese else ""
    return plumbery.card(sides, 0, clogged=True, wet=wet) + edge + lost


def middle(position: Position, wide: float, top: float, cards: Cards, plumbery: Plumbery) -> Iterator[str]:
    """The draw pile, the top of the discard pile, the tile, the big cheese, and the card in hand."""
    palette = plumbery.palette
    shown: list[tuple[str, str]] = []
    if position.pile:
        shown.append((plumbery.lid(1), f"× {len(position.pile)}"))
    if position.discard:
        shown.append((face(position.discard[-1], cards, plumbery), f"× {len(position.discard)}"))
    if position.tile:
        shown.append((plumbery.tile(position.tile), ""))
    if position.cheese is None and position.tile:
        shown.append((plumbery.cheese(5, 50, 50, size=1.35), ""))
    loose = position.held.card if position.held else position.replaced
    if loose:
        shown.append((face(loose, cards, plumbery), f"P{position.turn + 1}" if position.turn is not None else ""))
    x = (wide - len(shown) * 140 + 40) / 2
    yield rect(
        x - 30,
        top - 6,
        len(shown) * 140 + 20,
        168,
        rx=14,
        fill=palette("plate"),
        stroke=palette("outline"),
        stroke_width=3,
    )
    for place, (drawn, told) in enumerate(shown):
        yield group(drawn, at=(x + place * 140, top + 12))
        yield text(told, x + place * 140 + 50, top + 146, 24, palette("on-plate"), bold=True)


def face(name: str, cards: Cards, plumbery: Plumbery) -> str:
    """A card that lies by itself; one that is not known lies face down."""
    if name not in cards:
        return plumbery.lid()
    sides, cheese, clogged = cards[name]
    return plumbery.card(sides, cheese, clogged=clogged)


def say_networks(s: Any, position: Position, pieces: Mapping[str, str]) -> str:
    """The networks in words: what lies open where, and where lids are closed."""
    told = []
    for seat, own in enumerate(position.networks):
        lids = [cell for cell, pipe in own.items() if not pipe.up]
        open_cards = [f"{cell} {pipe.card}" for cell, pipe in own.items() if pipe.up]
        closed = f"{pieces['trap']}: {', '.join(lids) or '–'}"
        told.append(f"P{seat + 1} {position.rats[seat]}: {', '.join(open_cards) or '–'}; {closed}")
    return ". ".join(told)
