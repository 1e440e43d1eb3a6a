"""Galax, by the booklet of Ludate (1976); the rule ids are those of the rule pages."""

from lumitheque.games.galax.reach import can_take_in_duel, free_around, is_champion, prey_around, side_can_step, touched
from lumitheque.games.galax.record import AUTOMATIC, ENDS, HUFF, NOBODY, PASS, PLACE, STOP, TAKE
from lumitheque.games.pawns.board import (
    BIT_CELLS,
    BIT_COUNT,
    BITS,
    CELLS,
    CHAMPION,
    CHAMPIONS,
    EMPTY,
    LAST_PIECE,
    OFF,
    OVER,
    PASSES,
    PATIENCE,
    PREY_OF,
    SETUP,
    SUN,
    at_cell,
    carry_piece,
    cell_at,
    clear_faults,
    crown,
    delete_place,
    holds_place,
    insert_place,
    is_far_row,
    is_step,
    move_place,
    owner,
    remove_piece,
    seats_waiting,
    side_of,
)
from lumitheque.games.pawns.setup import (
    can_place,
    lay_out,
    list_places,
    place_pawn,
)
from lumitheque.games.pawns.verdict import adjudicated, close_game, is_duel, share_points, winning_seats
from lumitheque.games.rule import NOT_NOW, rule


@rule
def agree(s, options):
    """Write the house rules into a record."""
    s.setup, s.directions, s.captures = options[0], options[1], options[2]
    s.patience, s.adjudicate = options[3], options[4]


@rule
def setup(e, s, seats, options, chance):
    """A blank record becomes the beginning of a game."""
    agree(s, options)
    lay_out(s, chance)


@rule
def waiting(e, s):
    return seats_waiting(s)


@rule
def begins_turn(s):
    """Whether a step would be the first of a turn, the extra turn of GX-10 included."""
    return s.mover == NOBODY or s.extra == 1


@rule
def may_step(s, at):
    """GX-09, GX-10: whether this own piece is given a step: any to begin a turn, then a champion that has one more."""
    return begins_turn(s) or (at == s.mover and s.steps > 0)


@rule
def list_steps(s, at, out, n):
    """GX-04: every step of a piece, ascending. Eight are written and as many count as there are: that is faster."""
    free = free_around(s, at)
    listed, bits = out[n : n + 8], BITS[free]
    standing = cell_at(at) * (ENDS + 1)
    for i in range(8):
        listed[i] = standing + BIT_CELLS[bits[i]]
    return n + int(BIT_COUNT[free])


@rule
def list_takings(s, out, n):
    """GX-05: every taking of the piece that stepped, ascending."""
    at = int(s.mover)
    prey = prey_around(s, at)
    for i in range(int(BIT_COUNT[prey])):
        out[n] = TAKE + cell_at(touched(at, prey, i))
        n += 1
    return n


@rule
def list_huffs(s, out, n):
    """GX-11: every piece at fault, ascending."""
    for i in range(int(s.fault_count)):
        out[n] = HUFF + cell_at(int(s.faults[i]))
        n += 1
    return n


@rule
def legal_moves(e, s, seat, out):
    """Every legal move of a seat, ascending; returns how many."""
    if not (seats_waiting(s) >> seat) & 1:
        return 0
    side = side_of(s, seat)
    if s.phase == SETUP:
        return list_places(s, side, PLACE, out)
    n = 0
    for i in range(int(s.count[side])):
        if may_step(s, s.cells[side, i]):
            n = list_steps(s, int(s.cells[side, i]), out, n)
    if s.mover != NOBODY:
        n = list_takings(s, out, n)
        out[n] = STOP
        return n + 1
    stuck = n == 0
    n = list_huffs(s, out, n)
    if stuck:
        out[n] = PASS
        n += 1
    return n


@rule
def refuse_step(s, side, start, goal):
    if start >= CELLS:
        return 4
    at, to = at_cell(start), at_cell(goal)
    piece = int(s.board[at])
    if piece == EMPTY or owner(piece) != side or goal >= CELLS or not is_step(s, to - at):
        return 4
    if not may_step(s, at):
        return 9
    return 0 if s.board[to] == EMPTY else 4


@rule
def refuse_taking(s, side, prey):
    if s.captures == AUTOMATIC:
        return 11
    piece = int(s.board[prey])
    if piece in (EMPTY, OFF) or owner(piece) == side:
        return 5
    if s.mover == NOBODY or not is_step(s, prey - int(s.mover)):
        return 5
    if is_champion(s, int(s.mover)) or piece == PREY_OF[int(s.board[s.mover]) + CHAMPION]:
        return 0
    return 7 if is_champion(s, prey) else 3


@rule
def refusal(e, s, seat, move):
    """0 if a seat may make this move, else the number of the first rule that it breaks.

    A cell that is not on the board has its place in the border, where nobody stands.
    """
    if seat < 0 or seat > 1 or not (seats_waiting(s) >> seat) & 1 or (move >= PLACE) != (s.phase == SETUP):
        return NOT_NOW
    side = side_of(s, seat)
    if move >= PLACE:
        cell, kind = (move - PLACE) // 3, SUN + (move - PLACE) % 3
        return 0 if can_place(s, side, cell, kind) else 2
    if move == PASS:
        return 13 if s.mover != NOBODY or side_can_step(s, side) else 0
    if move >= HUFF:
        return 0 if holds_place(s.faults, int(s.fault_count), at_cell(move - HUFF)) else 11
    if move == STOP:
        return 13 if s.mover == NOBODY else 0
    if move >= TAKE:
        return refuse_taking(s, side, at_cell(move - TAKE))
    return refuse_step(s, side, move // ENDS, move % ENDS)


@rule
def clear_turn(s):
    """No piece has stepped, nothing is owed, nothing missed."""
    for i in range(int(s.missed_count)):
        s.missed[i] = 0
    s.missed_count = 0
    s.mover = NOBODY
    s.steps = 0
    s.extra = 0


@rule
def finish(s):
    """The game is over; its reason and winner are written already."""
    clear_turn(s)
    close_game(s)


@rule
def judge_duel(s):
    """GX-15: one champion against one champion, nothing to take or huff."""
    if is_duel(s) and s.fault_count == 0 and not can_take_in_duel(s, int(s.turn)):
        s.reason = CHAMPIONS
        finish(s)


@rule
def judge_last_piece(s, side):
    """GX-12: the side has just taken or huffed."""
    if s.count[1 - side] == 0:
        s.reason = LAST_PIECE
        s.winner = side
        finish(s)


@rule
def hand_over(s):
    """The turn comes to the other side, and with it the right to huff what was missed (GX-11)."""
    clear_faults(s)
    for i in range(int(s.missed_count)):
        s.faults[i] = s.missed[i]
    s.fault_count = s.missed_count
    clear_turn(s)
    s.turn = 1 - s.turn
    judge_duel(s)


@rule
def end_half_turn(s):
    """GX-13, GX-14: the other side's turn, unless the game has come to its end."""
    s.quiet = 0 if s.progress == 1 else s.quiet + 1
    s.progress = 0
    if s.passes == 2:
        s.reason = PASSES
        finish(s)
    elif s.quiet >= s.patience:
        s.reason = PATIENCE
        s.winner = adjudicated(s)
        finish(s)
    else:
        hand_over(s)


@rule
def judge_mover(s):
    """GX-11: the piece that stepped is at fault if it leaves a taking undone."""
    if s.mover == NOBODY or prey_around(s, int(s.mover)) == 0:
        return
    if not holds_place(s.missed, int(s.missed_count), int(s.mover)):
        insert_place(s.missed, int(s.missed_count), int(s.mover))
        s.missed_count += 1


@rule
def carry_fault(s, start, goal):
    """GX-11: a fault follows its piece."""
    if holds_place(s.missed, int(s.missed_count), start):
        move_place(s.missed, int(s.missed_count), start, goal)


@rule
def promote(s, at):
    """GX-06, GX-10: a pawn becomes a champion and its side is owed a turn."""
    crown(s, at)
    s.extra = 1
    s.progress = 1


@rule
def take(s, at):
    remove_piece(s, at)
    s.progress = 1


@rule
def take_everything(s):
    """GX-11, automatic: every possible taking happens by itself."""
    at = int(s.mover)
    prey = prey_around(s, at)
    for i in range(int(BIT_COUNT[prey])):
        take(s, touched(at, prey, i))


@rule
def make_step(s, side, start, goal):
    """A piece goes one cell, and turns into a champion before it takes (GX-08)."""
    judge_mover(s)
    clear_faults(s)
    s.passes = 0
    was_champion = is_champion(s, start)
    s.steps = int(was_champion and begins_turn(s))  # GX-09
    s.extra = 0
    carry_piece(s, start, goal)
    carry_fault(s, start, goal)
    s.mover = goal
    if is_far_row(side, goal) and not was_champion:
        promote(s, goal)
    if s.captures == AUTOMATIC:
        take_everything(s)


@rule
def go_on(s, side):
    """GX-12, GX-13: the game may be won; else the turn ends by itself when nothing is left in it.

    A step that is owed can be made: the cell that the piece came from is empty.
    """
    judge_last_piece(s, side)
    if s.phase != OVER and s.steps == 0 and s.extra == 0 and prey_around(s, int(s.mover)) == 0:
        end_half_turn(s)


@rule
def make_huff(s, side, at):
    """GX-11: a piece at fault is taken off; the others at fault may follow."""
    remove_piece(s, at)
    delete_place(s.faults, int(s.fault_count), at)
    s.fault_count -= 1
    s.progress = 1
    judge_last_piece(s, side)
    if s.phase != OVER:
        judge_duel(s)


@rule
def apply_move(e, s, seat, move, chance):
    """Make a legal move. True if it showed something that was hidden."""
    side = side_of(s, seat)
    if move >= PLACE:
        return place_pawn(s, side, (move - PLACE) // 3, SUN + (move - PLACE) % 3)
    if move == PASS:
        s.passes += 1
        end_half_turn(s)
    elif move >= HUFF:
        make_huff(s, side, at_cell(move - HUFF))
    elif move == STOP:
        judge_mover(s)
        end_half_turn(s)
    elif move >= TAKE:
        take(s, at_cell(move - TAKE))
        go_on(s, side)
    else:
        make_step(s, side, at_cell(move // ENDS), at_cell(move % ENDS))
        go_on(s, side)
    return False


@rule
def ending(e, s):
    """0 while the game goes on, else the number of its reason."""
    return int(s.reason)


@rule
def winners(e, s):
    """The seats that win or share the draw, as bits."""
    return winning_seats(s)


@rule
def points(e, s, out):
    """1 for the winner; a draw is half a point each."""
    share_points(s, out)
