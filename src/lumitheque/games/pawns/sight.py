"""What a seat knows of the board, and worlds that agree with it: only a secret set-up hides anything."""

from lumitheque.games.chance import below, scramble
from lumitheque.games.pawns.board import (
    CELLS,
    CHAMPION,
    EACH,
    EMPTY,
    PAWNS,
    ROWS,
    SECRET,
    SETUP,
    SUN,
    WHITE,
    WIDE,
    add_piece,
    at_cell,
    empty_board,
    owner,
    put,
    side_of,
)
from lumitheque.games.pawns.setup import first_cell
from lumitheque.games.rule import SPECTATOR, rule


@rule
def hides(s, seat, side):
    """Whether a seat must not see a side's pawns: in a secret set-up, the other's."""
    return s.phase == SETUP and s.setup == SECRET and (seat == SPECTATOR or side_of(s, seat) != side)


@rule
def copy_board(s, out):
    """All that stands, when nothing is hidden: as building it up piece by piece would give, ten times faster."""
    for at in range(ROWS * WIDE):
        out.board[at] = s.board[at]
    for piece in range(2 * CHAMPION + 1):
        for row in range(ROWS):
            out.where[piece, row] = s.where[piece, row]
    for side in range(2):
        out.count[side] = s.count[side]
        for i in range(PAWNS):
            out.cells[side, i] = s.cells[side, i]


@rule
def build_board(s, seat, out):
    """The pawns that a seat may see in a set-up."""
    empty_board(out)
    for side in range(2):
        if not hides(s, seat, side):
            for i in range(int(s.count[side])):
                add_piece(out, int(s.cells[side, i]), int(s.board[s.cells[side, i]]))


@rule
def view_board(s, seat, out):
    """What a seat knows of the board and the turn; `out` is blank."""
    if s.phase == SETUP:
        build_board(s, seat, out)
    else:
        copy_board(s, out)
    for side in range(2):
        out.committed[side] = s.committed[side]
    for i in range(int(s.fault_count)):
        out.faults[i] = s.faults[i]
    out.fault_count, out.white, out.phase, out.turn = s.fault_count, s.white, s.phase, s.turn
    out.passes, out.progress, out.quiet = s.passes, s.progress, s.quiet
    out.reason, out.winner, out.setup, out.directions = s.reason, s.winner, s.setup, s.directions
    out.patience, out.adjudicate = s.patience, s.adjudicate


@rule
def gather(s, side):
    """Make the list of a side's places anew from the board."""
    s.count[side] = 0
    for i in range(PAWNS):
        s.cells[side, i] = 0
    for cell in range(CELLS):
        piece = int(s.board[at_cell(cell)])
        if piece != EMPTY and owner(piece) == side:
            s.cells[side, int(s.count[side])] = at_cell(cell)
            s.count[side] += 1


@rule
def imagine_pawns(seat, chance, out):
    """Give hidden sides pawns as they may stand: all thirty once committed, fewer before. `out` is a copy of a view."""
    order, kinds = out.faults, out.cells  # free until play begins
    for side in range(2):
        if not hides(out, seat, side):
            continue
        count = PAWNS if out.committed[side] == 1 else below(chance, PAWNS)
        for i in range(PAWNS):
            order[i] = i
            kinds[side, i] = SUN + i // EACH
        scramble(chance, order, PAWNS)
        scramble(chance, kinds[side], PAWNS)
        for i in range(count):
            kind = int(kinds[side, i])
            put(out, at_cell(first_cell(side) + int(order[i])), kind if side == WHITE else -kind)
        gather(out, side)
        for i in range(PAWNS):
            order[i] = 0
