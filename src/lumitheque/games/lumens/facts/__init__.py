"""Why one placement of Lumens is better than another: rooms, lamps that can be covered, ways of light.

lighting.py   what a placement changes, counted on a view
"""

from typing import Any

from lumitheque.games.edition import Edition
from lumitheque.games.lumens.facts.lighting import Placed, lead_in, letter_of, place
from lumitheque.games.lumens.record import FACES, FIRST_FACE, NOTHING, PASSAGE, PLAY, ROOMS_OF
from lumitheque.games.lumens.rules import points_of, side_of
from lumitheque.games.lumens.skill.judging import spent
from lumitheque.games.texts import write_cell

Fact = tuple[str, dict[str, str], float]  # a key of `reasons.toml`, the parts of its message, how telling it is

LOST, WON = 8, 8  # that far behind or ahead in a room, one more lamp there hardly counts
MANY_WAYS = 2  # more or fewer cells: less is not worth a word


def compare(
    edition: Edition | None, e: Any, v: Any, seat: int, made: int, best: int, line: list[tuple[int, int]]
) -> list[Fact]:
    """What the better of two placements brings and the other does not."""
    if v.phase != PLAY or made >= FIRST_FACE or best >= FIRST_FACE:
        return []
    one, other = place(e, v, seat, best), place(e, v, seat, made)
    late = float(spent(v))
    facts = [*counted(v, one, other, late), *rooms(v, one, other, late), *covering(v, one, other)]
    return [*facts, *wasted(v, one, other), *ways(one, other, late), *faces(one, other)]


def player(seat: int) -> str:
    return f"P{seat + 1}"


def rivals(v: Any, seat: int) -> list[int]:
    return [other for other in range(int(v.seats)) if other != seat]


def counted(v: Any, one: Placed, other: Placed, late: float) -> list[Fact]:
    """LU-19: points, if the rooms were counted now. That says more the later it is."""
    mine, instead = int(points_of(one.s, one.seat)), int(points_of(other.s, one.seat))
    if mine > instead:
        return [("points", {"best": str(mine), "made": str(instead)}, 50.0 + 40.0 * late)]
    facts: list[Fact] = []
    for rival in rivals(v, one.seat):
        less, more = int(points_of(one.s, rival)), int(points_of(other.s, rival))
        if mine == instead and less < more:
            parts = {"player": player(rival), "best": str(less), "made": str(more)}
            facts.append(("rival_points", parts, 45.0 + 40.0 * late))
    return facts


def rooms(v: Any, one: Placed, other: Placed, late: float) -> list[Fact]:
    """LU-18: who leads where."""
    facts: list[Fact] = []
    for room in range(1, ROOMS_OF[side_of(v)] + 1):
        before, after, instead = (
            lead_in(v, room, one.seat),
            lead_in(one.s, room, one.seat),
            lead_in(other.s, room, one.seat),
        )
        parts = {"room": letter_of(room), "best": str(after)}
        if after > 0 >= before and instead <= 0:
            facts.append(("takes_lead", parts, 55.0 + 20.0 * late))
        elif after == 0 > before and instead < 0 and v.strength[room, one.seat] < one.s.strength[room, one.seat]:
            facts.append(("draws_level", {"room": parts["room"]}, 48.0 + 20.0 * late))
        elif instead < 0 <= before and after >= 0:
            facts.append(("gives_lead", {"room": parts["room"]}, 70.0))
    return facts


def is_own(placed: Placed) -> bool:
    """Whether a token was placed over one of the same seat."""
    return placed.covered != NOTHING and placed.covered // FACES == placed.seat


def covering(v: Any, one: Placed, other: Placed) -> list[Fact]:
    """LU-09, LU-10: lamps covered, lamps that can be covered, and those that cannot any more."""
    facts: list[Fact] = []
    if one.covered != NOTHING and one.covered // FACES != one.seat and one.room != PASSAGE:
        parts = {"player": player(one.covered // FACES), "face": str(one.covered % FACES), "room": letter_of(one.room)}
        if other.covered == NOTHING or other.covered % FACES < one.covered % FACES or other.room == PASSAGE:
            facts.append(("covers", parts, 46.0 + 2.0 * (one.covered % FACES)))
    if is_own(other) and not is_own(one):
        facts.append(("over_own", {"face": str(other.covered % FACES)}, 57.0))
    if other.reached_by and other.room != PASSAGE:
        parts = {"player": player(other.reached_by[0]), "face": str(other.face), "room": letter_of(other.room)}
        if one.locked:
            facts.append(("locked", parts, 54.0 + other.face))
        elif not one.reached_by:
            facts.append(("exposed", parts, 50.0 + other.face))
    return facts


def wasted(v: Any, one: Placed, other: Placed) -> list[Fact]:
    """Lamps that change nothing, and the own start, which is there once (LU-12)."""
    facts: list[Fact] = []
    if other.room == PASSAGE and one.room != PASSAGE:
        facts.append(("passage", {"room": letter_of(one.room), "face": str(one.face)}, 42.0))
    if other.room != PASSAGE and other.room != one.room:
        before, after = lead_in(v, other.room, other.seat), lead_in(other.s, other.room, other.seat)
        if before >= WON:
            facts.append(("needless", {"room": letter_of(other.room), "count": str(before)}, 58.0))
        elif after <= -LOST:
            facts.append(("hopeless", {"room": letter_of(other.room), "count": str(-after)}, 58.0))
    if other.risk.points > one.risk.points:
        parts = {"player": player(other.risk.rival), "face": str(other.risk.face), "room": letter_of(other.risk.room)}
        facts.append(("risks", {**parts, "points": str(other.risk.points)}, 61.0 + other.risk.points))
    home = int(v.start[other.seat])
    if other.cell == home and one.cell != home:
        facts.append(("spends_home", {"cell": write_cell(home, 15)}, 47.0))
    return facts


def ways(one: Placed, other: Placed, late: float) -> list[Fact]:
    """LU-07: where one can place next, and where others can."""
    facts: list[Fact] = []
    if one.goals >= other.goals + MANY_WAYS:
        weight = 30.0 if other.goals > 4 else 62.0
        facts.append(("ways", {"best": str(one.goals), "made": str(other.goals)}, weight))
    elif one.leads_on > 0 and other.leads_on == 0 and late < 0.8:
        facts.append(("dead_end", {"face": str(other.face), "cell": write_cell(other.cell, 15)}, 38.0))
    for i in range(len(one.rivals)):
        rival, cells = one.rivals[i]
        if cells + MANY_WAYS <= other.rivals[i][1]:
            parts = {"player": player(rival), "best": str(cells), "made": str(other.rivals[i][1])}
            facts.append(("cuts", parts, 34.0 if cells > 3 else 63.0))
    fresh, others = one.enters, other.enters
    if fresh > others:
        facts.append(("opens", {"best": str(fresh), "made": str(others)}, 36.0))
    if one.aims > other.aims:
        facts.append(("aims", {"best": str(one.aims), "made": str(other.aims)}, 35.0))
    return facts


def faces(one: Placed, other: Placed) -> list[Fact]:
    """LU-13: the same cell, the other face."""
    if one.cell != other.cell:
        return []
    parts = {"best": str(one.face), "made": str(other.face)}
    if one.face > other.face and one.room != PASSAGE:
        return [("brighter", {**parts, "room": letter_of(one.room)}, 40.0)]
    if one.leads_on > other.leads_on:
        return [("farther", parts, 39.0)]
    return []
