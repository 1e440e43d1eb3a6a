"""What lies in the box of Luminis, at its real size."""

from lumitheque.art.boxes import Box, Card, Deck, Drawing
from lumitheque.art.palette import Palette
from lumitheque.games.edition import Edition
from lumitheque.games.luminis.art.windows import HIGH, WIDE, Glazier, cards_of, light
from lumitheque.games.luminis.record import SPIRE_LEVEL

CARD = (44.0, 66.0)  # mm: a broad cathedral of level I has eight cards side by side
WHOLE = (0, 0, WIDE, HIGH)


def box(edition: Edition | None, palette: Palette) -> Box:
    """Every card of the deck. Backs tell the level: the piles are searched for level I at the beginning."""
    assert edition is not None
    glazier, glass = Glazier(palette), (("luminis-light", light()),)
    ground = palette("stone")
    backs = {level: Drawing(glazier.back(level), WHOLE) for level in range(1, SPIRE_LEVEL + 1)}
    cards = []
    for name, card in cards_of(edition).items():
        sky = palette.tone("#fdf3df") if card.level == SPIRE_LEVEL else ground
        face = Drawing(glazier.window(card), WHOLE, glass)
        cards.append(Card(name, face, backs[card.level], sky, palette(f"glass-{card.level}")))
    return Box(decks=[Deck("cards", *CARD, cards)])
