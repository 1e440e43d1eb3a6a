"""A position of Luminis as a picture: cathedrals under one sky, then spires and piles, then hands that are known."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from lumitheque.art.palette import Palette
from lumitheque.art.shapes import seat_mark
from lumitheque.art.svg import Picture, circle, group, linear, path, rect, text
from lumitheque.games.edition import Edition
from lumitheque.games.luminis.art.windows import HIGH, WIDE, Card, Glazier, cards_of, light
from lumitheque.games.luminis.positions import HIDDEN, PlacedCard, Position, position_of
from lumitheque.games.luminis.record import SPIRE_LEVEL

GAP, GROUND = 60, 74
LEAST = 3  # columns that a cathedral has room for
STARS = ((0.06, 0.1), (0.17, 0.22), (0.29, 0.07), (0.41, 0.18), (0.55, 0.05), (0.68, 0.2), (0.79, 0.09), (0.93, 0.16))


class Site(NamedTuple):
    """Where a cathedral stands: from which column on, and where that and its ground are in the picture."""

    first: int
    columns: int
    x: float
    ground: float


def draw(edition: Edition | None, s: Any, viewer: int | None, words: Mapping[str, Any], palette: Palette) -> Picture:
    assert edition is not None
    position, deck, glazier = position_of(edition, s, viewer), cards_of(edition), Glazier(palette)
    levels = [deck[one.card].level for own in position.cathedrals for one in own]
    sky = max(2, min(SPIRE_LEVEL, 1 + max(levels, default=1))) * HIGH + 40
    sites, wide, high = sites_of(position.cathedrals, sky)
    hands = {seat: hand for seat, hand in enumerate(position.hands) if any(card != HIDDEN for card in hand)}
    market = HIGH + 70
    picture = Picture(wide, high + market * (1 + len(hands)))
    picture.define(**{"luminis-light": light(), "luminis-sky": dusk(palette)})
    picture.add(rect(0, 0, wide, picture.height, fill=palette("ground")))
    for ground in sorted({site.ground for site in sites}):
        picture.add(*heaven(wide, ground, sky, palette))
    for seat, (site, own) in enumerate(zip(sites, position.cathedrals, strict=True)):
        picture.add(*cathedral(own, site, deck, glazier))
        picture.add(*plate(seat, site, position, palette))
    picture.add(*middle(position, wide, high, deck, glazier, palette))
    for place, (seat, hand) in enumerate(hands.items(), 1):
        picture.add(*held(seat, hand, wide, high + place * market, deck, glazier, palette))
    picture.said = say_cathedrals(position, deck, words["pieces"])
    return picture


def sites_of(cathedrals: Sequence[Sequence[PlacedCard]], sky: float) -> tuple[list[Site], float, float]:
    """The cathedrals side by side, in two rows if they are many; then how wide and how high that is."""
    across = 3 if len(cathedrals) in {3, 5} else 2
    spans = []
    for own in cathedrals:
        ends = [one.column for one in own] or [0]
        spans.append((min(ends), max(LEAST, max(ends) - min(ends) + 1)))
    rows = [spans[start : start + across] for start in range(0, len(spans), across)]
    taken = [GAP + sum(columns * WIDE + GAP for _, columns in row) for row in rows]
    wide = float(max(*taken, 14 * WIDE))  # the middle of the table has to have room
    sites = []
    for number, row in enumerate(rows):
        spare = (wide - taken[number]) / (len(row) + 1)
        x = GAP + spare
        for first, columns in row:
            sites.append(Site(first, columns, x, number * (sky + GROUND) + sky))
            x += columns * WIDE + GAP + spare
    return sites, wide, len(rows) * (sky + GROUND)


def dusk(palette: Palette) -> str:
    return linear("luminis-sky", [palette(f"dawn-{hour}") for hour in (5, 4, 3, 2, 1)])


def heaven(wide: float, ground: float, sky: float, palette: Palette) -> Iterator[str]:
    yield rect(0, ground - sky, wide, sky, fill="url(#luminis-sky)")
    for x, y in STARS:
        yield circle(x * wide, ground - sky + y * sky, 2.2, fill=palette.tone("#fffbea"), opacity=0.9)
    yield rect(0, ground, wide, GROUND, fill=palette("earth"))
    yield rect(0, ground, wide, 4, fill=palette("stone-edge"))


def cathedral(own: Sequence[PlacedCard], site: Site, deck: Mapping[str, Card], glazier: Glazier) -> Iterator[str]:
    for one in own:
        card = deck[one.card]
        x, y = site.x + (one.column - site.first) * WIDE, site.ground - card.level * HIGH
        yield group(glazier.window(card, built=True), at=(x + 2, y + 3), scale=0.96)


def plate(seat: int, site: Site, position: Position, palette: Palette) -> Iterator[str]:
    """Under a cathedral: whose it is, and how many cards are in hand."""
    middle, top = site.x + site.columns * WIDE / 2, site.ground
    acting, won = position.acting == seat, position.ending is not None and seat in position.ending.winners
    edge = palette("lamp") if acting or won else palette("line")
    thick = 4 if acting or won else 1.5
    yield rect(middle - 118, top + 12, 236, 50, rx=25, fill=palette("surface"), stroke=edge, stroke_width=thick)
    yield seat_mark(seat, middle - 88, top + 37, 30, palette(f"seat-{seat}"), palette("ink"))
    yield text(f"P{seat + 1}", middle - 62, top + 46, 26, palette("ink"), bold=True, anchor="start")
    yield rect(middle + 34, top + 21, 22, 32, rx=3, fill=palette("stone"), stroke=palette("stone-edge"), stroke_width=2)
    yield text(f"× {len(position.hands[seat])}", middle + 64, top + 46, 26, palette("ink"), anchor="start")


def middle(
    position: Position, wide: float, top: float, deck: Mapping[str, Card], glazier: Glazier, palette: Palette
) -> Iterator[str]:
    """The spires still to be had, then the piles with their heights, then the bonus card."""
    bonus = position.bonus[:1]
    cards = [*position.spires, *(pile[-1] if pile else None for pile in position.piles), *bonus]
    step = WIDE + 14
    x = (wide - len(cards) * step - 2 * GAP) / 2
    for place, name in enumerate(cards):
        x += GAP if place in {len(position.spires), len(position.spires) + len(position.piles)} else 0
        at = (x + place * step, top + 30)
        if name is None:
            yield rect(at[0] + 2, at[1] + 2, 96, 146, rx=7, fill="none", stroke=palette("line"), stroke_width=2)
        else:
            yield group(glazier.window(deck.get(name)), at=at)
        pile = place - len(position.spires)
        if 0 <= pile < len(position.piles):
            yield text(f"× {len(position.piles[pile])}", at[0] + 50, top + HIGH + 58, 24, palette("ink"))


def held(
    seat: int,
    hand: Sequence[str],
    wide: float,
    top: float,
    deck: Mapping[str, Card],
    glazier: Glazier,
    palette: Palette,
) -> Iterator[str]:
    """A hand that the viewer knows."""
    yield path(f"M{GAP} {top}H{wide - GAP}", stroke=palette("line"), stroke_width=2)
    x = (wide - len(hand) * (WIDE + 12)) / 2
    yield seat_mark(seat, x - 40, top + 30 + HIGH / 2, 30, palette(f"seat-{seat}"), palette("ink"))
    for place, name in enumerate(hand):
        yield group(glazier.window(deck.get(name)), at=(x + place * (WIDE + 12), top + 30))


def say_cathedrals(position: Position, deck: Mapping[str, Card], pieces: Mapping[str, str]) -> str:
    """The cathedrals in words: their cards, storey by storey."""
    told = []
    for seat, own in enumerate(position.cathedrals):
        storeys = []
        for level in range(1, SPIRE_LEVEL + 1):
            cards = [f"{one.card} @ {one.column}" for one in own if deck[one.card].level == level]
            storeys += [f"{pieces[f'level{level}']}: {', '.join(cards)}"] if cards else []
        told.append(f"P{seat + 1}, {pieces['cathedral']}: {'; '.join(storeys) or '–'}")
    return ". ".join(told)
