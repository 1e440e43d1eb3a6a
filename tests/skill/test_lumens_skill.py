"""How Lumens is played well: hopes, temptations, what is known by heart and what can be calculated."""

import math
import random
from typing import Any

import numpy as np
import pytest

import lumitheque as lt
from lumens_tables import bag, dealt, table
from lumitheque.games import find
from lumitheque.games.edition import blank, record_from
from lumitheque.referee import Referee
from lumitheque.referee.chance_log import playout_chance

LUMENS = find("lumens")
SKILL = LUMENS.skill

every_table = pytest.mark.parametrize(
    ("seats", "end"), [(seats, end) for seats in (2, 3, 4) for end in ("played_out", "empty_bags")]
)

# the same for both, seen from either end of the board
LEVEL = "a1=Y3 d1=Y5,G4 e4=Y2 g6=Y6 m9=G3 j9=G5,Y4 i6=G2 g4=G6"
AHEAD = "a1=Y3 d1=Y5 a7=G2,Y6 m9=G3 j8=G5"
BEHIND = "m9=G3 j9=G5 m3=Y2,G6 a1=Y3 d2=Y5"  # the same with colours and ends changed


def hopes(g: Referee) -> list[float]:
    out = np.zeros(g.seats)
    SKILL.judge(g.e, g.state, out)
    return [float(hope) for hope in out]


def weight(g: Referee, text: str) -> float:
    seat = g.waiting()[0]
    assert text in g.legal(seat)
    return float(SKILL.weigh(g.e, g.state, seat, LUMENS.notation.read_move(g.edition, g.state, text)))


def certain(g: Referee, seat: int) -> bool:
    return bool(SKILL.is_certain(g.e, g.view_record(seat)))


@every_table
def test_hopes_are_shares_and_moves_can_be_weighed_from_start_to_end(seats: int, end: str) -> None:
    g = lt.new("lumens", seats=seats, seed="5", options={"end": end})
    dice = random.Random(seats)
    while waiting := g.waiting():
        told = hopes(g)
        assert sum(told) == pytest.approx(1)
        assert all(0 < hope < 1 for hope in told)
        moves = g.legal_numbers(waiting[0])
        before = g.state.tobytes()
        assert all(math.isfinite(SKILL.weigh(g.e, g.state, waiting[0], move)) for move in moves)
        assert SKILL.tell_apart(g.e, g.state, waiting[0]) == 0
        assert g.state.tobytes() == before
        g.play_number(dice.choice(moves), waiting[0])


def test_hopes_do_not_depend_on_the_end_of_the_board() -> None:
    assert hopes(table(LEVEL, turn=0)) == pytest.approx(hopes(table(LEVEL, turn=1))[::-1])
    assert hopes(table(AHEAD, turn=0)) == pytest.approx(hopes(table(BEHIND, turn=1))[::-1])
    assert hopes(table(AHEAD, turn=0))[0] > 0.5


@every_table
def test_hopes_do_not_depend_on_what_nobody_knows(seats: int, end: str) -> None:
    g = lt.new("lumens", seats=seats, seed="8", options={"end": end})
    chance = playout_chance(3)
    for _ in range(12 * seats):
        g.play(g.legal(g.waiting()[0])[-1], g.waiting()[0])
    told, out = hopes(g), np.zeros(seats)
    for _ in range(5):
        known = g.view_record(0)
        world = record_from(known.tobytes(), LUMENS.record.STATE)
        LUMENS.knowledge.imagine(g.e, known, 0, chance, world)
        SKILL.judge(g.e, world, out)
        assert out.tolist() == pytest.approx(told)


@every_table
def test_a_decided_game_leaves_no_doubt(seats: int, end: str) -> None:
    g = lt.new("lumens", seats=seats, seed="2", options={"end": end})
    for _ in range(23 * seats - 2):
        g.play(g.legal(g.waiting()[0])[0], g.waiting()[0])
    g.state.strength[:] = 3
    g.state.strength[1:9, 1] = 16
    told = hopes(g)
    assert told[1] > 0.95
    assert max(told[:1] + told[2:]) < 0.05


def test_who_is_stronger_hopes_more_the_later_the_more() -> None:
    early = hopes(table("a1=Y3 a2=Y6 b1=Y6 f5=Y4 m9=G3 m8=G1 l9=G1"))[0]
    late = hopes(table("a1=Y3 a2=Y6 b1=Y6 f5=Y4 m9=G3 m8=G1 l9=G1", in_bag={0: 1, 1: 1}))[0]
    assert 0.5 < early < late


def test_a_move_that_wins_a_room_tempts_more_than_one_that_does_nothing() -> None:
    g = table("a1=Y5 f5=G4 b1=Y4 a2=Y5", hands=("1/6", "1/6"), in_bag={0: 4, 1: 4})
    assert weight(g, "f1=6") > weight(g, "a1=6")  # room H is empty; the corner is yellow's already
    g = table("a1=Y5 f5=Y1 e5=G4", hands=("1/6", "1/6"), in_bag={0: 4, 1: 4})
    assert weight(g, "e5=6") > weight(g, "f4=6") > weight(g, "f4=1")


def test_to_cover_another_tempts_more_than_to_cover_oneself() -> None:
    others, own = (table(f"a1=Y6 a2=Y3 a5={light}4", hands=("3/4", "1/6")) for light in "GY")
    assert weight(others, "a5=4") > weight(own, "a5=4")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_start_token_shows_its_greater_face(seats: int) -> None:
    g = dealt(*(bag(kind) for kind in ("1/6", "2/5", "3/4", "1/6")[:seats]))
    first = LUMENS.record.FIRST_FACE
    chance = playout_chance(1)
    told = [int(SKILL.by_heart(g.e, g.view_record(seat), seat, chance)) - first for seat in range(seats)]
    assert told == [6, 5, 4, 6][:seats]
    assert all(first + face in g.legal_numbers(seat) for seat, face in enumerate(told))
    while g.position()["turn"] is None:
        g.play(g.legal(g.waiting()[0])[0], g.waiting()[0])
    assert SKILL.by_heart(g.e, g.view_record(g.waiting()[0]), g.waiting()[0], chance) == -1


@every_table
def test_the_last_tokens_can_be_calculated(seats: int, end: str) -> None:
    """Once no token is left to be drawn, each hand is what its owner has not played."""
    g = lt.new("lumens", seats=seats, seed="4", options={"end": end})
    while waiting := g.waiting():
        drawn = g.position()["phase"] == "play" and not any(g.position()["bags"])
        assert [certain(g, seat) for seat in range(seats)] == [drawn] * seats
        g.play(g.legal(waiting[0])[0], waiting[0])


def test_bags_of_players_who_are_out_hide_nothing_that_matters() -> None:
    g = table("a1=Y6,Y1 a2=G2,G2 b1=G2,G2", turn=1, in_bag={1: 0}, out=[True, False], end="played_out")
    assert certain(g, 1)


def test_nothing_is_certain_in_a_blank_record() -> None:
    s: Any = blank(LUMENS.record.STATE)
    assert not SKILL.is_certain(None, s)
