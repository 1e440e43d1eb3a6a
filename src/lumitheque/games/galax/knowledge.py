"""What a seat knows of a game of Galax: everything, but for the other's pawns in a secret set-up."""

from lumitheque.games.pawns.sight import (
    imagine_pawns,
    view_board,
)
from lumitheque.games.rule import rule


@rule
def view(e, s, seat, out):
    """Write what a seat knows into a blank record."""
    view_board(s, seat, out)
    for i in range(int(s.missed_count)):
        out.missed[i] = s.missed[i]
    out.missed_count, out.mover, out.steps, out.extra = s.missed_count, s.mover, s.steps, s.extra
    out.captures = s.captures


@rule
def imagine(e, v, seat, chance, out):
    """Make of `out`, a copy of a seat's view v, a whole world that agrees with it."""
    imagine_pawns(seat, chance, out)
