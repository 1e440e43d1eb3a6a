"""How a game of suns, moons and stars ends, as rules see it."""

from lumitheque.games.pawns.board import (
    BROWN,
    BY_PIECES,
    CHAMPION,
    NO_SIDE,
    OVER,
    WHITE,
    clear_faults,
    seat_of,
)
from lumitheque.games.rule import rule


@rule
def champions_of(s, side):
    n = 0
    for i in range(int(s.count[side])):
        n += int(abs(int(s.board[s.cells[side, i]])) == CHAMPION)
    return n


@rule
def is_duel(s):
    """GX-15, SI-11: one champion against one champion."""
    if s.count[WHITE] != 1 or s.count[BROWN] != 1:
        return False
    return champions_of(s, WHITE) == 1 and champions_of(s, BROWN) == 1


@rule
def adjudicated(s):
    """GX-14, SI-10: who wins when patience runs out: more pieces, then more champions; or nobody."""
    if s.adjudicate != BY_PIECES:
        return NO_SIDE
    ahead = int(s.count[WHITE]) - int(s.count[BROWN])
    if ahead == 0:
        ahead = champions_of(s, WHITE) - champions_of(s, BROWN)
    if ahead == 0:
        return NO_SIDE
    return WHITE if ahead > 0 else BROWN


@rule
def close_game(s):
    """The game is over, its reason and winner (nobody, unless one is written) being known: no turn, nothing to huff."""
    s.phase = OVER
    s.turn = WHITE
    clear_faults(s)


@rule
def winning_seats(s):
    """The seats that win or share the draw, as bits."""
    if s.reason == 0:
        return 0
    return 3 if s.winner == NO_SIDE else 1 << seat_of(s, int(s.winner))


@rule
def share_points(s, out):
    """1 for the winner; a draw is half a point each."""
    share = 0.5 if s.winner == NO_SIDE else 1.0
    for seat in range(2):
        out[seat] = share if (winning_seats(s) >> seat) & 1 else 0.0
