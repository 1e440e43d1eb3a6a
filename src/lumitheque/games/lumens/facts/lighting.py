"""What a placement changes, counted on a view: strengths, lamps that others reach, ways of light."""

from typing import Any, NamedTuple

import numpy as np

from lumitheque.games.edition import record_from
from lumitheque.games.lumens.record import EMPTY_BAGS, FACES, HIGH, NOTHING, NOWHERE, PASSAGE
from lumitheque.games.lumens.rules import points_of, put_token, side_of
from lumitheque.games.lumens.ways import WAYS, goal_of, mark_goals, may_land


class Risk(NamedTuple):
    """What a token of another over a lamp would cost."""

    points: int
    rival: int
    face: int  # of the lamp
    room: int


class Placed(NamedTuple):
    """A token placed on a copy of a view, before anything is drawn."""

    s: Any
    seat: int
    cell: int
    face: int
    room: int  # PASSAGE for none
    covered: int  # what lay there, NOTHING for an empty cell
    locked: bool  # nobody can cover it any more
    reached_by: list[int]  # the seats that could cover it with their next token, in the order of their turns
    leads_on: int  # cells to which its light leads
    goals: int  # cells on which its owner may place next
    rivals: list[tuple[int, int]]  # the same for each of the others who plays on
    aims: int  # lamps of others in rooms that its owner could cover next
    risk: Risk
    enters: int  # rooms in which its owner has no strength, and into which one of its lights leads


def letter_of(room: int) -> str:
    return chr(ord("A") + room - 1)


def lead_in(s: Any, room: int, seat: int) -> int:
    """How far a seat is ahead of the strongest other in a room."""
    strongest = 0
    for other in range(int(s.seats)):
        if other != seat:
            strongest = max(strongest, int(s.strength[room, other]))
    return int(s.strength[room, seat]) - strongest


def plays_on(s: Any, seat: int) -> bool:
    """Whether a seat has a token to place on a later turn."""
    left = int(s.in_bag[seat]) if s.end == EMPTY_BAGS else int(s.in_bag[seat]) + int(s.hand[seat] != NOTHING)
    return bool(s.out[seat] == 0 and left > 0)


def count_goals(s: Any, seat: int) -> int:
    """The cells on which a seat may place."""
    marks = np.zeros(HIGH, np.int32)
    mark_goals(s, seat, marks)
    return sum(int(line).bit_count() for line in marks)


def reaches(s: Any, seat: int, cell: int) -> bool:
    """Whether a light of a seat leads to a cell."""
    for i in range(int(s.light_count[seat])):
        for way in range(WAYS):
            if goal_of(s, int(s.lights[seat, i]), way) == cell:
                return True
    return False


def aims(e: Any, s: Any, seat: int) -> int:
    """Lamps of others in rooms that a seat could cover with its next token."""
    found = set()
    for i in range(int(s.light_count[seat])):
        for way in range(WAYS):
            goal = int(goal_of(s, int(s.lights[seat, i]), way))
            if goal != NOWHERE and may_land(s, seat, goal) and e.room[side_of(s), goal] != PASSAGE:
                if s.top[goal] != NOTHING and int(s.top[goal]) // FACES != seat:
                    found.add(goal)
    return len(found)


def greatest_risk(e: Any, s: Any, seat: int) -> Risk:
    """What another could cost a seat with one token over one of its lamps, whatever that token shows."""
    worst, now = Risk(0, 0, 0, 0), int(points_of(s, seat))
    for i in range(int(s.light_count[seat])):
        cell = int(s.lights[seat, i])
        room = int(e.room[side_of(s), cell])
        if room == PASSAGE or s.under[cell] != NOTHING or s.start[seat] == cell:
            continue
        for rival in range(int(s.seats)):
            if rival == seat or not plays_on(s, rival) or not reaches(s, rival, cell):
                continue
            after = record_from(s.tobytes(), s.dtype)
            put_token(e, after, rival, cell, 1)
            loss = now - int(points_of(after, seat))
            if loss > worst.points:
                worst = Risk(loss, rival, int(s.top[cell]) % FACES, room)
    return worst


def new_rooms(e: Any, s: Any, seat: int) -> int:
    """Rooms into which a seat's lights lead, and in which it shows nothing yet."""
    found = set()
    for i in range(int(s.light_count[seat])):
        for way in range(WAYS):
            goal = int(goal_of(s, int(s.lights[seat, i]), way))
            if goal != NOWHERE and may_land(s, seat, goal):
                room = int(e.room[side_of(s), goal])
                if room != PASSAGE and s.strength[room, seat] == 0:
                    found.add(room)
    return len(found)


def place(e: Any, v: Any, seat: int, move: int) -> Placed:
    """What a placement changes."""
    cell, face = move // FACES, move % FACES
    s = record_from(v.tobytes(), v.dtype)
    covered = int(s.top[cell])
    put_token(e, s, seat, cell, face)
    seats = int(s.seats)
    others = [(seat + step) % seats for step in range(1, seats)]
    playing = [other for other in others if plays_on(s, other)]
    locked = covered != NOTHING or int(s.start[seat]) == cell
    ways = [int(goal_of(s, cell, way)) for way in range(WAYS)]
    return Placed(
        s=s,
        seat=seat,
        cell=cell,
        face=face,
        room=int(e.room[side_of(s), cell]),
        covered=covered,
        locked=locked,
        reached_by=[] if locked else [other for other in playing if reaches(s, other, cell)],
        leads_on=sum(int(goal != NOWHERE and may_land(s, seat, goal)) for goal in ways),
        goals=count_goals(s, seat),
        rivals=[(other, count_goals(s, other)) for other in playing],
        aims=aims(e, s, seat),
        risk=greatest_risk(e, s, seat),
        enters=new_rooms(e, s, seat),
    )
