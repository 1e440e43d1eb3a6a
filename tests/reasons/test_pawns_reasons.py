"""Why a move of Sirius or Galax is better, in positions where the reason is known."""

from typing import Any

import pytest

from galax_boards import drawn
from lumitheque.referee import Referee
from pawn_boards import pawn_game
from why import said, why


def sirius(picture: str, turn: str = "white", **more: Any) -> Referee:
    return pawn_game("sirius", picture, turn, more.pop("options", {}), **more)


A_DUTY = """
    6  .  .  bM bT .  .  wM
    5  .  .  wS .  .  .  .
    4  .  .  .  wM .  .  .
       c  d  e  f  g  h  i
"""
A_BAIT = """
    9  .  .  .  .  .  .  bM
    6  .  bS .  .  .  .  .
    4  .  .  wM wT .  .  .
    1  .  .  .  .  .  .  wS
       c  d  e  f  g  h  i
"""
A_LONE_MOON = """
    9  .  .  .  .  .  .  bM
    5  .  bS .  .  .  .  .
    3  .  .  wM .  .  .  .
    1  .  .  .  .  .  .  wS
       c  d  e  f  g  h  i
"""


def test_sirius_duty() -> None:
    """SI-08: the star may huff; and the sun that stays is taken."""
    found = why(sirius(A_DUTY), "e5-e4", "e5xe6")
    assert list(found)[:2] == ["duty", "loses_none"]
    assert found["duty"] == {"piece": "@your.sun", "cell": "e4"}


def test_sirius_says_nothing_of_duties_where_there_are_none() -> None:
    found = why(sirius(A_DUTY, options={"captures": "free"}), "e5-e4", "e5xe6")
    assert "duty" not in found and found["takes"] == {"piece": "@a.moon", "cell": "e6"}


def test_sirius_bait() -> None:
    assert why(sirius(A_BAIT), "e4-e3", "e4-e5") == {"bait": {"piece": "@your.moon", "cell": "e5"}}
    assert said(sirius(A_BAIT), "e4-e3", "e4-e5") == [
        "C’était un appât\u00a0: l’autre devait prendre votre lune en e5, et vous repreniez aussitôt."
    ]


def test_sirius_unguarded_offer_is_no_bait() -> None:
    found = why(sirius(A_LONE_MOON), "e3-e4", "e3-f3")
    assert found == {
        "loses_none": {"made": "1"},
        "hangs": {"piece": "@your.moon", "cell": "e4", "hunter": "@its.sun"},
    }


def test_sirius_left_in_danger() -> None:
    """The moon stood in danger before; the move made lets it stand."""
    picture = A_LONE_MOON.replace("3  .  .  wM", "3  .  .  . ").replace("5  .  bS .  ", "5  .  bS wM ")
    found = why(sirius(picture), "i1-i2", "e5-f5")
    assert found["left_hanging"] == {"piece": "@your.moon", "cell": "e5", "hunter": "@its.sun"}


def test_sirius_last_piece() -> None:
    picture = """
    5  .  bM .  .  .
    4  wS .  .  .  .
    1  .  .  .  .  wS
       a  b  c  d  e
    """
    assert why(sirius(picture), "e1-e2", "a4xb5") == {"wins": {}}


def test_sirius_huffing_first() -> None:
    picture = """
    9  .  .  bM .
    8  wS .  .  bT
    2  .  .  .  wM
       a  b  c  d
    """
    found = why(sirius(picture, faults=["c9"]), "d2-d3", "huff c9")
    assert found["huffs"] == {"piece": "@the.moon", "cell": "c9"}


def test_sirius_champions() -> None:
    picture = """
    9  .  .  wM .  .  .  .
    5  .  bS .  .  .  .  bS
    1  .  .  .  .  .  .  wS
       c  d  e  f  g  h  i
    """
    assert why(sirius(picture), "i1-i2", "e9-e10")["crowns"] == {"cell": "e10"}
    assert "crowns_next" in why(sirius(picture.replace("9 ", "8 ")), "i1-i2", "e8-e9")


def test_sirius_nobody_before_it() -> None:
    picture = """
    6  .  .  .  .  .  .  wM
    5  bT .  .  .  .  .  .
    4  .  .  .  wM .  .  .
       c  d  e  f  g  h  i
    """
    assert why(sirius(picture), "f4-f5", "i6-i7")["runs_free"] == {"piece": "@your.moon", "count": "3"}
    hunted = picture.replace("5  bT .  .  .  .  .", "8  .  .  .  .  .  bS")
    assert "runs_free" not in why(sirius(hunted), "f4-f5", "i6-i7")


def test_sirius_stops_a_promotion() -> None:
    picture = """
    6  .  .  .  .  .  .  wM
    3  .  bS .  .  .  .  .
    2  .  bM .  .  .  .  .
    1  .  .  .  wS .  .  .
       c  d  e  f  g  h  i
    """
    found = why(sirius(picture.replace("1  .  .  .  wS", "1  .  .  wS . ")), "i6-i7", "e1xd2")
    assert found["lets_crown"] == {"piece": "@its.moon", "cell": "d2"}


def test_sirius_expected_line() -> None:
    """Nothing is taken at once; what the search expects is told, if it can be played."""
    line = ["i9-i8", "e4xd5"]
    picture = A_LONE_MOON.replace("9  .  .  .  .  .  .  bM", "9  .  .  .  .  .  .  bS").replace("wM", "wT")
    found = why(sirius(picture), "i1-i2", "e3-e4", line)
    assert found["expected"] == {"won": "1", "lost": "0"} or "threatens" in found


# --- Galax ------------------------------------------------------------------------------------------------------------

SUN = """
    9  .  .  .  .  bS
    5  .  bM bT bM .
    4  .  .  .  .  .
    3  .  wS .  .  wT
       b  c  d  e  f
"""


def test_galax_takes_several() -> None:
    assert why(drawn(SUN), "f3-f2", "c3-d4")["takes"] == {"best": "2", "made": "0"}


def test_galax_a_taking_forgotten() -> None:
    inside = SUN.replace("4  .  .  . ", "4  .  .  wS").replace("3  .  wS", "3  .  . ")
    found = why(drawn(inside, mover="d4"), "stop", "xc5")
    assert found["leaves_prey"] == {"piece": "@your.sun", "cell": "d4", "count": "2"}
    assert "huffed" not in found  # said already


def test_galax_huffing_first() -> None:
    found = why(drawn(SUN, faults=["c5"]), "f3-f2", "huff c5")
    assert found == {"huffs": {"piece": "@the.moon", "cell": "c5"}}


def test_galax_crowns_and_takes() -> None:
    picture = """
    9  .  .  wM .  .  .
    4  .  .  bS .  .  bS
    3  .  .  .  .  .  wT
       b  c  d  e  f  g
    """
    assert why(drawn(picture), "g3-g2", "d9-d10")["crowns"] == {"cell": "d10"}


def test_galax_steps_into_reach() -> None:
    picture = """
    9  .  .  .  .  bS .
    7  .  .  .  .  bT .
    4  .  .  .  .  wS .
    3  wT .  .  .  .  .
       b  c  d  e  f  g
    """
    found = why(drawn(picture), "f4-f5", "b3-c4")
    assert found["exposed"] == {"hunter": "@its.star", "cell": "f7", "made": "1", "best": "0"}


def test_galax_second_step() -> None:
    picture = """
    9  bM .  .  .  .  .
    5  .  .  .  .  wC .
    3  .  .  bT .  .  .
       b  c  d  e  f  g
    """
    found = why(drawn(picture, mover="f5", steps=1), "stop", "f5-e4")
    assert list(found) == ["takes", "second_step"]


def test_galax_last_piece() -> None:
    picture = """
    3  .  .  bS .  .  .
    1  .  .  .  .  wT .
       b  c  d  e  f  g
    """
    assert why(drawn(picture), "f1-g1", "f1-e2") == {"wins": {}}


@pytest.mark.parametrize("game", ["sirius", "galax"])
def test_nothing_is_said_of_the_set_up(game: str) -> None:
    import lumitheque as lt

    g = lt.new(game, seats=2, seed="1")
    first, second = g.legal(0)[:2]
    assert why(g, first, second) == {}
