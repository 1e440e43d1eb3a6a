"""The odd corners of La chasse aux fromages: the cards, the deal and the turn. Tests name the rules that they prove."""

import re
from collections import Counter

import pytest

import lumitheque as lt
from fromages_tables import DECK, FROMAGES, RATS, UNTOUCHED, check, clogs, holding, little, play, reached, table, worth
from lumitheque.games import GameError
from lumitheque.games.edition import read_edition
from lumitheque.games.fromages.network import open_sides


@pytest.mark.rule("FR-00")
def test_what_is_not_a_move_now() -> None:
    g = table(UNTOUCHED, UNTOUCHED, discard=["T12"])
    for text in (
        "",
        "draw",
        "draw pile ",
        "Draw pile",
        "plumber 01",
        "plumber x",
        "flush b02",
        "flush bb",
        "flip a1",
        "put b3",
    ):
        assert g.refusal(text) == "FR-00", text
    assert [g.refusal(text) for text in ("toss", "put b3 up", "clog P2 b3", "noflip")] == ["FR-00"] * 4  # other phases
    assert {g.refusal("draw pile", seat) for seat in (1, 2, -1)} == {"FR-00"}
    held = holding("T87", "pile", UNTOUCHED, "@ T84 . / . . . / . . #")
    assert [held.refusal(f"clog P{n} b3") for n in (0, 3, 7, 2)] == ["FR-00", "FR-00", "FR-00", None]
    assert held.refusal("draw pile") == "FR-00"


@pytest.mark.rule("FR-00", "FR-23")
def test_nothing_is_a_move_when_the_game_is_over() -> None:
    g = table("@ T12 T13 / T14 T15 T16 / T17 (T18) #", UNTOUCHED, phase="flip")
    assert play(g, "flip b1")["phase"] == "over"
    assert g.waiting() == []
    assert {g.refusal(text, seat) for text in ("draw pile", "pass", "flip b1") for seat in (-1, 0, 1)} == {"FR-00"}


@pytest.mark.rule("FR-01", "FR-04")
def test_the_deck() -> None:
    rows = [line.split(",") for line in DECK.text.splitlines()[1:]]
    assert len(rows) == 88 == len(set(DECK.cards))
    assert Counter(cheese for _, _, cheese, clogged in rows if clogged == "no") == {"0": 25, "1": 22, "2": 13, "3": 6}
    assert len({form for _, form, _, clogged in rows if clogged == "yes"}) == 7
    assert sum(clogged == "yes" for *_, clogged in rows) == 22
    assert DECK.is_reconstruction


@pytest.mark.rule("FR-01", "FR-02", "FR-03", "FR-04")
@pytest.mark.parametrize(
    ("line", "row", "problem"),
    [
        (1, "id,form,cheese", "line 1: the header is"),
        (3, "T01,cross,0,no", "line 3: a second card T01"),
        (3, "?,cross,0,no", "line 3: '?' is not a name"),
        (4, "T03,bend,0,no", "line 4: T03: unknown form 'bend'; expected one of elbow_tr"),
        (5, "T04,cross,4,no", "line 5: T04: a cheese of '4'; expected 0, 1, 2 or 3"),
        (5, "T04,cross,0,maybe", "line 5: T04: clogged is 'maybe'; expected yes or no"),
        (5, "T04,cross,1,yes", "line 5: T04: a clogged pipe with a cheese of 1"),
        (6, "T05,cross,0", "line 6: 3 fields; expected 4"),
        (89, "T88,cross,0,no\nT89,cross,0,no", "line 90: one card too many; expected 88"),
        (50, ",", "line 50: 2 fields; expected 4"),
    ],
)
def test_a_deck_that_is_none(line: int, row: str, problem: str) -> None:
    lines = DECK.text.splitlines()
    lines[line - 1] = row
    with pytest.raises(GameError, match=re.escape(f"mine.csv, {problem}")):
        read_edition(FROMAGES, "\n".join(lines), "mine.csv", "mine")
    with pytest.raises(GameError, match="2 cards; expected 88"):
        read_edition(FROMAGES, "\n".join(DECK.text.splitlines()[:3]), "mine.csv", "mine")
    assert read_edition(FROMAGES, DECK.text + "\n\n", "mine.csv", "mine").cards == DECK.cards  # blank lines are nothing


@pytest.mark.rule("FR-02")
def test_seven_forms_and_which_may_be_turned() -> None:
    """Openings as bits: 1 top, 2 right, 4 bottom, 8 left."""
    upright = {"T01": 3, "T12": 9, "T42": 5, "T55": 10, "T68": 11, "T76": 7, "T84": 15}
    upside_down = {"T01": 12, "T12": 6, "T68": 14, "T76": 13}
    for card in upright:
        g = holding(card, "discard", UNTOUCHED, UNTOUCHED)
        assert g.refusal("put b3 down") == (None if card in upside_down else "FR-02")
        assert ("put b3 down" in g.legal()) == (card in upside_down)
        assert g.refusal("put a3 down") == "FR-11"  # comes first
        for way, sides in (("up", upright), ("down", upside_down)):
            if card in sides:
                g = holding(card, "discard", UNTOUCHED, UNTOUCHED)
                assert play(g, f"put b3 {way}")["networks"][0]["b3"]["turned"] == (way == "down")
                assert open_sides(g.e, g.state, 0, 5) == sides[card]


@pytest.mark.rule("FR-03", "FR-15", "FR-20")
def test_clogged_pipes_let_through_and_do_no_harm_at_home() -> None:
    g = table("@ . . / T52 . . / T08 (T65) #", UNTOUCHED, phase="flip", may_decline=True)
    position = play(g, "flip b1")
    assert position["cheese"] == 0
    assert position["turn"] == 1
    assert position["networks"][0]["b1"] == {"card": "T65", "up": True, "turned": False, "cover": None}
    assert reached(g) == "a1 b1 a2"


@pytest.mark.rule("FR-13", "FR-15")
def test_a_clogged_pipe_of_the_network_is_a_plain_pipe() -> None:
    g = holding("T66", "pile", UNTOUCHED, "@ T65 . / . . . / . . #")
    assert clogs(g) == ["clog P2 b3"]
    g = table(UNTOUCHED, "@ T65 . / . . . / . . #", turn=1, tile="toilet")
    assert g.refusal("flush b3") == "FR-18"  # nothing lies on it


@pytest.mark.rule("FR-05", "FR-20")
def test_start_and_home_open_two_sides_each() -> None:
    assert reached(table("@ T84 . / T85 . . / . . #", UNTOUCHED)) == "a2 b3"
    g = table("@ T84 T85 / . . T86 / . T87 #", UNTOUCHED, cheese=1)
    assert reached(g) == "b1 c2 b3 c3"  # b1 through the home
    assert (
        play(table("@ T12' T84 / . . T42 / . (T55) #", UNTOUCHED, phase="flip"), "flip b1")["cheese"] is None
    )  # ╔ at b3


@pytest.mark.rule("FR-05", "FR-22")
@pytest.mark.parametrize(("home", "points"), [("through", 5 + 3 - 3), ("stop", 5 - 3)])
def test_cheese_behind_the_home(home: str, points: int) -> None:
    g = table("@ . . / T42 . T51 / T01 T55 #", UNTOUCHED, options={"home": home}, cheese=0)
    assert worth(g) == points


@pytest.mark.rule("FR-01", "FR-06", "FR-07", "FR-08", "FR-09")
def test_the_deal() -> None:
    g = lt.new("fromages", seats=3, seed="5")
    (rats, dealer, deck, ways), position = [outcome for _, outcome in g.chance()], g.position()
    assert [label for label, _ in g.chance()] == ["rats", "dealer", "deck", "way up"]
    assert sorted(rats) == RATS
    check(g)
    assert position["rats"] == rats[:3]
    assert position["dealer"] == position["turn"] == dealer
    order = ("b3", "c3", "a2", "b2", "c2", "a1", "b1")
    for i, (seat, cell) in enumerate((seat, cell) for seat in range(3) for cell in order):
        card, turns = deck[-1 - i], deck[-1 - i] < "T42" or "T68" <= deck[-1 - i] < "T84"
        turned = bool(ways[i]) and turns
        assert position["networks"][seat][cell] == {"card": card, "up": False, "turned": turned, "cover": None}
    assert (position["discard"], position["pile"]) == ([deck[-22]], deck[:-22])
    assert (position["tile"], position["held"], len(ways)) == ("plumber", None, 21)


@pytest.mark.rule("FR-07")
def test_a_card_keeps_its_way_when_turned_over() -> None:
    for token, turned in (("(T01')", True), ("(T01)", False)):
        g = table(f"@ {token} . / . . . / . . #", UNTOUCHED, phase="flip")
        assert play(g, "flip b3")["networks"][0]["b3"] == {"card": "T01", "up": True, "turned": turned, "cover": None}


@pytest.mark.rule("FR-09", "FR-24")
def test_how_many_rounds() -> None:
    usual = [FROMAGES.settle(seats, {})["rounds"] for seats in range(2, 7)]
    assert usual == [4, 3, 4, 5, 6]
    assert FROMAGES.settle(6, {"game": "tout_petits"})["rounds"] == 1
    for wrong in ({"rounds": 0}, {"rounds": 13}, {"rounds": "4"}, {"game": "tout_petits", "rounds": 2}):
        with pytest.raises(GameError, match="option rounds"):
            lt.new("fromages", options=wrong)
    for seats in (1, 7):
        with pytest.raises(GameError, match="2 to 6 players"):
            lt.new("fromages", seats=seats)


@pytest.mark.rule("FR-10")
def test_drawing() -> None:
    g = table(UNTOUCHED, UNTOUCHED, discard=["T12", "T01"])
    top = g.position()["pile"][-1]
    assert play(g, "draw pile")["held"] == {"card": top, "from": "pile"}
    assert [g.view(seat)["held"]["card"] for seat in (0, 1, None)] == [top, "?", "?"]
    g = table(UNTOUCHED, UNTOUCHED, discard=["T12", "T01"])
    position = play(g, "draw discard")
    assert (position["held"], position["discard"]) == ({"card": "T01", "from": "discard"}, ["T12"])
    assert g.view(1)["held"] == position["held"]
    assert g.can_take_back(0)  # nothing new was seen
    assert table(UNTOUCHED, UNTOUCHED).refusal("draw discard") == "FR-10"


@pytest.mark.rule("FR-11")
def test_putting_a_card() -> None:
    g = holding("T01", "pile", "@ T12 . / . . . / . . #", UNTOUCHED)
    assert [g.refusal(f"put {cell} up") for cell in ("a3", "c1", "d1", "a0", "z99")] == ["FR-11"] * 5
    position = play(g, "put b3 down")
    assert position["networks"][0]["b3"] == {"card": "T01", "up": True, "turned": True, "cover": None}
    assert (position["discard"], position["turn"]) == (["T12"], 1)
    g = holding("T01", "discard", "@ (T12) . / . . . / . . #", UNTOUCHED)
    assert g.view(0)["networks"][0]["b3"]["card"] == "?"
    assert play(g, "put b3 up")["discard"] == ["T12"]  # shown to all
    assert not g.can_take_back(0)


@pytest.mark.rule("FR-11", "FR-13")
def test_a_clogged_pipe_that_leaves_may_clog_but_turns_nothing_over() -> None:
    pictures = "@ (T65) . / . . . / . . #", "@ . T55 / . . . / . . #"
    g = holding("T01", "pile", *pictures)
    position = play(g, "put b3 up")
    assert (position["phase"], position["replaced"], position["turn"]) == ("replaced", "T65", 0)
    assert g.legal() == ["clog P2 c3", "toss"]
    position = play(g, "clog P2 c3")
    assert (position["networks"][1]["c3"]["cover"], position["phase"], position["turn"]) == ("T65", "turn", 1)
    assert play(holding("T01", "pile", *pictures), "put b3 up", "toss")["discard"] == ["T65"]
    g = holding("T01", "pile", pictures[0], UNTOUCHED)  # no target: no question
    assert play(g, "put b3 up")["discard"] == ["T65"]
    assert g.waiting() == [1]


@pytest.mark.rule("FR-12")
def test_what_is_tossed_costs_a_card_turned_over() -> None:
    g = holding("T01", "pile", "@ T12 . / . . . / . . #", UNTOUCHED)
    position = play(g, "toss")
    assert (position["discard"], position["phase"], position["turn"]) == (["T01"], "flip", 0)
    assert g.legal() == [f"flip {cell}" for cell in ("a1", "b1", "a2", "b2", "c2", "c3")]
    assert [g.refusal(text) for text in ("noflip", "flip b3", "flip a3", "flip c1", "flip k9")] == ["FR-12"] * 5
    assert play(g, "flip c3")["networks"][0]["c3"]["up"]
    assert g.waiting() == [1]


@pytest.mark.rule("FR-12", "FR-24", "FR-25", "FR-26")
def test_little_ones_with_nothing_to_turn_over() -> None:
    seen = "@ T12 T13 T14 / T15 T16 T17 T18 / T19 T20 T21 #"
    g = little(seen, "@ . . . / . . . . / . . . #", phase="held", held={"card": "T01", "from": "pile"})
    position = play(g, "toss")
    assert (position["phase"], position["turn"], position["quiet"], position["ending"]) == ("turn", 1, 1, None)


@pytest.mark.rule("FR-13")
def test_where_a_clogged_pipe_fits() -> None:
    mine, other = "@ T01 . / . . . / . . #", "@ (T02) T04' / T05+T09 T12 T10 / . T68 #"
    g = holding("T08", "pile", mine, other, "@ . . / . . . / . T03 #")
    assert clogs(g) == ["clog P2 c2", "clog P2 c3", "clog P3 b1"]
    wrong = ("P1 b3", "P2 b3", "P2 a2", "P2 b2", "P2 b1", "P2 a3", "P2 c1", "P2 d3", "P3 z0")
    assert {g.refusal(f"clog {target}") for target in wrong} == {"FR-13"}
    position = play(g, "clog P2 c3")
    assert position["networks"][1]["c3"] == {"card": "T04", "up": True, "turned": True, "cover": "T08"}
    assert (position["phase"], position["may_decline"], position["turn"]) == ("flip", True, 0)
    assert play(g, "noflip")["turn"] == 1
    assert clogs(holding("T06", "pile", mine, other)) == []  # not clogged


@pytest.mark.rule("FR-13", "FR-20", "FR-22")
def test_a_covered_cheese_does_not_count_but_the_way_stays_open() -> None:
    g = holding("T65", "plumber", UNTOUCHED, "@ T64 T85 / . . . / . . #", tile="toilet")
    assert (worth(g, 1), reached(g, 1)) == (3 - 5, "b3 c3")
    position = play(g, "clog P2 b3")
    assert (position["phase"], position["may_decline"]) == ("flip", True)
    assert (worth(g, 1), reached(g, 1)) == (-5, "b3 c3")
    assert play(g, "flip b2")["networks"][0]["b2"]["up"]


@pytest.mark.rule("FR-14")
@pytest.mark.parametrize("source", ["discard", "plumber"])
def test_a_card_that_was_chosen_must_be_played(source: str) -> None:
    g = holding("T01", source, UNTOUCHED, UNTOUCHED, tile="toilet")
    assert g.refusal("toss") == "FR-14"
    assert len(g.legal()) == 14
    assert holding("T01", "pile", UNTOUCHED, UNTOUCHED).refusal("toss") is None


@pytest.mark.rule("FR-16")
def test_replacing_a_covered_card_removes_both() -> None:
    mine = "@ T65+T66 . / . . . / . . #"
    g = holding("T01", "discard", mine, "@ T55 . / . . . / . . #", discard=["T12"])
    position = play(g, "put b3 up")
    assert (position["discard"], position["replaced"]) == (["T12", "T65"], "T66")
    assert position["networks"][0]["b3"]["cover"] is None
    assert play(g, "toss")["discard"] == ["T12", "T65", "T66"]
    g = holding("T01", "discard", mine, UNTOUCHED, discard=["T12"])  # without a target
    assert play(g, "put b3 up")["discard"] == ["T12", "T65", "T66"]
    assert g.waiting() == [1]


@pytest.mark.rule("FR-17")
def test_the_plumber() -> None:
    cards = ["T01", "T02", "T03", "T04", "T05", "T06"]
    g = table(UNTOUCHED, UNTOUCHED, discard=cards)
    assert [g.refusal(f"plumber {n}") for n in (0, 1, 5, 6, 999999999)] == ["FR-17", None, None, "FR-17", "FR-17"]
    position = play(g, "plumber 3")
    assert position["held"] == {"card": "T04", "from": "plumber"}
    assert (position["discard"], position["tile"]) == (["T01", "T02", "T03", "T05", "T06"], "toilet")
    assert g.view(1)["held"]["card"] == "T04"  # it was public
    few = table(UNTOUCHED, UNTOUCHED, discard=cards[:2])
    assert [few.refusal(f"plumber {n}") for n in (1, 2, 3)] == [None, None, "FR-17"]
    assert table(UNTOUCHED, UNTOUCHED).refusal("plumber 1") == "FR-17"
    assert table(UNTOUCHED, UNTOUCHED, discard=cards, tile="toilet").refusal("plumber 1") == "FR-17"


@pytest.mark.rule("FR-18")
def test_the_toilet() -> None:
    mine, other = "@ T55+T65 T01 / . . . / T02+T08 . #", "@ T56+T66 . / . . . / . . #"
    assert play(table(mine, other, tile="toilet"), "flush a1")["gone"] == ["T08"]
    g = table(mine, other, tile="toilet")
    assert [g.refusal(f"flush {cell}") for cell in ("b3", "c3", "a2", "a3", "c1", "x5")] == [None, *["FR-18"] * 5]
    position = play(g, "flush b3")
    assert (position["gone"], position["tile"], position["turn"]) == (["T65"], "plumber", 1)
    assert position["networks"][0]["b3"]["cover"] is None
    assert position["discard"] == []
    assert table(mine, other).refusal("flush b3") == "FR-18"  # the plumber is up
    assert table(UNTOUCHED, other, tile="toilet").refusal("flush b3") == "FR-18"  # the other's


@pytest.mark.rule("FR-10", "FR-11", "FR-12", "FR-13", "FR-22")
def test_a_move_that_shows_nothing_can_be_taken_back() -> None:
    mine, other = "@ T55+T65 T12 / . . . / . . #", "@ T56 . / . . . / . . #"
    held = {source: {"phase": "held", "held": {"card": "T67", "from": source}} for source in ("pile", "discard")}
    flip = {"phase": "flip", "may_decline": True}
    left = {"phase": "replaced", "replaced": "T66"}
    shows = {"draw pile": {}, "put b3 up": held["pile"], "put a1 up": held["discard"], "flip a1": flip}
    for text, more in {
        **shows,
        "toss": held["pile"],
        "clog P2 b3": held["pile"],
        "noflip": {**flip, "quiet": 19},
    }.items():
        g = table(mine, other, discard=["T13"], tile="toilet", **more)
        play(g, text)
        assert not g.can_take_back(0), text
    quiet = {"draw discard": {}, "flush b3": {}, "put c3 up": held["discard"], "clog P2 b3": held["discard"]}
    for text, more in {**quiet, "noflip": flip, "toss": left, "plumber 1": {"tile": "plumber"}}.items():
        g = table(mine, other, **{"discard": ["T13"], "tile": "toilet", **more})
        before = g.position()
        play(g, text)
        assert g.can_take_back(0), text
        g.take_back()
        assert g.position() == before
