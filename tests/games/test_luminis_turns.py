"""The odd corners of Luminis: theft, full hands, passes and the end. Each test names the rules that it proves."""

from typing import Any

import pytest

from luminis_tables import DECK, IDS, play, table
from lumitheque.referee import RecordError, Referee

RICH = "I-22@0 I-23@1 I-24@2 I-01@3 II-13@0 II-14@1 II-15@2"  # five of each kind at least
SEVEN = "I-05 I-06 I-07 I-08 I-09 I-10 I-11"

# P2 has built all that can be built of levels I to III; P1 has built nothing and holds nothing that fits
ALL_BUILT = " ".join(f"{name}-{i + 1:02d}@{i}" for name, n in (("I", 34), ("II", 34), ("III", 22)) for i in range(n))
LEFT_OVER = [f"II-{i}" for i in range(35, 41)]


def nothing_to_do(hand: str = " ".join(LEFT_OVER), other: str = "", **more: Any) -> Referee:
    return table([hand, other], ["", ALL_BUILT], piles=["", "", ""], **more)


# --- theft ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LM-16")
def test_with_two_players_the_opponent_steals_by_itself() -> None:
    g = table(["II-34 I-02 I-03", "I-04"], [RICH, ""], theft=["I-03"])
    assert g.play("build II-34@3") == [("theft", "I-03")]
    assert g.position()["hands"] == [["I-02"], ["I-03", "I-04"]]
    assert (g.waiting(), g.position()["phase"]) == ([1], "turn")


@pytest.mark.rule("LM-16")
def test_a_theft_after_paying_with_the_last_cards_takes_nothing() -> None:
    g = table(["II-34 I-33", "I-04"], ["I-22@0 I-23@1 I-24@2 II-14@1", ""])  # a triangle is missing
    assert g.play("build II-34@2") == [] and g.position()["phase"] == "pay"
    assert g.play("discard I-33>1") == []  # nobody can take anything, so nothing happens
    assert (g.waiting(), g.position()["hands"]) == ([1], [[], ["I-04"]])


@pytest.mark.rule("LM-16")
def test_a_theft_that_cannot_be() -> None:
    with pytest.raises(RecordError, match="no such outcome"):
        table(["II-34 I-02", "I-04"], [RICH, ""], theft=["I-04"]).play("build II-34@3")


@pytest.mark.rule("LM-16", "LM-00")
def test_naming_a_thief_and_taking() -> None:
    g = table(["II-34 I-02", "I-03", "I-04", ""], [RICH], theft=["I-02"])
    assert g.play("build II-34@3") == []
    told = g.position()
    assert (told["phase"], told["turn"], told["acting"], told["named"]) == ("name", 0, 0, None)
    assert g.legal() == ["name P2", "name P3", "name P4"] and g.refusal("name P1") == "LM-16"
    assert g.refusal("name P5") == g.refusal("name P0") == g.refusal("steal P2") == g.refusal("draw 1") == "LM-00"
    g.play("name P4")
    told = g.position()
    assert (told["phase"], told["turn"], told["acting"], told["named"]) == ("steal", 0, 3, 3)
    assert g.legal() == ["steal P1", "steal P2", "steal P3"]  # the one who named too
    assert g.refusal("steal P4") == "LM-16" and g.refusal("steal P9") == "LM-00" and g.refusal("steal P1", 0) == "LM-00"
    assert g.play("steal P1") == [("theft", "I-02")]
    told = g.position()
    assert told["hands"] == [[], ["I-03"], ["I-04"], ["I-02"]]
    assert (told["phase"], told["turn"], told["acting"], told["named"]) == ("turn", 1, 1, None)


@pytest.mark.rule("LM-16")
def test_only_who_can_take_is_named_and_only_full_hands_are_robbed() -> None:
    g = table(["II-34", "I-03", ""], [RICH])
    g.play("build II-34@3")
    assert g.legal() == ["name P3"] and g.refusal("name P2") == "LM-16"  # the only cards are P2's own
    g.play("name P3")
    assert g.legal() == ["steal P2"] and g.refusal("steal P1") == "LM-16"
    nobody = table(["II-34", "", ""], [RICH])
    nobody.play("build II-34@3")
    assert (nobody.waiting(), nobody.position()["phase"]) == ([1], "turn")


@pytest.mark.rule("LM-16", "LM-18")
def test_any_placed_card_may_carry_the_sign() -> None:
    deck = DECK.replace("up-right right,no", "up-right right,yes")  # bonus cards, in another deck
    g = table(["I-05", "I-04"], ["I-01@0 I-02@1 I-03@2", ""], game="advanced", theft=["I-05"], deck=deck)
    assert g.play("bonus I-34@3") == [("theft", "I-05")]


# --- the end of a turn ----------------------------------------------------------------------------------------------


@pytest.mark.rule("LM-19")
def test_seven_cards_are_kept() -> None:
    g = table([SEVEN, ""])
    drawn = g.position()["piles"][0][-1]
    g.play("draw 1")
    assert (g.position()["phase"], g.waiting(), g.position()["quiet"]) == ("drop", [0], 1)
    assert len(g.legal()) == 8 * 3
    refused = ("drop I-01>1", "drop I-05>0", "drop I-05>4", "drop X-1>1")
    assert {g.refusal(text) for text in refused} == {"LM-19"}
    assert g.refusal("discard I-05>1") == g.refusal("draw 1") == g.refusal("pass") == "LM-00"
    g.play(f"drop {drawn}>3")  # the card just drawn too
    assert g.position()["piles"][2][-1] == drawn and g.waiting() == [1]
    full = table([SEVEN.replace("I-05 ", ""), ""])
    full.play("draw 1")
    assert full.waiting() == [1]  # seven are no more than seven


@pytest.mark.rule("LM-16", "LM-19")
def test_a_thief_with_eight_cards_waits_for_the_end_of_the_own_turn() -> None:
    g = table(["II-34 I-12 I-13", SEVEN], [RICH, ""], theft=["I-13"])
    g.play("build II-34@3")
    assert (len(g.position()["hands"][1]), g.position()["phase"], g.waiting()) == (8, "turn", [1])
    g.play("draw 1")
    play(g, "drop I-05>1")
    assert (g.position()["phase"], g.waiting()) == ("drop", [1])  # nine: two must go
    play(g, "drop I-06>1")
    assert g.waiting() == [0]


@pytest.mark.rule("LM-19")
def test_after_placing_a_thief_may_still_hold_too_many() -> None:
    g = table([SEVEN + " I-01 I-02", "", ""], [""])
    g.play("build I-01@0")
    assert (g.position()["phase"], g.position()["quiet"]) == ("drop", 0)
    g.play("drop I-05>4")
    assert g.waiting() == [1] and g.position()["quiet"] == 0


@pytest.mark.rule("LM-19", "LM-20")
def test_a_pass_too_ends_with_seven_cards() -> None:
    built = " ".join(card for card in ALL_BUILT.split() if card.split("@")[0] not in ("III-21", "III-22"))
    g = table([" ".join([*LEFT_OVER, "III-21", "III-22"]), ""], ["", built], piles=["", "", ""])
    assert g.legal() == ["pass"]
    g.play("pass")
    assert g.position()["phase"] == "drop"
    g.play("drop III-21>2")
    assert g.waiting() == [1] and g.position()["piles"] == [[], ["III-21"], []]


# --- passing --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LM-20")
def test_a_pass_only_if_nothing_else_is_possible() -> None:
    g = nothing_to_do()
    assert g.legal() == ["pass"] and g.refusal("draw 1") == "LM-09" and g.refusal("build II-35@0") == "LM-11"
    g.play("pass")
    assert g.refusal("pass") == "LM-20"  # P2 can pay for a spire
    assert all(text.startswith("spire") for text in g.legal())


@pytest.mark.rule("LM-20")
def test_an_empty_pile_stays_to_discard_onto() -> None:
    others = " ".join(card for card in IDS[:96] if card not in ("I-01", "I-13", "II-01"))
    g = table(["I-13 I-01", ""], piles=["", others, "II-01"])
    assert g.refusal("draw 1") == "LM-09" and g.refusal("pass") == "LM-20"
    play(g, "build I-13@0", "discard I-01>1", "draw 3")
    assert g.position()["piles"][0] == ["I-01"] and g.position()["piles"][2] == []
    assert {text for text in g.legal() if text.startswith("draw")} == {"draw 1", "draw 2"}


@pytest.mark.rule("LM-18", "LM-20")
def test_who_can_place_a_bonus_card_does_not_pass() -> None:
    left_out = ("I-31", "I-32", "I-33", "I-34", "II-31", "II-32", "II-33", "II-34", "III-22")
    placed = " ".join(card for card in ALL_BUILT.split() if not card.startswith(left_out))
    hand = "II-31 II-32 II-33 II-34 II-35 II-36 II-37"
    mine = "I-31@0 I-32@1 I-33@2 II-38@0 II-39@1"
    g = table(["", hand], [mine, placed], piles=["", "", ""], game="advanced")
    assert g.refusal("pass") == "LM-20" and g.legal() == ["bonus I-34@-1", "bonus I-34@3"]


@pytest.mark.rule("LM-14", "LM-20")
def test_who_can_place_by_discarding_does_not_pass() -> None:
    built = " ".join(card for card in ALL_BUILT.split() if not card.startswith(("I-34", "II-34")))
    g = table([" ".join(["I-34", *LEFT_OVER]), "II-34"], ["", built], piles=["", "", ""])
    assert g.refusal("pass") == "LM-20" and g.legal() == ["build I-34@0"]


# --- the end --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LM-21")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_twelve_turns_each_without_a_placement(seats: int) -> None:
    g = table(["I-01"] + [""] * (seats - 1), quiet=12 * seats - 2)
    g.play("draw 1")
    assert g.ending() is None and g.position()["quiet"] == 12 * seats - 1
    g.play("draw 1")
    ending = g.ending()
    assert ending is not None
    assert (ending["reason"], ending["winners"]) == ("exhausted", list(range(seats)))  # nobody has anything
    assert ending["points"] == [1 / seats] * seats and g.position()["turn"] is None


@pytest.mark.rule("LM-21")
def test_a_placement_begins_the_count_anew() -> None:
    g = table(["I-01", ""], quiet=23)
    g.play("build I-01@0")
    assert g.ending() is None and g.position()["quiet"] == 0


@pytest.mark.rule("LM-19", "LM-21")
def test_the_count_is_looked_at_after_the_last_drop() -> None:
    g = table([SEVEN, ""], quiet=23)
    g.play("draw 1")
    assert g.ending() is None and g.position()["phase"] == "drop"
    g.play("drop I-05>1")
    assert g.ending() is not None


@pytest.mark.rule("LM-20", "LM-21")
def test_passes_count_as_turns_without_a_placement() -> None:
    g = nothing_to_do(quiet=23)
    g.play("pass")
    assert g.ending() == {"reason": "exhausted", "points": [0, 1], "winners": [1]}


@pytest.mark.rule("LM-21")
@pytest.mark.parametrize(
    ("built", "winners"),
    [
        (["I-03@0 II-15@0 III-01@0", "I-22@0 I-23@1 I-24@2 II-13@0 II-14@1", ""], [0]),  # level III first
        (["I-01@0", "I-22@0", "I-02@0 I-03@1"], [1, 2]),  # then centres of all kinds together
        (["I-03@0 II-15@0 III-04@0", "I-02@0 II-14@0 III-05@0", "I-01@0"], [0, 1]),
        (["I-03@0 II-15@0 III-04@0", "I-02@0 II-14@0 III-05@0 I-01@1", "I-31@0"], [1]),
        (["I-34@0", "", ""], [0, 1, 2]),  # an empty centre is worth nothing
    ],
)
def test_who_wins_when_nothing_is_built_any_more(built: list[str], winners: list[int]) -> None:
    g = table(["", "", ""], built, quiet=35)
    g.play("draw 1")
    ending = g.ending()
    assert ending is not None and ending["winners"] == winners
    assert ending["points"] == [1 / len(winners) if seat in winners else 0 for seat in range(3)]
