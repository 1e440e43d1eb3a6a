"""Who knows what in Luminis: what is seen, what an unseen theft leaves open, positions and worlds that agree."""

from typing import Any

import msgspec
import numpy as np
import pytest

import lumitheque as lt
from luminis_tables import IDS, as_record, play, position, table
from lumitheque.games.chance import CHANCE
from lumitheque.games.edition import blank
from lumitheque.games.game import GameError
from lumitheque.games.rule import SPECTATOR
from lumitheque.referee import Referee

RICH = "I-22@0 I-23@1 I-24@2 I-01@3 II-13@0 II-14@1 II-15@2"


def holders(g: Referee, seat: int | None) -> dict[str, list[int]]:
    (row,) = g.view(seat)["holders"].values()
    return dict(row)


def robbed() -> Referee:
    """P1 has placed a theft sign, P3 has taken I-07 from P2."""
    g = table(["II-34 I-05", "I-06 I-07", "I-08", ""], [RICH], theft=["I-07"])
    return play(g, "build II-34@3", "name P3", "steal P2")


@pytest.mark.rule("LM-16")
def test_thief_and_victim_know_the_card() -> None:
    g = robbed()
    assert g.view(2)["hands"] == [["?"], ["?"], ["I-07", "I-08"], []]
    assert holders(g, 2) == {"I-05": [0], "I-06": [1]}
    assert holders(g, 1) == {"I-05": [0], "I-07": [2], "I-08": [2]}


@pytest.mark.rule("LM-16")
@pytest.mark.parametrize("seat", [0, 3, None])
def test_for_all_others_it_may_be_any_card_of_the_victim(seat: int | None) -> None:
    seen = {"I-05": [0], "I-06": [1, 2], "I-07": [1, 2], "I-08": [2]}
    if seat == 0:
        del seen["I-05"]
    assert holders(robbed(), seat) == seen


@pytest.mark.rule("LM-16")
def test_an_empty_hand_holds_nothing() -> None:
    g = table(["II-34 I-05", "I-07", "I-08", ""], [RICH], theft=["I-07"])
    play(g, "build II-34@3", "name P3", "steal P2")
    assert holders(g, None) == {"I-05": [0], "I-07": [2], "I-08": [2]}


@pytest.mark.rule("LM-16")
def test_what_is_shown_is_known_and_nothing_more_is_deduced() -> None:
    g = table(["II-34 I-05", "I-02 I-06", "I-08", ""], [RICH], theft=["I-06"])
    play(g, "build II-34@3", "name P3", "steal P2")
    assert holders(g, None) == {"I-05": [0], "I-02": [1, 2], "I-06": [1, 2], "I-08": [2]}
    g.play("build I-02@0")  # so P2 had it still, and holds nothing now: P3 must have the other
    assert holders(g, None) == holders(g, 3) == {"I-05": [0], "I-06": [1, 2], "I-08": [2]}


@pytest.mark.rule("LM-10", "LM-14")
def test_a_card_that_leaves_a_hand_is_in_none() -> None:
    g = table(["", "", "", "I-07 I-02"], turn=3)
    g.play("build I-07@0")
    assert holders(g, 0) == {"I-02": [3]} and g.view(0)["paying"]["card"] == "I-07"
    g.play("discard I-02>4")
    assert holders(g, 0) == {} and g.view(0)["piles"][3][-1] == "I-02"


def take_back_after(g: Referee, *texts: str) -> bool:
    """Whether the last of these moves can be taken back by who made it."""
    play(g, *texts[:-1])
    seat = g.waiting()[0]
    g.play(texts[-1])
    return g.can_take_back(seat)


@pytest.mark.rule("LM-09", "LM-16")
def test_what_showed_something_is_not_taken_back() -> None:
    pile = " ".join(card for card in IDS[:96] if card not in ("I-01", "I-13", "II-01"))
    two = table(["I-01 I-13", ""], piles=[pile.replace(" II-02", ""), "II-01 II-02", ""])
    assert not take_back_after(two, "draw 2")  # another lies open
    assert take_back_after(table(["I-01 I-13", ""], piles=[pile, "II-01", ""]), "draw 2")
    assert take_back_after(table(["I-01 I-13", ""]), "build I-13@0")
    assert take_back_after(table(["I-01 I-13", ""]), "build I-13@0", "discard I-01>1")
    assert not take_back_after(table(["II-34 I-05", ""], [RICH, ""]), "build II-34@3")
    assert take_back_after(table(["II-34 I-05", "", ""], [RICH]), "build II-34@3", "name P2")
    doubtful = position(["", "I-03", "I-08"], turn=1)
    doubtful["holders"]["0"]["I-03"] = [1, 2]
    g = lt.load(as_record(3) | {"position": doubtful})
    assert not take_back_after(g, "build I-03@0")  # P1 did not know who had it


def test_equal_positions_have_equal_bytes() -> None:
    """No byte of a state lies between its fields, where copies would leave anything."""
    state = table().game.record.STATE
    assert sum(state[name].itemsize for name in state.names) == state.itemsize <= 4096


# --- worlds that agree with a view ----------------------------------------------------------------------------------


def dealt_below_the_top(g: Referee, seat: int, stream: int) -> Any:
    """One world that agrees with a seat's view, checked to do so and to be a position."""
    knowledge, state = g.game.knowledge, g.game.record.STATE
    seen = g.view_record(None if seat == SPECTATOR else seat)
    world = np.array([seen]).view(np.recarray)[0]
    chance = blank(CHANCE)
    chance.stream = np.uint64(stream)
    knowledge.imagine(g.edition.record, seen, seat, chance, world)
    again = blank(state)
    knowledge.view(g.edition.record, world, seat, again)
    assert again.tobytes() == seen.tobytes()
    told = msgspec.to_builtins(g.game.notation.write_position(g.edition, world, None))
    assert read(g, told).tobytes() == world.tobytes()
    return told


@pytest.mark.rule("LM-07")
def test_while_piles_are_searched_level_one_cards_lie_where_they_may() -> None:
    g = lt.new("luminis", seats=3, seed="2")
    while g.position()["phase"] == "piles":
        for stream in range(1, 6):
            told = dealt_below_the_top(g, stream % 4 - 1, stream)
            assert told["level_one"] == g.position()["level_one"]
        g.play(g.legal()[0])


@pytest.mark.rule("LM-16")
def test_a_stolen_card_is_imagined_anywhere_it_may_be() -> None:
    g = robbed()
    stolen = {tuple(dealt_below_the_top(g, 0, stream)["hands"][2]) for stream in range(1, 40)}
    assert stolen == {("I-06", "I-08"), ("I-07", "I-08")}
    assert {tuple(dealt_below_the_top(g, 1, stream)["hands"][2]) for stream in range(1, 9)} == {("I-07", "I-08")}


@pytest.mark.rule("LM-16")
def test_hands_come_out_right_however_tangled() -> None:
    """Only one deal fits, and it takes several exchanges to find it."""
    told = position(["", "I-05", "I-06", "I-07", "I-08"])
    told["holders"]["0"] = {"I-05": [1, 2], "I-06": [2, 3], "I-07": [3, 4], "I-08": [4]}
    g = lt.load(as_record(5) | {"position": told})
    for stream in range(1, 30):
        assert dealt_below_the_top(g, 0, stream)["hands"][1:] == [["I-05"], ["I-06"], ["I-07"], ["I-08"]]


@pytest.mark.rule("LM-14", "LM-16")
def test_who_is_paying_is_imagined_able_to() -> None:
    """Either of two cards may be the stolen one, but only one of them covers what was announced."""
    paying = {"card": "I-13", "column": 0, "missing": [2, 0, 0]}
    told = position(["", "I-01", "I-02"], turn=1, phase="pay", paying=paying)
    told["holders"]["0"] = {"I-01": [1, 2], "I-02": [1, 2]}
    g = lt.load(as_record(3) | {"position": told})
    for stream in range(1, 20):
        assert dealt_below_the_top(g, 0, stream)["hands"] == [[], ["I-01"], ["I-02"]]


# --- positions that cannot be ---------------------------------------------------------------------------------------

GOOD = position(["I-05 I-06", "I-07"], ["I-01@0 I-02@1 II-01@0", "I-03@0"])
FULL = position(["I-05 I-06 I-07 I-08 I-09 I-10 I-11 I-12 I-13", ""])
CROWNED = {"reason": "spire", "points": [1, 0], "winners": [0]}


def bad_payment(missing: list[int]) -> dict[str, Any]:
    """P1 pays for I-05, a circle, with nothing but I-06, a triangle."""
    return {"phase": "pay", "hands": [["I-06"], ["I-07"]], "paying": {"card": "I-05", "column": 2, "missing": missing}}


IMPOSSIBLE: dict[str, dict[str, Any]] = {
    "phase: 'play' is not one of": {"phase": "play"},
    "turn: expected a seat": {"turn": 2},
    "first: expected a seat": {"first": -1},
    "acting: expected another": {"acting": 1},
    "named: expected": {"named": 1},
    "spires: expected 3": {"spires": ["IV-01", "IV-02"]},
    "spires: I-34 is no spire": {"spires": ["IV-01", "IV-02", "I-34"]},
    "spires: there is no card": {"spires": ["IV-01", "IV-02", "IV-9"]},
    "bonus: expected": {"bonus": ["I-34"]},
    "piles: expected 3": {"piles": []},
    "pile 1: '\\?' is for the view": {"piles": [["?", "I-09"], *GOOD["piles"][1:]]},
    "hand 0: I-05 is in pile 1 already": {"piles": [[*GOOD["piles"][0], "I-05"], *GOOD["piles"][1:]]},
    "cathedral 0: I-01 is in hand 1 already": {"hands": [["I-05", "I-06"], ["I-01"]]},
    "hand 1: IV-02 is no card of the piles": {"hands": [["I-05", "I-06"], ["IV-02"]]},
    "hand 0: expected 8 cards at most": {k: FULL[k] for k in ("hands", "holders", "cathedrals", "piles")},
    "hands: expected 2": {"hands": [[]]},
    "cathedrals: expected 2": {"cathedrals": [[]]},
    "cathedral 0: I-02 cannot stand in column 2": {"cathedrals": [[["I-01", 0], ["I-02", 2]], [["I-03", 0]]]},
    "cathedral 0: II-01 cannot stand in column 2": {"cathedrals": [[["I-01", 0], ["II-01", 2]], [["I-03", 0]]]},
    "cathedral 1: I-03 cannot stand in column 99": {"cathedrals": [GOOD["cathedrals"][0], [["I-03", 99]]]},
    "cards: 1 without a place": {"cathedrals": [GOOD["cathedrals"][0], []]},
    "paying: expected a card": {"phase": "pay"},
    "paying: the hand cannot cover": bad_payment([0, 1, 0]),
    "paying: missing has three numbers, not all 0, within the cost of I-05": bad_payment([0, 2, 0]),
    "to_take: expected": {"to_take": 3},
    "level_one: expected a list": {"level_one": [True] * 3},
    "holders: expected one viewer": {"holders": {"0": {}, "1": {}}},
    "holders of 0: I-07 is in hand 1": {"holders": GOOD["holders"] | {"0": {}}},
    "holders of 1: I-05 is in hand 0": {"holders": GOOD["holders"] | {"1": {"I-06": [0]}}},
    "holders: expected the other seats": {"holders": GOOD["holders"] | {"0": {"I-07": [0, 1]}}},
    "quiet: expected a number from 0 to 23": {"quiet": 24},
    "phase drop: expected more than 7": {"phase": "drop"},
    "phase name: there is nobody": {"phase": "name"},
    "phase piles: expected": {"phase": "piles", "to_take": 2, "level_one": [True] * 3},
    "turn and acting: expected null": {"phase": "over"},
    "phase over: expected a spire": {"phase": "over", "turn": None, "acting": None, "ending": CROWNED},
    "ending: expected None": {"ending": CROWNED},
    "Object contains unknown field": {"more": 1},
}


def read(g: Referee, told: dict[str, Any]) -> Any:
    """A position or a view of a basic game as a record."""
    out = blank(g.game.record.STATE)
    notation = g.game.notation
    notation.read_position(g.edition, g.seats, np.zeros(2, np.int64), msgspec.convert(told, notation.Position), out)
    return out


@pytest.mark.rule("LM-11", "LM-19", "LM-21")
@pytest.mark.parametrize("problem", IMPOSSIBLE)
def test_positions_that_cannot_be(problem: str) -> None:
    g = table()
    assert read(g, GOOD).held.tolist() == [2, 1, 0, 0, 0]
    with pytest.raises((GameError, msgspec.ValidationError), match=problem):
        read(g, GOOD | IMPOSSIBLE[problem])


BAD_VIEWS: dict[str, dict[str, Any]] = {
    "pile 1: its top is seen": {"piles": [["?"] * 29] * 3},
    "pile 1: expected cards that are '\\?'": {"piles": GOOD["piles"]},
    "hand 1: expected cards that are '\\?'": {"hands": [["I-05", "I-06"], ["I-07"]]},
    "holders: 0 cards for 1 places": {"holders": {"0": {}}},
    "holders: I-05 is in no other hand": {"holders": {"0": {"I-05": [1]}}},
    "holders: too many cards": {"holders": {"0": {"I-07": [1], "I-08": [1]}}},
    "under the tops": {"piles": [["I-09"], ["I-10"], ["I-11"]]},
}


@pytest.mark.rule("LM-16")
@pytest.mark.parametrize("problem", BAD_VIEWS)
def test_views_that_cannot_be(problem: str) -> None:
    g = lt.load(as_record(2) | {"position": GOOD})
    assert read(g, g.view(0)).tobytes() == g.view_record(0).tobytes()
    with pytest.raises(GameError, match=problem):
        read(g, g.view(0) | BAD_VIEWS[problem])
