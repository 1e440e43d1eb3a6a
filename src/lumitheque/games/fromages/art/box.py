"""What lies in the box of La chasse aux fromages, at its real size."""

from lumitheque.art.boxes import Box, Card, Deck, Drawing, ScorePad, Token, Tokens
from lumitheque.art.palette import Palette
from lumitheque.art.svg import circle, group, rect, tag
from lumitheque.games.edition import Edition
from lumitheque.games.fromages.art.pipes import BIG, BRICKS, TURNS, Plumbery, bricks, open_sides
from lumitheque.games.fromages.position import RAT_NAMES
from lumitheque.games.fromages.record import HOME_SIDES, SEATS, START_SIDES

CARD, TILE, CHEESE, PAWN = 50.0, 60.0, 38.0, (25.0, 32.0)  # mm
WHOLE = (0, 0, 100, 100)
BEYOND = 14  # how far a pipe goes on beyond the edge, so that a cut beside the mark still meets


def box(edition: Edition | None, palette: Palette) -> Box:
    """The pipes, six starts and six homes, the tile with its two sides, the big cheese, and a rat for each player."""
    assert edition is not None
    plumbery, e = Plumbery(palette), edition.record
    brick = ((BRICKS, bricks(palette)),)
    lid = Drawing(plumbery.lid(1), WHOLE)
    ground, street = palette("brick"), palette("street")

    def card(name: str, drawn: str, sides: int, clogged: bool = False) -> Card:
        face = Drawing(stubs(plumbery, sides, clogged) + drawn, WHOLE, brick)
        return Card(name, face, lid, ground, street)

    cards = []
    for number, name in enumerate(edition.cards, 1):
        sides, clogged = int(e.sides[number]), bool(e.clogged[number])
        cards.append(card(name, plumbery.card(sides, int(e.cheese[number]), clogged=clogged), sides, clogged))
    cards += [card(f"start {name}", plumbery.start(name), START_SIDES) for name in RAT_NAMES]
    cards += [card(f"home {name}", plumbery.home(), HOME_SIDES) for name in RAT_NAMES]
    plumber, toilet = (Drawing(plumbery.tile(side), WHOLE) for side in ("plumber", "toilet"))
    tile = Tokens("tile", TILE, TILE, [Token("plumber", plumber, toilet)], round=False)
    wheel = circle(0, 0, 60, fill=palette("plaster")) + plumbery.cheese(BIG, 0, 2, size=1.25)
    cheese = Tokens("cheese", CHEESE, CHEESE, [Token("5", Drawing(wheel, (-50, -50, 100, 100)))])
    rats = [Token(name, pawn(plumbery, name)) for name in RAT_NAMES]
    pawns = Tokens("rats", *PAWN, rats, round=False, standing=True)
    rounds = [str(number) for number in range(1, SEATS + 1)]
    return Box(
        decks=[Deck("cards", CARD, CARD, cards)],
        tokens=[tile, cheese, pawns],
        score=ScorePad(rounds, [f"P{seat + 1}" for seat in range(SEATS)]),
    )


def stubs(plumbery: Plumbery, sides: int, clogged: bool) -> str:
    """What lies beyond the edges of a card: bricks, and its pipes going on."""
    around = rect(-BEYOND, -BEYOND, 100 + 2 * BEYOND, 100 + 2 * BEYOND, fill=f"url(#{BRICKS})")
    palette, metal = plumbery.palette, "clog" if clogged else "copper"
    layers = (
        (plumbery.ink, 43.0),
        (palette(metal), 35.0),
        (palette(f"{metal}-light"), 27.0),
        (palette("channel"), 20.0),
    )
    drawn = [around]
    for side in open_sides(sides):
        parts = [rect(50 - wide / 2, -BEYOND, wide, BEYOND + 1, fill=fill) for fill, wide in layers]
        drawn.append(tag("g", *parts, transform=f"rotate({TURNS[side]} 50 50)"))
    return "".join(drawn)


def pawn(plumbery: Plumbery, name: str) -> Drawing:
    """One half of a folded rat."""
    high = 100 * PAWN[1] / PAWN[0]
    ground = rect(0, 0, 100, high, fill=plumbery.palette("plate"), stroke=plumbery.ink, stroke_width=4)
    return Drawing(ground + group(plumbery.rat(name), at=(10, high - 108), scale=0.8), (0, 0, 100, high))
