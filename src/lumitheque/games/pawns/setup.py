"""GX-02, SI-01: how the pawns are set out, by the players or by lot."""

from lumitheque.games.chance import NO_ARGUMENT, lot, shuffle
from lumitheque.games.pawns.board import (
    BROWN,
    CELLS,
    EACH,
    EMPTY,
    LOT_WHITE,
    LOT_WHITE_PAWNS,
    NO_SIDE,
    PAWNS,
    PLAY,
    RANDOM,
    RANDOM_MIRRORED,
    SECRET,
    SIDE,
    STAR,
    SUN,
    WHITE,
    add_piece,
    at_cell,
    empty_board,
)
from lumitheque.games.rule import rule


@rule
def first_cell(side):
    """The lowest of the thirty cells of a side."""
    return 0 if side == WHITE else CELLS - PAWNS


@rule
def stand(s, side, i, kind):
    """Put a pawn on the i-th of a side's thirty cells, counted from a to j, row by row upwards."""
    add_piece(s, at_cell(first_cell(side) + i), kind if side == WHITE else -kind)


@rule
def random_pawns(s, side, mirrored, chance):
    """GX-02: thirty pawns by lot; or, for brown, white's seen in the mirror of the middle line."""
    kinds = s.faults  # free until play begins
    if mirrored:
        for i in range(PAWNS):
            row, column = i // SIDE, i % SIDE
            kinds[i] = s.board[at_cell((2 - row) * SIDE + column)]
    else:
        for i in range(PAWNS):
            kinds[i] = SUN + i // EACH
        shuffle(chance, LOT_WHITE_PAWNS + side, NO_ARGUMENT, kinds, PAWNS)
    for i in range(PAWNS):
        stand(s, side, i, int(kinds[i]))
        kinds[i] = 0
    s.committed[side] = 1


@rule
def lay_out(s, chance):
    """Colours by lot (GX-00, SI-01), then the pawns if chance sets them."""
    empty_board(s)
    s.winner = NO_SIDE
    s.white = lot(chance, LOT_WHITE, 2)
    if s.setup >= RANDOM:
        for side in range(2):
            random_pawns(s, side, side == BROWN and s.setup == RANDOM_MIRRORED, chance)
        s.phase = PLAY


@rule
def kind_left(s, side, kind):
    left = EACH
    for i in range(int(s.count[side])):
        left -= int(abs(int(s.board[s.cells[side, i]])) == kind)
    return left


@rule
def can_place(s, side, cell, kind):
    """GX-02, SI-01: an own cell that is free and a kind that is left."""
    home = first_cell(side)
    return home <= cell < home + PAWNS and s.board[at_cell(cell)] == EMPTY and kind_left(s, side, kind) > 0


@rule
def list_places(s, side, first_move, out):
    """Every placement of the set-up, as moves numbered first_move + cell * 3 + kind - SUN."""
    n = 0
    home = first_cell(side)
    for kind in range(SUN, STAR + 1):
        out[kind - SUN] = kind_left(s, side, kind)
    suns, moons, stars = int(out[0]), int(out[1]), int(out[2])
    for cell in range(home, home + PAWNS):
        if s.board[at_cell(cell)] != EMPTY:
            continue
        if suns > 0:
            out[n] = first_move + cell * 3
            n += 1
        if moons > 0:
            out[n] = first_move + cell * 3 + 1
            n += 1
        if stars > 0:
            out[n] = first_move + cell * 3 + 2
            n += 1
    return n


@rule
def place_pawn(s, side, cell, kind):
    """A pawn is placed; the thirtieth commits its side, the last side's opens the play. True if that shows anything."""
    stand(s, side, cell - first_cell(side), kind)
    if s.count[side] == PAWNS:
        s.committed[side] = 1
    if s.committed[WHITE] == 1 and s.committed[BROWN] == 1:
        s.phase = PLAY
        return s.setup == SECRET
    return False
