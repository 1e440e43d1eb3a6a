"""The state of a game of Luminis.

A cathedral is a row of columns. A card stands on the one below it, so that every column has exactly one open place,
just above its `tall` cards, and the row of level I is open at both ends:

    row 3  III        .                 A column is known by `at`, which is its number + MIDDLE: the first level I
    row 2  II     .  [II]               card stands at MIDDLE. Columns -33 to 33 can be reached with 34 cards; one
    row 1  I   . [I] [I]  .             more on each side stays empty, so that every column has two neighbours.
               -2 -1  0   1
"""

import numpy as np

CARDS, LEVEL_ONES, SPIRES = 102, 34, 6  # LM-01
DECK = CARDS - SPIRES  # 96, bonus cards included
KINDS = 3  # square, circle, triangle
LARGEST_NUMBER = 99  # printed on a card

SEATS = 5
BYSTANDERS = SEATS  # the row of `holders` of those who have no seat
VIEWERS = SEATS + 1
PILES = 5
SHOWN = 4  # spires
KEPT = 7  # LM-19: cards kept at the end of a turn
HAND = KEPT + SEATS  # a theft by each of the others and a draw: never more
BONUSES = 3
PATIENCE = 12  # LM-21: turns of each player

MIDDLE = LEVEL_ONES
FIRST_COLUMN, LAST_COLUMN = MIDDLE - (LEVEL_ONES - 1), MIDDLE + (LEVEL_ONES - 1)
WIDE = 2 * LEVEL_ONES + 1
SPIRE_LEVEL = 4

NO_CARD = 0  # in a cathedral, where a card is its number + 1
UNKNOWN = -1  # a card that is there but hidden from a viewer
NOBODY = -1

CHOOSE_PILE, TURN, PAY, NAME, STEAL, DROP, OVER = 0, 1, 2, 3, 4, 5, 6  # phases
BASIC, ADVANCED = 0, 1  # LM-03
COLUMN, PYRAMID = 0, 1  # LM-11
LEFT, UP_LEFT, UP, UP_RIGHT, RIGHT = 1, 2, 4, 8, 16  # LM-02: arrows

LOT_SPIRES, LOT_FIRST, LOT_DECK, LOT_PILE, LOT_THEFT = 0, 1, 2, 3, 4
LABELS = ("spires", "first", "deck", "pile", "theft")
SPIRE, EXHAUSTED = 1, 2
REASONS = ("", "spire", "exhausted")

STATE = np.dtype(  # wide fields first, an even number of bytes: no gaps, so that equal positions have equal bytes
    [
        ("permanent", np.int16, (SEATS, KINDS)),  # LM-12
        ("quiet", np.int16),  # LM-21: turns in a row without a placement, the running one too once it can have none
        ("piles", np.int8, (PILES, DECK)),  # cards, bottom to top
        ("height", np.int8, PILES),
        ("hands", np.int8, (SEATS, HAND)),  # cards, ascending
        ("held", np.int8, SEATS),  # how many
        ("holders", np.int8, (VIEWERS, CARDS)),  # for each viewer: who (bits) may hold a card that it saw taken
        ("cathedral", np.int8, (SEATS, WIDE, SPIRE_LEVEL)),  # NO_CARD or a card + 1, upwards
        ("tall", np.int8, (SEATS, WIDE)),  # cards in a column
        ("left", np.int8, SEATS),  # the ends of the level I row; before the first card: right of, and left of, MIDDLE
        ("right", np.int8, SEATS),
        ("spires", np.int8, SHOWN),  # still to be had, ascending
        ("spire_count", np.int8),
        ("bonus", np.int8),  # bonus cards that are gone from beside the spires, from the top
        ("level_one", np.int8, PILES),  # LM-07: this pile still holds a level I card; kept while piles are searched
        ("to_take", np.int8),  # LM-07: level I cards that the acting seat still has to take
        ("paying", np.int8),  # LM-14: the card on its way; 0 outside the phase PAY, as the next two
        ("paying_at", np.int8),
        ("missing", np.int8, KINDS),
        ("phase", np.int8),
        ("turn", np.int8),  # whose turn it is; NOBODY when over
        ("acting", np.int8),  # who decides: another than `turn` while a named thief chooses
        ("first", np.int8),
        ("reason", np.int8),
        ("winners", np.int8),  # seats, as bits
        ("seats", np.int8),
        ("pile_count", np.int8),
        ("game", np.int8),
        ("support", np.int8),
    ],
    align=True,
)

EDITION = np.dtype(
    [
        ("level", np.int8, CARDS),  # 1 to 4
        ("cost", np.int16, (CARDS, KINDS)),
        ("centre", np.int16, (CARDS, KINDS)),
        ("top", np.int16, (CARDS, KINDS)),
        ("arrows", np.int8, CARDS),  # LEFT … RIGHT, as bits
        ("theft", np.int8, CARDS),
        ("spires", np.int8, SPIRES),  # the cards of level IV, ascending
        ("bonus", np.int8, BONUSES),  # LM-03: the cards with an empty centre, of levels I, II, III
    ],
    align=True,
)

# The number of a move. Each part has one value more than there are things, for one that does not exist.
#   pile                                            pile 2
#   DRAW + pile                                     draw 2
#   BUILD + column * CARD_ENDS + card               build II-07@-1     column counts 0 … 66 from -33
#   BONUS + column * CARD_ENDS + card               bonus I-34@2
#   CROWN + column * CARD_ENDS + card               spire IV-03@0
#   DISCARD + card * PILE_ENDS + pile               discard I-05>2
#   AWAY + card * PILE_ENDS + pile                  drop I-05>2
#   NAMING + seat                                   name P3
#   STEALING + seat                                 steal P1
#   PASS                                            pass
NO_PILE, NO_COLUMN, NO_SUCH_CARD, NO_SEAT = PILES, LAST_COLUMN - FIRST_COLUMN + 1, CARDS, SEATS
PILE_ENDS, COLUMN_ENDS, CARD_ENDS, SEAT_ENDS = PILES + 1, NO_COLUMN + 1, CARDS + 1, SEATS + 1
DRAW = PILE_ENDS
BUILD = DRAW + PILE_ENDS
BONUS = BUILD + COLUMN_ENDS * CARD_ENDS
CROWN = BONUS + COLUMN_ENDS * CARD_ENDS
DISCARD = CROWN + COLUMN_ENDS * CARD_ENDS
AWAY = DISCARD + CARD_ENDS * PILE_ENDS
NAMING = AWAY + CARD_ENDS * PILE_ENDS
STEALING = NAMING + SEAT_ENDS
PASS = STEALING + SEAT_ENDS
MOVES = PASS + 1

# A draw from each pile; each card of the hand, the bonus card and each spire in every open column; a pass.
MOST_MOVES = PILES + (HAND + 1 + SHOWN) * (LEVEL_ONES + 2) + 1

# The deck and one spire at most are placed, and fewer than PATIENCE * SEATS turns lie between two placements. A turn
# is one decision, with two more for a theft. Each discard needs a card that a draw or the set-up gave, so there are no
# more of them. In the set-up each choice of a pile ends a seat's search or takes a pile's last level I card.
LONGEST_TURNS = (DECK + 2) * PATIENCE * SEATS
LONGEST = SEATS + PILES + 2 * LONGEST_TURNS + 6 * SEATS + 2 * DECK
