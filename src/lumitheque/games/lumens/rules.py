"""Lumens, by the booklet of Queen Games; the rule ids are those of the rule pages."""

from lumitheque.games.chance import lot, shuffle
from lumitheque.games.lumens.record import (
    BY_LOT,
    CELLS,
    COLUMNS,
    COUNTED,
    EACH,
    EMPTY_BAGS,
    FACES,
    FIRST_FACE,
    HIDDEN,
    KINDS,
    LARGE,
    LOT_BAG,
    LOT_FIRST,
    LOT_PLACE,
    MARKS,
    NOBODY,
    NOTHING,
    OVER,
    PASS,
    PLAY,
    ROOMS,
    ROWS,
    SMALL,
    START,
    STARTS,
    TOKENS,
    WIDE,
)
from lumitheque.games.lumens.ways import can_place, is_anothers_start, mark_goals, refuse_way
from lumitheque.games.rule import NOT_NOW, rule


@rule
def side_of(s):
    """LU-03: the side of the board for this many players."""
    return SMALL if s.seats == 2 else LARGE


@rule
def open_table(s, seats, options):
    """LU-01, LU-03, LU-17: the side of the board, the tokens and when to stop; nothing is drawn yet."""
    s.seats = seats
    s.wide, s.high = COLUMNS[side_of(s)], ROWS[side_of(s)]
    s.end = options[0]
    s.turn, s.first = NOBODY, NOBODY
    for seat in range(seats):
        for kind in range(KINDS):
            s.unseen[seat, kind] = EACH


@rule
def setup(e, s, seats, options, chance):
    """LU-04, LU-05: start cells by lot or by seat, full bags, a start token each."""
    open_table(s, seats, options)
    place = lot(chance, LOT_PLACE, seats) if options[1] == BY_LOT else 0
    for seat in range(seats):
        s.start[seat] = STARTS[seats - 2][(place + seat) % seats]
    for seat in range(seats):
        for i in range(TOKENS):
            s.bag[seat, i] = 1 + i // EACH
        shuffle(chance, LOT_BAG, seat, s.bag[seat], TOKENS)
        s.in_bag[seat] = TOKENS
        draw(s, seat)


@rule
def waiting(e, s):
    """The seats that may act now, as bits: at the start all that have not chosen a face (LU-05)."""
    if s.phase == PLAY:
        return 1 << int(s.turn)
    bits = 0
    if s.phase == START:
        for seat in range(int(s.seats)):
            bits |= int(s.chosen[seat] == NOTHING) << seat
    return bits


@rule
def may_act(e, s, seat):
    """Whether a seat is in this game and has something to decide now."""
    return 0 <= seat < s.seats and (waiting(e, s) >> seat) & 1 == 1


# --- moves ---------------------------------------------------------------------------------------------------------


@rule
def list_placements(s, kind, marks, out):
    """LU-13: both faces of the hand token on every marked cell."""
    n = 0
    for row in range(int(s.high)):
        line = int(marks[row])
        move = row * WIDE * FACES
        while line != 0:
            if line & 1:
                out[n] = move + kind
                out[n + 1] = move + 7 - kind
                n += 2
            line >>= 1
            move += FACES
    return n


@rule
def legal_moves(e, s, seat, out):
    """Every legal move of a seat, ascending; returns how many."""
    if not may_act(e, s, seat):
        return 0
    kind = int(s.hand[seat])
    if kind == HIDDEN:  # in what another seat knows
        return 0
    if s.phase == START:
        out[0] = FIRST_FACE + kind
        out[1] = FIRST_FACE + 7 - kind
        return 2
    marks = out[MARKS:]
    mark_goals(s, seat, marks)
    return list_placements(s, kind, marks, out)


@rule
def has_face(kind, face):
    """LU-01: opposite faces make seven."""
    return face == kind or face == 7 - kind


@rule
def refuse_cell(s, seat, cell):
    if cell >= CELLS or cell % WIDE >= s.wide or cell // WIDE >= s.high:
        return 7
    if is_anothers_start(s, seat, cell):
        return 11
    if s.under[cell] != NOTHING:
        return 10
    if cell == s.start[seat]:  # LU-12
        return 0
    return refuse_way(s, seat, cell)


@rule
def refusal(e, s, seat, move):
    """0 if a seat may make this move, else the number of the first rule that it breaks."""
    if not may_act(e, s, seat):
        return NOT_NOW
    at_start = FIRST_FACE <= move < PASS
    if at_start != (s.phase == START):
        return NOT_NOW
    kind = int(s.hand[seat])
    if at_start:
        return 0 if has_face(kind, move - FIRST_FACE) else 5
    if move == PASS:
        return 14
    if not has_face(kind, move % FACES):
        return 13
    return refuse_cell(s, seat, move // FACES)


# --- what a move does ----------------------------------------------------------------------------------------------


@rule
def add_light(s, seat, cell):
    """Put a cell into the ascending list of a seat's lights."""
    i = int(s.light_count[seat])
    while i > 0 and s.lights[seat, i - 1] > cell:
        s.lights[seat, i] = s.lights[seat, i - 1]
        i -= 1
    s.lights[seat, i] = cell
    s.light_count[seat] += 1


@rule
def remove_light(s, seat, cell):
    """Take a cell out of the list of a seat's lights; the freed end is zero."""
    i = 0
    while s.lights[seat, i] != cell:
        i += 1
    s.light_count[seat] -= 1
    while i < s.light_count[seat]:
        s.lights[seat, i] = s.lights[seat, i + 1]
        i += 1
    s.lights[seat, i] = 0


@rule
def put_token(e, s, seat, cell, face):
    """LU-09: a token on a cell, over the one that lies there."""
    room, row, column = int(e.room[side_of(s), cell]), cell // WIDE, cell % WIDE
    covered = int(s.top[cell])
    if covered != NOTHING:
        s.under[cell] = covered
        s.strength[room, covered // FACES] -= covered % FACES
        remove_light(s, covered // FACES, cell)
    s.rows[row] |= 1 << column
    s.columns[column] |= 1 << row
    s.top[cell] = seat * FACES + face
    s.strength[room, seat] += face
    s.unseen[seat, min(face, 7 - face) - 1] -= 1
    add_light(s, seat, cell)


@rule
def draw(s, seat):
    """LU-15: the next token of the bag into the hand, or nothing if it is empty."""
    s.hand[seat] = NOTHING
    if s.in_bag[seat] > 0:
        i = TOKENS - int(s.in_bag[seat])
        s.hand[seat] = s.bag[seat, i]
        s.bag[seat, i] = NOTHING
        s.in_bag[seat] -= 1


@rule
def nobody_can(s, drawing):
    """LU-17: whether no player still in has a token to draw, or, if not `drawing`, one to place."""
    for seat in range(int(s.seats)):
        if s.out[seat] == 0 and (s.in_bag[seat] > 0 if drawing else s.hand[seat] != NOTHING):
            return False
    return True


@rule
def is_finished(s):
    """LU-17: by the booklet when nobody can draw, by the house rule when nobody can place."""
    return nobody_can(s, s.end == EMPTY_BAGS)


@rule
def pass_turn(s, last):
    """LU-14, LU-16: the next clockwise who can place; whoever has the turn and cannot is out."""
    seats = int(s.seats)
    for step in range(1, seats + 1):
        if is_finished(s):
            break
        seat = (last + step) % seats
        if s.out[seat] == 1 or s.hand[seat] == NOTHING:
            continue
        if can_place(s, seat):
            s.turn = seat
            return
        s.out[seat] = 1
    s.phase, s.turn, s.reason = OVER, NOBODY, COUNTED


@rule
def reveal(e, s, chance):
    """LU-05, LU-06: all start tokens are shown together, each draws a second one, a lot says who begins."""
    seats = int(s.seats)
    for seat in range(seats):
        put_token(e, s, seat, int(s.start[seat]), int(s.chosen[seat]))
        draw(s, seat)
    s.first = lot(chance, LOT_FIRST, seats)
    s.phase = PLAY
    pass_turn(s, int(s.first) + seats - 1)


@rule
def apply_move(e, s, seat, move, chance):
    """Make a legal move. True if it showed something that was hidden: every token placed comes out of a closed hand."""
    if move < FIRST_FACE:
        put_token(e, s, seat, move // FACES, move % FACES)
        draw(s, seat)
        pass_turn(s, seat)
        return True
    s.chosen[seat] = move - FIRST_FACE
    if waiting(e, s) == 0:
        reveal(e, s, chance)
        return True
    return False


# --- the count -----------------------------------------------------------------------------------------------------


@rule
def room_points(s, room, seat):
    """LU-18 to LU-20: 4 if nobody is stronger, 2 if one alone is; with two players there is no second place."""
    if s.strength[room, seat] == 0:
        return 0
    stronger = 0
    for other in range(int(s.seats)):
        stronger += int(s.strength[room, other] > s.strength[room, seat])
    if stronger == 0:
        return 4
    return 2 if stronger == 1 and s.seats > 2 else 0


@rule
def points_of(s, seat):
    """All rooms together."""
    total = 0
    for room in range(1, ROOMS + 1):
        total += room_points(s, room, seat)
    return total


@rule
def is_ahead(e, s, seat, other):
    """LU-21: more points, or as many and stronger in the centre room."""
    ahead = points_of(s, seat) - points_of(s, other)
    if ahead == 0:
        centre = int(e.centre[side_of(s)])
        ahead = int(s.strength[centre, seat]) - int(s.strength[centre, other])
    return ahead > 0


@rule
def ending(e, s):
    """0 while the game goes on, else the number of its reason."""
    return int(s.reason)


@rule
def winners(e, s):
    """LU-21: the seats that nobody is ahead of, as bits."""
    if s.reason == 0:
        return 0
    bits = 0
    for seat in range(int(s.seats)):
        best = True
        for other in range(int(s.seats)):
            best = best and not is_ahead(e, s, other, seat)
        bits |= int(best) << seat
    return bits


@rule
def points(e, s, out):
    """Victory points; before the end, those that the rooms would give now."""
    for seat in range(int(s.seats)):
        out[seat] = points_of(s, seat)
