"""What a seat knows of a game of Sirius: everything, but for the other's pawns in a secret set-up."""

from lumitheque.games.pawns.sight import (
    imagine_pawns,
    view_board,
)
from lumitheque.games.rule import rule


@rule
def view(e, s, seat, out):
    """Write what a seat knows into a blank record."""
    view_board(s, seat, out)
    out.champion_safe, out.champion_takes = s.champion_safe, s.champion_takes
    out.champion_path, out.captures = s.champion_path, s.captures


@rule
def imagine(e, v, seat, chance, out):
    """Make of `out`, a copy of a seat's view v, a whole world that agrees with it."""
    imagine_pawns(seat, chance, out)
