"""What a learner is told of a game of Lumens, and the moves that can ever be legal in one."""

from typing import Any

import numpy as np

from lumitheque.games.lumens.record import (
    CELLS,
    FACES,
    FIRST_FACE,
    HIGH,
    KINDS,
    NOTHING,
    ROOMS,
    SEATS,
    WIDE,
)
from lumitheque.games.lumens.rules import side_of
from lumitheque.games.observation import Channel, Fact, clear, tell_number, tell_one, tell_whom, turned_to
from lumitheque.games.rule import rule

OWNERS = ("own", *(f"{n} after" for n in range(1, SEATS)))  # seats in their order, the own first
CHANNELS = (
    *(Channel(f"lights, {owner}", "the face of that seat's light which shows, 1 to 6; else 0") for owner in OWNERS),
    *(Channel(f"covered, {owner}", "the face of that seat's light which is covered; else 0") for owner in OWNERS),
    *(Channel(f"start, {owner}", "1 on the start cell of that seat") for owner in OWNERS),
    Channel("rooms", "the number of the room, 1 for A; 0 for a passage and outside the board"),
    Channel("board", "1 on the cells of this side of the board"),
)
PLANES = (len(CHANNELS), HIGH, WIDE)
EACH_SEAT = 6 + KINDS  # facts of a seat, without the rooms
FACTS = (
    Fact("phase", 3, "one of: start, play, over"),
    Fact("hand", KINDS, "the kind of the own hand token, one of: 1/6, 2/5, 3/4"),
    *(
        fact
        for owner in OWNERS
        for fact in (
            Fact(f"in play, {owner}", 1, "1 if there is such a seat"),
            Fact(f"bag, {owner}", 1, "how many tokens are in its bag"),
            Fact(f"holds, {owner}", 1, "1 if it has a token in hand"),
            Fact(f"out, {owner}", 1, "1 if it is out (LU-14)"),
            Fact(f"lights, {owner}", 1, "how many of its lights show"),
            Fact(f"chosen, {owner}", 1, "the face of its start token, as far as it is known; 7 if one is chosen"),
            Fact(f"unseen, {owner}", KINDS, "how many tokens of each kind are not on the board"),
        )
    ),
    *(Fact(f"strength, {owner}", ROOMS, "in each room from A on") for owner in OWNERS),
    Fact("centre", ROOMS, "which room is in the middle, one of A, B …"),
    Fact("turn", SEATS, "whose turn it is, the own seat first; none before and after play"),
    Fact("first", SEATS, "who began, the own seat first"),
    Fact("seats", 3, "how many play, one of: 2, 3, 4"),
    Fact("end", 1, "the option: 0 for empty_bags, 1 for played_out"),
)
FIRST_FACT = len(CHANNELS) * CELLS
HIDDEN_FACE = 7


@rule
def tell_lights(v, seat, lights, out, n):
    """A plane per seat with the faces of its lights."""
    end, seats = clear(out, n, SEATS * CELLS), int(v.seats)
    for cell in range(int(v.high) * WIDE):
        light = int(lights[cell])
        if light != NOTHING:
            out[n + turned_to(seat, light // FACES, seats) * CELLS + cell] = light % FACES
    return end


@rule
def tell_cells(e, v, seat, out, n):
    """The start cells, a plane per seat; the rooms; the cells that there are."""
    end, side = clear(out, n, (SEATS + 2) * CELLS), side_of(v)
    for other in range(int(v.seats)):
        out[n + turned_to(seat, other, int(v.seats)) * CELLS + int(v.start[other])] = 1
    n += SEATS * CELLS
    for row in range(int(v.high)):
        for cell in range(row * WIDE, row * WIDE + int(v.wide)):
            out[n + cell] = e.room[side, cell]
            out[n + CELLS + cell] = 1
    return end


@rule
def tell_seat(v, other, out, n):
    """What is known of one seat besides its lights."""
    n = tell_number(out, n, 1)
    n = tell_number(out, n, int(v.in_bag[other]))
    n = tell_number(out, n, int(v.hand[other] != NOTHING))
    n = tell_number(out, n, int(v.out[other]))
    n = tell_number(out, n, int(v.light_count[other]))
    n = tell_number(out, n, int(v.chosen[other]) if v.chosen[other] >= 0 else HIDDEN_FACE)
    for kind in range(KINDS):
        n = tell_number(out, n, int(v.unseen[other, kind]))
    return n


@rule
def tell_seats(v, seat, out, n):
    """Every seat from the own one on, then the strength of each in the rooms."""
    seats = int(v.seats)
    for turn in range(seats):
        n = tell_seat(v, (seat + turn) % seats, out, n)
    n = clear(out, n, (SEATS - seats) * EACH_SEAT)
    for turn in range(seats):
        for room in range(1, ROOMS + 1):
            n = tell_number(out, n, int(v.strength[room, (seat + turn) % seats]))
    return clear(out, n, (SEATS - seats) * ROOMS)


@rule
def observe(e, v, seat, out):
    """Write what a seat is told; v is its view. Returns how many bytes."""
    n = tell_lights(v, seat, v.top, out, 0)
    n = tell_lights(v, seat, v.under, out, n)
    n = tell_cells(e, v, seat, out, n)
    seats = int(v.seats)
    n = tell_one(out, n, int(v.phase), 3)
    n = tell_one(out, n, int(v.hand[seat]) - 1, KINDS)
    n = tell_seats(v, seat, out, n)
    n = tell_one(out, n, int(e.centre[side_of(v)]) - 1, ROOMS)
    n = tell_whom(out, n, seat, int(v.turn), seats, SEATS)
    n = tell_whom(out, n, seat, int(v.first), seats, SEATS)
    n = tell_one(out, n, seats - 2, 3)
    return tell_number(out, n, int(v.end))


def actions(e: Any) -> Any:
    """Every face on every cell, and the start faces; ascending. A pass is never legal (LU-14)."""
    faces = range(1, FACES)
    return np.array(
        [*(cell * FACES + face for cell in range(CELLS) for face in faces), *(FIRST_FACE + face for face in faces)],
        np.int32,
    )
