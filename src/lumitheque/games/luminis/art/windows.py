"""The cards of Luminis as SVG: gothic windows in leaded glass. A card is 100 wide and 150 high."""

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from lumitheque.art.palette import Palette
from lumitheque.art.shapes import shapes_of
from lumitheque.art.svg import circle, group, path, rect, tag, text
from lumitheque.games.luminis.edition import ARROWS, LEVELS
from lumitheque.games.luminis.record import KINDS, SPIRE_LEVEL

WIDE, HIGH = 100, 150


class Card(NamedTuple):
    """LM-02: what a card shows. Amounts are squares, circles, triangles."""

    name: str
    level: int
    cost: Sequence[int]
    centre: Sequence[int]
    top: Sequence[int]
    arrows: Sequence[str]
    theft: bool


class Jewel(NamedTuple):
    kind: int
    x: float
    y: float
    r: float
    number: int | None  # none: it counts as one


def card_of(edition: Any, number: int) -> Card:
    """A card of a deck by its number."""
    e = edition.record
    arrows = [arrow for place, arrow in enumerate(ARROWS) if int(e.arrows[number]) >> place & 1]
    amounts = (e.cost[number].tolist(), e.centre[number].tolist(), e.top[number].tolist())
    return Card(edition.cards[number], int(e.level[number]), *amounts, arrows, bool(e.theft[number]))


def cards_of(edition: Any) -> dict[str, Card]:
    return {name: card_of(edition, number) for number, name in enumerate(edition.cards)}


def outline(kind: int, x: float, y: float, r: float) -> str:
    """The cut of a resource: a square, a circle, a triangle, all of about the same weight."""
    if kind == 0:
        return f"M{x - r * 0.9:.2f} {y - r * 0.9:.2f}h{r * 1.8:.2f}v{r * 1.8:.2f}h{-r * 1.8:.2f}z"
    if kind == 1:
        return f"M{x - r:.2f} {y:.2f}a{r:.2f} {r:.2f} 0 1 0 {2 * r:.2f} 0a{r:.2f} {r:.2f} 0 1 0 {-2 * r:.2f} 0z"
    return f"M{x:.2f} {y - r * 1.2:.2f}L{x + r * 1.2:.2f} {y + r * 0.92:.2f}H{x - r * 1.2:.2f}z"


def ring(amounts: Sequence[int], x: float, y: float, radius: float, most: int) -> Iterator[Jewel]:
    """Jewels in a ring: one for each resource while they can be counted, else one with a number per kind."""
    single = [kind for kind in range(KINDS) for _ in range(amounts[kind])]
    counted = len(single) <= most
    kinds = single if counted else [kind for kind in range(KINDS) if amounts[kind]]
    n = len(kinds)
    r, away = radius * reach(n, counted), radius * distance(n)
    for index, kind in enumerate(kinds):
        angle = math.pi * (1 + index) if n == 2 else 2 * math.pi * index / n - math.pi / 2
        number = None if counted else amounts[kind]
        yield Jewel(kind, x + away * math.cos(angle), y + away * math.sin(angle), r, number)


def reach(n: int, counted: bool) -> float:
    """How large one of n jewels is."""
    if n < 3:
        return 0.56 if n == 1 else 0.42
    if not counted:
        return 0.44
    return 0.36 if n < 5 else 0.31 if n < 7 else 0.23


def distance(n: int) -> float:
    """How far from the middle each of n jewels is."""
    return (0, 0, 0.5, 0.56, 0.56, 0.63, 0.63)[n] if n < 7 else 0.7


def chips(cost: Sequence[int]) -> Iterator[Jewel]:
    """The cost, down the left."""
    kinds = [kind for kind in range(KINDS) if cost[kind]]
    first = 94 - (len(kinds) - 1) * 13.5
    for index, kind in enumerate(kinds):
        yield Jewel(kind, 21, first + index * 27, 12.5, cost[kind])


def light() -> str:
    """Daylight through the glass, brighter above."""
    stops = (("0", "0.5"), ("0.45", "0.08"), ("1", "0"))
    told = [tag("stop", offset=at, stop_color="#fff6d8", stop_opacity=seen) for at, seen in stops]
    return tag("linearGradient", *told, id="luminis-light", x1="0", y1="0", x2="0.4", y2="1")


class Glazier:
    """Draws cards in the colours of a palette."""

    def __init__(self, palette: Palette) -> None:
        self.palette, self.shapes = palette, shapes_of("luminis")
        self.lead = palette("lead")

    def window(self, card: Card | None, *, built: bool = False) -> str:
        """A card, or the back of one; one that stands shows its cost no more."""
        if card is None:
            return group(self._stone(), self._leads("back"), class_="card back")
        if card.level == SPIRE_LEVEL:
            return group(*self._spire(card), class_="card")
        return group(*self._window(card, built), class_="card")

    def back(self, level: int) -> str:
        """The back of a printed card."""
        numeral = text(LEVELS[level - 1], 50, 84, 28, self.palette("on-stone"), serif=True, bold=True)
        disc = circle(50, 75, 22, fill=self.palette("stone"), stroke=self.lead, stroke_width=2.2)
        return group(self._stone(self.palette(f"glass-{level}")), self._leads("back"), disc, numeral)

    def _stone(self, fill: str | None = None) -> str:
        edge = self.palette("stone-edge")
        return rect(1, 1, 98, 148, rx=7, fill=fill or self.palette("stone"), stroke=edge, stroke_width=2)

    def _leads(self, name: str) -> str:
        shape = self.shapes[name]
        return path(shape, fill="none", stroke=self.lead, stroke_width=2.2, stroke_linecap="round")

    def _glass(self, name: str, level: int) -> str:
        shape, colour = self.shapes[name], self.palette(f"glass-{level}")
        return path(shape, fill=colour, stroke=self.lead, stroke_width=3, stroke_linejoin="round") + path(
            shape, fill="url(#luminis-light)"
        )

    def jewel(self, one: Jewel) -> str:
        cut = path(
            outline(one.kind, one.x, one.y, one.r),
            fill=self.palette(f"kind-{one.kind}"),
            stroke=self.lead,
            stroke_width=1.6,
            stroke_linejoin="round",
        )
        if one.number is None:
            return cut
        size = one.r * (1.3 if one.number > 9 else 1.75)
        stands = one.y + one.r * (0.78 if one.kind == 2 else 0.62)
        return cut + text(str(one.number), one.x, stands, size, self.palette("on-jewel"), bold=True)

    def _spire(self, card: Card) -> Iterator[str]:
        edge = self.palette("stone-edge")
        yield path(self.shapes["plinth"], fill=self.palette("stone"), stroke=edge, stroke_width=2)
        yield self._leads("crockets")
        yield self._glass("pinnacle", card.level)
        yield self._leads("courses")
        for one in ring(card.cost, 50, 99, 30, 0):
            yield self.jewel(one._replace(r=one.r * 1.25))

    def _window(self, card: Card, built: bool) -> Iterator[str]:
        palette, faint = self.palette, "#fff6dc26"
        x, r = (50, 28) if built else (66, 25)
        yield self._stone()
        yield self._glass("arch", card.level)
        if not built:
            yield path(self.shapes["lancet"], fill="#00000038")
        yield self._leads("standing" if built else "leads")
        yield self._leads("head" if card.arrows else "tracery")
        yield circle(x, 95, r, fill=faint, stroke=self.lead, stroke_width=2.5)
        if card.arrows:
            yield circle(50, 45, 19, fill=faint, stroke=self.lead, stroke_width=2.5)
        for arrow in card.arrows:
            left, top, turned = self.shapes["tips"][arrow]
            tip = path(
                self.shapes["tip"], fill=palette("tip"), stroke=self.lead, stroke_width=1.8, stroke_linejoin="round"
            )
            yield group(tip, at=(left, top), turn=turned, class_="arrow")
        yield from map(self.jewel, ring(card.top, 50, 45, 18, 9) if card.arrows else ())
        yield from map(self.jewel, ring(card.centre, x, 95, r, 6))
        if not built:
            yield from map(self.jewel, chips(card.cost))
            yield text(LEVELS[card.level - 1], 50, 147, 25, palette("on-stone"), serif=True, bold=True)
        if card.theft:
            mask = path(self.shapes["mask"], fill=palette("on-stone"), fill_rule="evenodd")
            yield group(mask, at=(83, 138.5), class_="theft")
