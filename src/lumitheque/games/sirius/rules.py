"""Sirius, by the booklet of Bütehorn/Buchholz; the rule ids are those of the rule pages."""

from lumitheque.games.pawns.board import (
    BIT_COUNT,
    BITS,
    CELLS,
    CHAMPION,
    CHAMPIONS,
    EMPTY,
    LAST_PIECE,
    NO_SIDE,
    PASSES,
    PATIENCE,
    SETUP,
    SIDE,
    SUN,
    TWICE_GOALS,
    WIDE,
    around,
    at_cell,
    carry_piece,
    cell_at,
    clear_faults,
    crown,
    holds_place,
    is_far_row,
    owner,
    remove_piece,
    seats_waiting,
    side_of,
    ways,
)
from lumitheque.games.pawns.setup import (
    can_place,
    lay_out,
    list_places,
    place_pawn,
)
from lumitheque.games.pawns.verdict import adjudicated, close_game, is_duel, share_points, winning_seats
from lumitheque.games.rule import NOT_NOW, rule
from lumitheque.games.sirius.faults import note_faults
from lumitheque.games.sirius.reach import (
    FIVE,
    can_take,
    champion_goals,
    is_prey,
    prey_around,
    reaches,
    side_can_go,
    side_can_take,
)
from lumitheque.games.sirius.record import (
    ENDS,
    ENFORCED,
    HUFF,
    HUFF_THEM,
    PASS,
    PLACE,
)


@rule
def agree(s, options):
    """Write the house rules of this table into its state."""
    s.setup, s.directions, s.champion_safe, s.champion_takes = options[0], options[1], options[2], options[3]
    s.champion_path, s.captures, s.patience, s.adjudicate = options[4], options[5], options[6], options[7]


@rule
def setup(e, s, seats, options, chance):
    """A blank record becomes the beginning of a game."""
    agree(s, options)
    lay_out(s, chance)


@rule
def waiting(e, s):
    return seats_waiting(s)


@rule
def pawn_moves(s, piece, at, out, n):
    """Every move of a pawn, ascending. Eight are written and as many count as there are: guessing wrong costs more."""
    prey = prey_around(s, piece, at)
    goals = (around(s, EMPTY, at) & ways(s)) | prey
    listed, doubled = out[n : n + 8], TWICE_GOALS[goals]
    standing = cell_at(at) * (ENDS + 1) * 2
    for i in range(8):
        listed[i] = standing + doubled[i]
    count = int(BIT_COUNT[goals])
    if prey != 0:
        for i in range(count):
            listed[i] |= (prey >> int(BITS[goals, i])) & 1
    return n + count


@rule
def champion_moves(s, piece, at, out, n):
    """SI-07: every move of a champion, ascending."""
    cell, goals = cell_at(at), champion_goals(s, at)
    for i in range(FIVE * FIVE):
        if (goals >> i) & 1:
            up, right = i // FIVE - FIVE // 2, i % FIVE - FIVE // 2
            other = int(s.board[at + up * WIDE + right])
            taking = is_prey(s, piece, other)
            if other == EMPTY or taking:
                out[n] = (cell * ENDS + cell + up * SIDE + right) * 2 + int(taking)
                n += 1
    return n


@rule
def keep_takings(out, n):
    """SI-08, enforced: if any move takes, only those that do."""
    kept = 0
    for i in range(n):
        if out[i] % 2 == 1:
            out[kept] = out[i]
            kept += 1
    return kept if kept > 0 else n


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
        at = int(s.cells[side, i])
        piece = int(s.board[at])
        if abs(piece) == CHAMPION:
            n = champion_moves(s, piece, at, out, n)
        else:
            n = pawn_moves(s, piece, at, out, n)
    if s.captures == ENFORCED:
        n = keep_takings(out, n)
    stuck = n == 0
    for i in range(int(s.fault_count)):
        out[n] = HUFF + cell_at(int(s.faults[i]))
        n += 1
    if stuck:
        out[n] = PASS
        n += 1
    return n


@rule
def refuse_landing(s, piece, other, marked):
    """SI-03 to SI-05: what stands on the goal, and whether the text says so."""
    if other != EMPTY and (other > 0) == (piece > 0):
        return 3
    if other != EMPTY and not can_take(s, piece, other):
        return 5 if abs(piece) == CHAMPION else 4
    return 3 if marked != (other != EMPTY) else 0


@rule
def refuse_move(s, side, move):
    start, goal = move // 2 // ENDS, move // 2 % ENDS
    if start >= CELLS:
        return 2
    at, to = at_cell(start), at_cell(goal)
    piece = int(s.board[at])
    if piece == EMPTY or owner(piece) != side:
        return 2
    if goal >= CELLS or not reaches(s, at, to):
        return 7 if abs(piece) == CHAMPION else 2
    refused = refuse_landing(s, piece, int(s.board[to]), move % 2 == 1)
    if refused == 0 and s.captures == ENFORCED and move % 2 == 0 and side_can_take(s, side):
        return 8
    return refused


@rule
def refusal(e, s, seat, move):
    """0 if a seat may make this move, else the number of the first rule that it breaks."""
    if seat < 0 or seat > 1 or not (seats_waiting(s) >> seat) & 1 or (move >= PLACE) != (s.phase == SETUP):
        return NOT_NOW
    side = side_of(s, seat)
    if move >= PLACE:
        cell, kind = (move - PLACE) // 3, SUN + (move - PLACE) % 3
        return 0 if cell < CELLS and can_place(s, side, cell, kind) else 1
    if move == PASS:
        return 10 if side_can_go(s, side) else 0
    if move >= HUFF:
        cell = move - HUFF
        return 0 if cell < CELLS and holds_place(s.faults, int(s.fault_count), at_cell(cell)) else 8
    return refuse_move(s, side, move)


@rule
def finish(s, reason, winner):
    s.reason = reason
    s.winner = winner
    close_game(s)


@rule
def judge_champions(s):
    """SI-11: one champion against one champion, nothing to take or huff."""
    if is_duel(s) and s.fault_count == 0 and not side_can_take(s, int(s.turn)):
        finish(s, CHAMPIONS, NO_SIDE)


@rule
def end_half_turn(s):
    """SI-10: the other side's turn, unless the game has come to its end."""
    s.quiet = 0 if s.progress == 1 else s.quiet + 1
    s.progress = 0
    if s.passes == 2:
        finish(s, PASSES, NO_SIDE)
    elif s.quiet >= s.patience:
        finish(s, PATIENCE, adjudicated(s))
    else:
        s.turn = 1 - s.turn
        judge_champions(s)


@rule
def make_move(s, side, start, goal):
    clear_faults(s)
    s.passes = 0
    taking = s.board[goal] != EMPTY
    if taking:
        remove_piece(s, goal)
        s.progress = 1
    elif s.captures == HUFF_THEM:
        note_faults(s, side, start, goal)
    carry_piece(s, start, goal)
    if is_far_row(side, goal) and abs(int(s.board[goal])) != CHAMPION:  # SI-06
        crown(s, goal)
        s.progress = 1
    if s.count[1 - side] == 0:  # SI-09
        finish(s, LAST_PIECE, side)
    else:
        end_half_turn(s)


@rule
def make_huff(s, side, at):
    """SI-08: one piece at fault is taken off; then comes the turn itself."""
    remove_piece(s, at)
    clear_faults(s)
    s.progress = 1
    if s.count[1 - side] == 0:  # SI-09
        finish(s, LAST_PIECE, side)
    else:
        judge_champions(s)


@rule
def apply_move(e, s, seat, move, chance):
    """Make a legal move. True if it showed something that was hidden."""
    side = side_of(s, seat)
    if move >= PLACE:
        return place_pawn(s, side, (move - PLACE) // 3, SUN + (move - PLACE) % 3)
    if move == PASS:
        clear_faults(s)
        s.passes += 1
        end_half_turn(s)
    elif move >= HUFF:
        make_huff(s, side, at_cell(move - HUFF))
    else:
        make_move(s, side, at_cell(move // 2 // ENDS), at_cell(move // 2 % ENDS))
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
    share_points(s, out)
