"""The state of a game of La chasse aux fromages.

A network is three rows high, and three columns wide (four for the little ones); its start and its home are fixed, the
other cards lie on *places*, counted row by row from a1:

    classique          tout_petits              cells are numbered alike in both games:
    start  5   6       start  7   8   9          8   9  10  11
      2    3   4         3    4   5   6          4   5   6   7
      0    1  home       0    1   2  home        0   1   2   3

A card is its number in the edition, 1 to 88. 0 is no card, or one that is there but hidden from the viewer: counts and
the fields beside it tell which.
"""

import numpy as np

CLASSIQUE, TOUT_PETITS = 0, 1  # FR-24
THROUGH, STOP = 0, 1  # FR-05
TURN, HELD, REPLACED, FLIPPING, OVER = 0, 1, 2, 3, 4  # phases
FROM_NOWHERE, FROM_PILE, FROM_DISCARD, FROM_PLUMBER = 0, 1, 2, 3  # where the card in hand was
NO_TILE, PLUMBER_UP, TOILET_UP = 0, 1, 2  # FR-17, FR-18
NOBODY = -1
HIDDEN = 0

SEATS = 6
RATS = 6
CARDS = 88
ROUNDS = 12
COLUMNS, ROWS = 4, 3
CELLS = COLUMNS * ROWS
NOWHERE = CELLS  # a cell that no network has, in the number of a move
PLACES = (7, 10)  # by game
START = 8  # a3
HOMES = (2, 3)  # c1, d1

TOP, RIGHT, BOTTOM, LEFT = 1, 2, 4, 8  # the open sides of a card, as bits
START_SIDES, HOME_SIDES = RIGHT | BOTTOM, TOP | LEFT  # FR-05

LOT_RATS, LOT_DEALER, LOT_DECK, LOT_WAY_UP, LOT_RENEW = 0, 1, 2, 3, 4
LABELS = ("rats", "dealer", "deck", "way up", "renew")
ROUNDS_PLAYED, WAY_HOME, PASSES, PATIENCE = 1, 2, 3, 4
REASONS = ("", "rounds", "home", "passes", "patience")


def cells_of(game: int) -> list[int]:
    """The cells of the places."""
    free = [cell for cell in range(CELLS) if cell not in (START, HOMES[game])]
    return [cell for cell in free if game == TOUT_PETITS or cell % COLUMNS < COLUMNS - 1]


def places_of(game: int) -> list[int]:
    """The places of the cells, and NOBODY for those that have none."""
    cells = cells_of(game)
    return [cells.index(cell) if cell in cells else NOBODY for cell in range(CELLS + 1)]


def dealing(game: int) -> list[int]:
    """FR-07: the places in the order of dealing, row by row from the top left."""
    return sorted(range(PLACES[game]), key=lambda place: (-(cells_of(game)[place] // COLUMNS), place))


def padded(numbers: list[int]) -> list[int]:
    return numbers + [NOBODY] * (max(PLACES) - len(numbers))


CELL_OF = np.array([padded(cells_of(game)) for game in range(2)], np.int8)
PLACE_OF = np.array([places_of(game) for game in range(2)], np.int8)
DEALING = np.array([padded(dealing(game)) for game in range(2)], np.int8)

STATE = np.dtype(
    [
        ("quiet", np.int16),  # FR-26: turns in a row that turned over or replaced no face-down card
        ("cards", np.int8, (SEATS, max(PLACES))),
        ("up", np.int8, (SEATS, max(PLACES))),  # the card lies face up
        ("turned", np.int8, (SEATS, max(PLACES))),  # by 180°; never a card that looks the same then
        ("covers", np.int8, (SEATS, max(PLACES))),  # FR-13: the clogged pipe that lies on the card
        ("pile", np.int8, CARDS),  # from bottom to top
        ("discard", np.int8, CARDS),  # from bottom to top
        ("gone", np.int8, CARDS + 1),  # FR-18: 1 for a card that is out of the round
        ("pile_count", np.int8),
        ("discard_count", np.int8),
        ("held", np.int8),
        ("held_from", np.int8),
        ("replaced", np.int8),  # FR-11: the clogged pipe that left the network and may be laid on another
        ("may_decline", np.int8),  # FR-13: to turn over a card is a choice, not a duty
        ("tile", np.int8),
        ("cheese", np.int8),  # FR-20: who has taken the 5-point cheese in this round, or NOBODY
        ("phase", np.int8),
        ("turn", np.int8),  # a seat, NOBODY when the game is over
        ("dealer", np.int8),
        ("round_number", np.int8),  # the first is 1
        ("passes", np.int8),  # in a row
        ("reason", np.int8),
        ("seats", np.int8),
        ("game", np.int8),
        ("home", np.int8),
        ("rounds", np.int8),
        ("rats", np.int8, RATS),  # by seat
        ("scores", np.int8, (ROUNDS, SEATS)),
        ("arrivals", np.int8, ROUNDS),  # FR-20: 1 + the seat that took the 5-point cheese in that round; 0: none did
        ("history", np.int8, (ROUNDS, SEATS, PLACES[CLASSIQUE])),  # FR-22: cards still face down at the end
    ],
    align=True,
)
EDITION = np.dtype(
    [
        ("sides", np.int8, CARDS + 1),  # open sides of the upright card, as bits; cards of one form have the same
        ("cheese", np.int8, CARDS + 1),
        ("clogged", np.int8, CARDS + 1),
    ],
    align=True,
)

# The number of a move. A cell counts as in the picture above, and 12 is one that is nowhere.
#   DRAW_PILE, DRAW_DISCARD       draw pile, draw discard
#   PLUMBER + n - 1               plumber n; 5 more is a number that is not from 1 to 5
#   FLUSH + cell                  flush b2
#   PASS                          pass
#   PUT + cell * 2 + turned       put b3 up, put b3 down
#   CLOG + seat * 13 + cell       clog P2 b3; seat 6 is one that no game has
#   TOSS                          toss
#   FLIP + cell                   flip c3
#   NOFLIP                        noflip
ENDS = CELLS + 1
PLUMBER_LOOKS = 5  # FR-17
DRAW_PILE = 0
DRAW_DISCARD = 1
PLUMBER = 2
FLUSH = PLUMBER + PLUMBER_LOOKS + 1
PASS = FLUSH + ENDS
PUT = PASS + 1
CLOG = PUT + ENDS * 2
TOSS = CLOG + (SEATS + 1) * ENDS
FLIP = TOSS + 1
NOFLIP = FLIP + ENDS
MOVES = NOFLIP + 1

MOST_MOVES = PLACES[CLASSIQUE] * 2 + (SEATS - 1) * PLACES[CLASSIQUE] + 1  # a clogged pipe in hand that fits everywhere

PATIENCE_TURNS = (10, 30)  # FR-26: by game, for each player
# FR-21, FR-26: a round has at most 6 turns per player (little ones: 10) that turn over or replace a face-down card, and
# one that ends it; before each lie fewer than 10 (30) quiet turns per player; a turn has three decisions at most.
LONGEST_CLASSIQUE = ROUNDS * 3 * (6 * SEATS + 1) * PATIENCE_TURNS[CLASSIQUE] * SEATS
LONGEST_TOUT_PETITS = 3 * (PLACES[TOUT_PETITS] * SEATS + 1) * PATIENCE_TURNS[TOUT_PETITS] * SEATS
LONGEST = max(LONGEST_CLASSIQUE, LONGEST_TOUT_PETITS)
