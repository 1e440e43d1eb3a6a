"""Why a move of Lumens, Luminis or the cheese hunt is better, in positions where the reason is known."""

import pytest

import fromages_tables as fromages
import luminis_tables as luminis
from fromages_tables import UNTOUCHED, holding
from lumens_tables import table as palace
from why import said, why

# --- Lumens -----------------------------------------------------------------------------------------------------------


def test_lumens_takes_the_lead() -> None:
    found = why(palace("a1=Y4"), "a5=6", "e1=6")
    assert found == {
        "takes_lead": {"room": "H", "best": "6"},
        "points": {"best": "8", "made": "4"},
        "passage": {"room": "H", "face": "6"},
    }


def test_lumens_covers_and_cuts() -> None:
    found = why(palace("a1=Y4 e1=G5"), "a5=6", "e1=6")
    assert found["covers"] == {"player": "P2", "face": "5", "room": "H"}
    assert found["cuts"] == {"player": "P2", "best": "3", "made": "5"}


def test_lumens_over_the_own_lamp() -> None:
    found = why(palace("a1=Y4 e1=Y5", hands=("2/5", "1/6")), "e1=2", "a5=5")
    assert found["over_own"] == {"face": "5"}
    assert "over_own" not in why(palace("a1=Y4 e1=G5", hands=("2/5", "1/6")), "e1=2", "a5=5")


def test_lumens_the_other_face() -> None:
    assert why(palace("a1=Y4"), "e1=1", "e1=6")["brighter"] == {"best": "6", "made": "1", "room": "H"}


def test_lumens_within_reach_of_another() -> None:
    found = why(palace("a1=Y4 h1=Y2 e5=G4"), "e1=6", "f1=6")
    assert found["exposed"] == {"player": "P2", "face": "6", "room": "H"}
    assert "exposed" not in why(palace("a1=Y4 h1=Y2 e5=G3"), "e1=6", "f1=6")


def test_lumens_a_room_that_is_won() -> None:
    found = why(palace("a1=Y4 f4=Y3 e1=Y6 g1=Y5"), "f1=6", "c4=6")
    assert found["needless"] == {"room": "H", "count": "11"}


def test_lumens_a_risk_left() -> None:
    """Green's 4 on e5 leads to yellow's 5 on e1, which holds room H; to cover it oneself keeps the room."""
    found = why(palace("a1=Y4 e1=Y5 e5=G4 g5=Y2"), "a5=6", "e1=6")
    assert found["risks"] == {"player": "P2", "face": "5", "room": "H", "points": "4"}


def test_nothing_is_said_of_start_faces() -> None:
    import lumitheque as lt

    g = lt.new("lumens", seats=3, seed="1")
    assert why(g, *g.legal(0)) == {}


# --- Luminis ----------------------------------------------------------------------------------------------------------

RICH = "I-22@0 I-23@1 I-24@2 I-01@3 II-13@0 II-14@1 II-15@2"


def test_luminis_builds_for_nothing() -> None:
    found = why(luminis.table(["I-01 I-22", ""]), "draw 1", "build I-01@0")
    assert found["builds_now"] == {"count": "1", "price": "0"}
    assert found["nearer"] == {"best": "14", "made": "15"}


def test_luminis_pays_from_the_hand() -> None:
    g = luminis.table(["I-23 I-24 I-22 I-33", ""], ["I-01@0", ""])
    assert why(g, "draw 1", "build I-24@1")["worth_paying"] == {"count": "2", "price": "1"}
    found = why(luminis.table(["I-01 I-23 I-24", ""]), "build I-23@0", "build I-01@0")
    assert found["free_instead"] == {"best": "0", "made": "2"}


def test_luminis_first_level_three() -> None:
    found = why(luminis.table(["III-01 II-16", ""], [RICH, ""]), "build II-16@3", "build III-01@0")
    assert list(found) == ["first_three", "nearer", "gives_more"]


def test_luminis_theft_sign() -> None:
    two = luminis.table(["II-34 I-02 I-03", "I-04"], [RICH, ""])
    assert "theft_own" in why(two, "build II-34@3", "draw 1")
    three = luminis.table(["II-34 I-02", "I-03", "I-04"], [RICH])
    assert "theft" in why(three, "build II-34@3", "draw 1")


def test_luminis_names_who_is_farther() -> None:
    g = luminis.table(["II-34", "I-03", "I-04"], [RICH, "I-33@0 I-32@1 I-31@2", ""])
    g.play("build II-34@3")
    assert why(g, "name P2", "name P3") == {"names_farther": {"player": "P3", "other": "P2"}}
    assert why(g, "name P3", "name P2") == {}


def test_luminis_what_pays() -> None:
    g = luminis.table(["I-33 I-22 I-23 I-24 I-01", ""])
    g.play("build I-33@0")
    found = why(g, "discard I-22>1", "discard I-01>1")
    assert found["keeps_wanted"] == {"count": "1", "kind": "square"}
    assert found["keeps_more"] == {"best": "1", "made": "2"}


def test_luminis_what_is_dropped() -> None:
    g = luminis.table(["I-05 I-06 I-07 I-08 I-09 I-10 II-13", ""])
    g.play("draw 1")
    assert why(g, "drop II-13>1", "drop I-09>1")["keeps_wanted"] == {"count": "3", "kind": "square"}


# --- La chasse aux fromages -------------------------------------------------------------------------------------------

NEARLY_HOME = "@ . . / T42 . . / T01 . #"


def test_fromages_home() -> None:
    assert why(holding("T55", "pile", NEARLY_HOME, UNTOUCHED), "put b3 up", "put b1 up") == {"home": {}}
    assert why(holding("T55", "pile", NEARLY_HOME, UNTOUCHED), "toss", "put b1 up") == {"home": {}}


def test_fromages_little_ones_win() -> None:
    picture = "@ . . . / T42 . . . / T01 T56 . #"
    g = holding("T55", "pile", picture, "@ . . . / . . . . / . . . #", options={"game": "tout_petits"})
    assert why(g, "put b3 up", "put c1 up") == {"wins": {}}


def test_fromages_cheese_on_the_way() -> None:
    found = why(holding("T51", "pile", "@ . . / . . . / T01 . #", UNTOUCHED), "put c2 up", "put a2 up")
    assert found["cheeses"] == {"best": "3", "made": "0"}
    assert found["nearer"] == {"best": "1", "made": "2"}


def test_fromages_clogs() -> None:
    g = holding("T52", "pile", "@ . . / . . . / . . #", "@ . . / T51 . . / . . #")
    assert why(g, "toss", "clog P2 a2")["clogs"] == {"player": "P2", "count": "3"}
    assert said(g, "toss", "clog P2 a2")[0] == "Ce tuyau encombré cachait 3 fromages que le rat de P2 atteignait."


def test_fromages_cuts_its_own_way() -> None:
    found = why(holding("T52", "pile", "@ . . / T50 . . / . . #", UNTOUCHED), "put a2 up", "put b1 up")
    assert found["cuts_off"] == {"count": "2"}


def test_fromages_a_card_on_offer() -> None:
    assert why(fromages.table(NEARLY_HOME, UNTOUCHED, discard=["T55"]), "draw pile", "draw discard") == {
        "offers_home": {}
    }
    g = fromages.table("@ T55 . / . . . / . . #", UNTOUCHED, discard=["T56"])
    assert list(why(g, "draw discard", "draw pile")) in (["forced_card"], ["forced_small"], ["forced_little"])


def test_fromages_what_is_left_to_the_next() -> None:
    found = why(holding("T55", "pile", UNTOUCHED, NEARLY_HOME), "toss", "put b3 up")
    assert found["gives_home"] == {"player": "P2"}


def test_fromages_the_last_trap() -> None:
    g = holding("T55", "pile", "@ T58 T20 / T42 T43 T44 / T01 . #", UNTOUCHED)
    found = why(g, "put c3 up", "put b1 up")
    assert list(found)[:2] == ["home", "ends_ahead"]


@pytest.mark.parametrize(("made", "best"), [("put b1 up", "put b3 up"), ("toss", "toss")])
def test_nothing_untrue_is_said_of_the_worse_move(made: str, best: str) -> None:
    """Asked the wrong way round, nothing is claimed that the worse move does not do."""
    found = why(holding("T55", "pile", NEARLY_HOME, UNTOUCHED), made, best)
    assert not found.keys() & {"home", "nearer", "cheeses", "points", "trap"}
