"""What a learner is told of the board of Galax and Sirius: planes of ten by ten, then facts."""

from lumitheque.games.observation import Channel, Fact, clear, tell_number, tell_one
from lumitheque.games.pawns.board import CHAMPION, PLAY, SIDE, SUN, WHITE, cell_at, side_of
from lumitheque.games.rule import rule

PIECES = ("suns", "moons", "stars", "champions")
BOARD_CHANNELS = (
    *(Channel(f"own {pieces}", "1 where one of the seat's stands") for pieces in PIECES),
    *(Channel(f"other {pieces}", "1 where one of the other seat's stands, if it is seen") for pieces in PIECES),
    Channel("faults", "1 where a piece stands that the side to move may huff"),
)
BOARD_FACTS = (
    Fact("plays white", 1, "1 if the seat plays white, from below"),
    Fact("own turn", 1, "1 if the seat's side is to move, once play has begun"),
    Fact("phase", 3, "one of: set-up, play, over"),
    Fact("pieces", 2, "how many stand that are seen: own, other's"),
    Fact("committed", 2, "1 if all thirty pawns stand: own, other's"),
    Fact("quiet", 1, "half-turns in a row without a taking, a huff or a promotion"),
    Fact("patience", 1, "the option: how many of them end the game"),
    Fact("passes", 1, "in a row"),
    Fact("progress", 1, "1 if this half-turn has had a taking, a huff or a promotion"),
    Fact("setup", 4, "the option, one of: secret, open, random, random_mirrored"),
    Fact("directions", 1, "the option: 1 for eight, 0 for four"),
    Fact("adjudicate", 1, "the option: 1 for pieces, 0 for draw"),
)


@rule
def tell_side(v, side, out, n):
    """Four planes: where a side's suns, moons, stars and champions stand."""
    sign = 1 if side == WHITE else -1
    for kind in range(SUN, CHAMPION + 1):
        rows = v.where[sign * kind + CHAMPION]
        for row in range(SIDE):
            bits, line = int(rows[row + 2]) >> 2, out[n : n + SIDE]
            for column in range(SIDE):
                line[column] = (bits >> column) & 1
            n += SIDE
    return n


@rule
def tell_places(places, count, out, n):
    """A plane with 1 at each of these places."""
    end = clear(out, n, SIDE * SIDE)
    for i in range(count):
        out[n + cell_at(int(places[i]))] = 1
    return end


@rule
def tell_place(at, there, out, n):
    """A plane with 1 at one place, if something is there."""
    end = clear(out, n, SIDE * SIDE)
    if there:
        out[n + cell_at(at)] = 1
    return end


@rule
def tell_board(v, seat, out):
    """The planes of the pieces, and that of pieces at fault."""
    side = side_of(v, seat)
    n = tell_side(v, side, out, 0)
    n = tell_side(v, 1 - side, out, n)
    return tell_places(v.faults, int(v.fault_count), out, n)


@rule
def tell_game(v, seat, out, n):
    """BOARD_FACTS."""
    side = side_of(v, seat)
    n = tell_number(out, n, int(side == WHITE))
    n = tell_number(out, n, int(v.phase == PLAY and v.turn == side))
    n = tell_one(out, n, int(v.phase), 3)
    n = tell_number(out, n, int(v.count[side]))
    n = tell_number(out, n, int(v.count[1 - side]))
    n = tell_number(out, n, int(v.committed[side]))
    n = tell_number(out, n, int(v.committed[1 - side]))
    n = tell_number(out, n, int(v.quiet))
    n = tell_number(out, n, int(v.patience))
    n = tell_number(out, n, int(v.passes))
    n = tell_number(out, n, int(v.progress))
    n = tell_one(out, n, int(v.setup), 4)
    n = tell_number(out, n, int(v.directions == 8))
    return tell_number(out, n, int(v.adjudicate))


def steps_within(far: int) -> list[tuple[int, int]]:
    """Pairs of cells, ascending, as far apart as this along both edges at most."""
    cells = range(SIDE * SIDE)
    return [
        (start, goal)
        for start in cells
        for goal in cells
        if start != goal and max(abs(start // SIDE - goal // SIDE), abs(start % SIDE - goal % SIDE)) <= far
    ]


def home_cells() -> list[int]:
    """The cells on which pawns are placed: three rows of each side."""
    return [cell for cell in range(SIDE * SIDE) if cell // SIDE < 3 or cell // SIDE >= SIDE - 3]
