"""The odd corners of Luminis: cards, set-up, drawing, placing and paying. Each test names the rules that it proves."""

import itertools
import random
from collections import Counter

import pytest

import lumitheque as lt
from luminis_tables import BONUS, DECK, IDS, PILES, centre, columns, dealt, few_level_ones, level, play, table
from lumitheque.games import find
from lumitheque.games.edition import EditionError, load_edition, read_edition
from lumitheque.referee import RecordError, Refused

every_count = pytest.mark.parametrize("seats", [2, 3, 4, 5])
UNREADABLE = ("", "draw", "draw 01", "draw 1 ", "Draw 1", "draw -1", "draw 1234567890", "pass 1", "name 1", "name p1")
UNREADABLE += tuple(f"build {rest}" for rest in ("I-05", "I-05@", "I-05@-0", "I-05@00", "I-05 @0", "I-05>0", "@0"))


@pytest.mark.rule("LM-00")
def test_what_is_not_a_move_now() -> None:
    g = table(["I-01", "I-02"])
    other_phases = ("pile 1", "discard I-01>1", "drop I-01>1", "name P2", "steal P2")
    assert {g.refusal(text) for text in (*UNREADABLE, *other_phases)} == {"LM-00"}
    assert g.refusal("draw 1", 0) is None
    assert g.refusal("draw 1", 1) == g.refusal("draw 1", 2) == g.refusal("draw 1", -1) == "LM-00"
    assert g.legal(1) == []


@pytest.mark.rule("LM-00", "LM-07", "LM-09", "LM-10", "LM-11", "LM-17", "LM-18")
def test_what_does_not_exist_is_refused_by_the_rule_of_the_move() -> None:
    assert dealt(few_level_ones()).refusal("pile 4") == "LM-07"
    g = table(["I-01", ""], game="advanced")
    refusals = {text: g.refusal(text) for text in ("draw 0", "draw 4", "build X-9@0", "spire IV-3@0", "bonus none@0")}
    assert list(refusals.values()) == ["LM-09", "LM-09", "LM-10", "LM-17", "LM-18"]
    assert g.refusal("build I-01@999999999") == g.refusal("build I-01@-34") == "LM-11"


# --- the cards ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LM-01", "LM-03", "LM-04")
def test_the_deck() -> None:
    edition = load_edition(find("luminis"))
    assert edition is not None and edition.is_reconstruction
    e = edition.record
    assert Counter(e.level.tolist()) == {1: 34, 2: 40, 3: 22, 4: 6}
    assert [edition.cards[card] for card in e.bonus] == BONUS
    totals = {i: [int(e.cost[card].sum()) for card in range(102) if e.level[card] == i] for i in range(1, 5)}
    spans = [(min(costs), max(costs)) for costs in totals.values()]
    assert spans == [(0, 4), (5, 8), (9, 12), (15, 15)]
    assert sorted(e.cost[card].tolist() for card in e.spires) == [[0, 0, 15]] * 2 + [[0, 15, 0]] * 2 + [[15, 0, 0]] * 2
    assert e.theft.sum() == 6


BAD_DECKS = {
    "line 1: expected the column names": "",
    "expected the column names id,level": DECK.replace("id,", "name,", 1),
    "33 cards of level I; expected 34": DECK.replace("I-01,I,0,0,0,1,0,0,0,0,0,,no\n", "", 1),
    "line 2: level 'V'": DECK.replace("I-01,I,", "I-01,V,", 1),
    "line 2: cost_square '-1'": DECK.replace("I-01,I,0", "I-01,I,-1", 1),
    "line 2: cost_square '100'": DECK.replace("I-01,I,0", "I-01,I,100", 1),
    "line 2: cost_square '01'": DECK.replace("I-01,I,0", "I-01,I,01", 1),
    "'down' is not one of left": DECK.replace("up right,no", "up down,no", 1),
    "each arrow is named once": DECK.replace("up right,no", "up up,no", 1),
    "theft 'maybe'": DECK.replace(",no\n", ",maybe\n", 1),
    "line 3: id 'I-01' is taken": DECK.replace("I-02,", "I-01,", 1),
    "line 2: id '\\?'": DECK.replace("I-01,", "?,", 1),
    "line 2: id 'I 01'": DECK.replace("I-01,", "I 01,", 1),
    "line 2: 14 values; expected 13": DECK.replace("I-01,I,", "I-01,I,0,", 1),
    "empty centre: II-01, II-40; expected exactly one": DECK.replace("II-01,II,2,2,1,1,1", "II-01,II,2,2,1,0,0"),
    "level III with an empty centre: –": DECK.replace("III-22,III,3,3,3,0,0,0", "III-22,III,3,3,3,1,0,0"),
    "not a table": DECK.replace("I-01,", '"I-01"x,', 1),
}


@pytest.mark.rule("LM-01", "LM-02", "LM-03", "LM-04")
@pytest.mark.parametrize("problem", BAD_DECKS)
def test_decks_that_are_none(problem: str) -> None:
    with pytest.raises(EditionError, match=problem):
        read_edition(find("luminis"), BAD_DECKS[problem], "deck.csv", "deck")


@pytest.mark.rule("LM-02", "LM-04")
def test_any_other_deck_will_do() -> None:
    """Spires at another price, cards in another order, theft signs everywhere."""
    header, *lines = DECK.replace("15", "9").replace(",no", ",yes").splitlines()
    text = "\ufeff" + "\r\n".join([header, *reversed(lines), ""])
    deck = read_edition(find("luminis"), text, "deck.csv", "deck")
    assert deck.cards[0] == "IV-06" and not deck.is_reconstruction
    assert [deck.cards[card] for card in deck.record.bonus] == BONUS


@pytest.mark.rule("LM-03", "LM-18")
def test_bonus_cards_are_ordinary_in_the_basic_game() -> None:
    basic, advanced = (lt.new("luminis", seed="3", options={"game": game}) for game in ("basic", "advanced"))
    in_deck = {game: set(dict(g.chance())["deck"]) for game, g in (("basic", basic), ("advanced", advanced))}
    assert in_deck["basic"] - in_deck["advanced"] == set(BONUS)
    assert (basic.position()["bonus"], advanced.position()["bonus"]) == ([], BONUS)
    g = table(["I-34", ""], ["I-11@0 I-07@1 I-09@2", ""])
    assert g.refusal("bonus I-34@3") == "LM-18"
    assert columns(g, "I-34") == {-1, 3}


# --- set-up ---------------------------------------------------------------------------------------------------------


@every_count
@pytest.mark.rule("LM-05", "LM-06", "LM-08")
def test_what_is_laid_out(seats: int) -> None:
    for game, total in (("basic", 96), ("advanced", 93)):
        g = lt.new("luminis", seats=seats, seed="5", options={"game": game})
        assert [label for label, _ in g.chance()] == ["spires", "first", "deck"]
        lots, told = dict(g.chance()), g.position()
        assert told["spires"] == sorted(lots["spires"][: 3 if seats == 2 else 4])
        assert told["piles"] == [lots["deck"][i :: PILES[seats]] for i in range(PILES[seats])]
        heights = [len(pile) for pile in told["piles"]]
        assert sum(heights) == total and sorted(heights, reverse=True) == heights and heights[0] - heights[-1] <= 1
        assert told["first"] == told["turn"] == lots["first"]
        assert all(pile[:-1] == ["?"] * (len(pile) - 1) and pile[-1] != "?" for pile in g.view(0)["piles"])


@pytest.mark.rule("LM-08")
def test_the_first_player_is_drawn_by_lot() -> None:
    assert {lt.new("luminis", seats=3, seed=str(seed)).position()["first"] for seed in range(20)} == {0, 1, 2}


@pytest.mark.rule("LM-05", "LM-06", "LM-07", "LM-08")
@pytest.mark.parametrize(("lot", "outcome"), [(0, IDS[:6]), (1, 2), (1, "0"), (2, IDS[:97]), (2, ["I-01"] * 96)])
def test_lots_that_cannot_be(lot: int, outcome: object) -> None:
    record = lt.new("luminis", seed="5").record()
    record["chance"][lot] = (record["chance"][lot][0], outcome)
    with pytest.raises(RecordError, match=f"chance {lot}"):
        lt.load(record)


@pytest.mark.rule("LM-07")
def test_level_one_cards_are_taken_from_the_top() -> None:
    piles = few_level_ones()
    g = dealt(piles, first=1)
    assert (g.waiting(), g.position()["to_take"]) == ([1], 4)
    assert g.view(None)["level_one"] == [True, False, True]
    assert g.legal() == ["pile 1", "pile 3"] and g.refusal("pile 2") == g.refusal("pile 9") == "LM-07"
    (event,) = g.play("pile 3")
    told = g.position()
    assert told["hands"][1] == sorted(piles[2][-4:])
    assert event == ("pile 3", told["piles"][2]) and sorted(event[1]) == sorted(piles[2][:-4])
    assert event[1] != piles[2][:-4]  # shuffled
    assert (g.waiting(), told["to_take"]) == ([0], 5)


@pytest.mark.rule("LM-07")
def test_a_pile_that_runs_out_of_level_one_cards() -> None:
    piles = few_level_ones()
    g = dealt(piles)
    g.play("pile 1")
    told = g.position()
    assert (told["acting"], told["to_take"], told["hands"][0]) == (0, 2, ["I-01", "I-02"])  # the same player goes on
    assert g.legal() == ["pile 3"] and told["level_one"] == [False, False, True]
    play(g, "pile 3", "pile 3")
    told = g.position()
    assert (told["phase"], told["turn"], told["level_one"], told["to_take"]) == ("turn", 0, None, 0)
    assert [len(hand) for hand in told["hands"]] == [4, 5]


@pytest.mark.rule("LM-07", "LM-08")
def test_four_five_then_six_seen_by_all() -> None:
    g = lt.new("luminis", seats=5, seed="8")
    while g.position()["phase"] == "piles":
        g.play(g.legal()[0])
    told = g.position()
    assert [len(told["hands"][(told["first"] + i) % 5]) for i in range(5)] == [4, 5, 6, 6, 6]
    taken = {card: [seat] for seat, hand in enumerate(told["hands"]) for card in hand}
    assert told["holders"]["spectator"] == taken and {level(card) for card in taken} == {"I"}
    assert told["holders"]["2"] == {card: seat for card, seat in taken.items() if seat != [2]}


# --- drawing --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LM-09")
def test_a_draw_is_seen_by_all() -> None:
    g = table(["", ""])
    top, under = g.position()["piles"][1][-1], g.position()["piles"][1][-2]
    g.play("draw 2")
    assert g.view(1)["piles"][1][-1] == under
    assert g.view(0)["hands"] == [[top], []] and g.view(1)["hands"] == [["?"], []]
    assert g.view(1)["holders"] == {"1": {top: [0]}} and g.view(None)["holders"] == {"spectator": {top: [0]}}
    assert g.waiting() == [1]


# --- where ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LM-11")
def test_level_one_goes_to_the_ends_of_its_row() -> None:
    g = table(["I-01 I-02", "I-03"])
    assert columns(g, "I-01") == {0} and g.refusal("build I-01@1") == "LM-11"
    play(g, "build I-01@0", "build I-03@0")
    assert columns(g, "I-02") == {-1, 1}
    play(g, "build I-02@-1", "draw 1")
    assert g.refusal("build I-02@1") == "LM-10"  # it has left the hand


@pytest.mark.rule("LM-10", "LM-11")
def test_level_two_stands_on_level_one_and_nothing_is_covered() -> None:
    hand = "I-01 II-01 II-02 III-01"
    rich = "I-22@0 I-23@1 I-24@2 I-31@3 I-32@4 I-33@5 II-13@0 II-14@2 II-15@3 III-19@0"
    g = table([hand, ""], [rich, ""])
    assert columns(g, "I-01") == {-1, 6}
    assert columns(g, "II-01") == columns(g, "II-02") == {1, 4, 5}  # rows above the first may have gaps
    assert columns(g, "III-01") == {2, 3}
    assert g.refusal("build II-01@0") == g.refusal("build III-01@0") == g.refusal("build III-01@1") == "LM-11"


@pytest.mark.rule("LM-11", "LM-17", "LM-18")
def test_a_pyramid_needs_a_neighbour_below() -> None:
    rich = "I-22@0 I-23@1 I-24@2 I-31@3 I-32@4 I-33@5 II-13@0 II-14@2 II-15@3 III-19@2 II-25@5 II-26@4 III-10@4"
    hand = "II-01 III-01"
    g = table([hand, ""], [rich, ""], game="advanced", support="pyramid")
    assert columns(g, "II-01") == {1} and columns(g, "III-01") == {3, 5}
    assert g.refusal("build III-01@0") == "LM-11"  # nothing of level II beside it
    alone = table(["II-01", ""], ["I-31@0", ""], support="pyramid")
    assert alone.refusal("build II-01@0") == "LM-11"
    both = table(["II-01 II-13 II-14 II-15", ""], ["I-31@0 I-32@1", ""], support="pyramid")
    assert columns(both, "II-01") == {0, 1}  # each is the other's neighbour
    assert columns(g, "IV-01") == {2, 4}  # a spire needs only the card straight below
    play(g, "bonus I-34@-1", "draw 1")
    assert columns(g, "II-40") == {-1, 1}  # bonus cards obey too


# --- what with ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LM-12")
def test_centres_serve_every_turn_anew() -> None:
    g = table(["I-04 I-07 I-13", "I-03"], ["I-02@0 I-22@1", ""])  # a circle and two squares
    play(g, "build I-04@2", "draw 1", "build I-07@3", "draw 1", "build I-13@4")
    assert len(g.position()["cathedrals"][0]) == 5
    assert g.state.permanent[0].tolist() == [5, 1, 0]


ARROWS = {  # a card to be placed, a cathedral that lacks one resource for it, and the columns where an arrow brings it
    "left": ("I-06", "I-05@0", {-1}),
    "right": ("I-05", "I-04@0", {1}),
    "left and right, a level up": ("II-06", "I-22@-1 I-03@0 I-24@1 I-01@2 II-05@0", {-1, 1}),
    "up-left and up-right": ("II-13", "I-23@-1 I-10@0 I-02@1 I-03@2", {-1, 1}),
    "up": ("II-13", "I-23@-1 I-18@0 I-02@1", {0}),
    "up and up-right": ("II-04", "I-23@-2 I-03@-1 I-29@0 I-01@1", {0, 1}),
}


@pytest.mark.rule("LM-02", "LM-13")
@pytest.mark.parametrize(("card", "built", "where"), ARROWS.values(), ids=ARROWS)
def test_a_top_zone_serves_where_its_arrows_point(card: str, built: str, where: set[int]) -> None:
    g = table([card, ""], [built, ""])
    assert columns(g, card) == where
    fitting = [column for column in range(-3, 4) if g.refusal(f"build {card}@{column}") != "LM-11"]
    assert {g.refusal(f"build {card}@{column}") for column in set(fitting) - where} == {"LM-10"}


@pytest.mark.rule("LM-13", "LM-14", "LM-15")
def test_local_resources_add_up_and_a_discard_gives_the_rest() -> None:
    """The payment that the rule pages tell step by step."""
    g = table(["II-38 I-20 I-01", ""], ["I-25@-1 I-15@0 I-09@1", ""])
    g.play("build II-38@0")
    told = g.position()
    assert told["paying"] == {"card": "II-38", "column": 0, "missing": [0, 2, 0]}
    assert (told["phase"], told["hands"][0], told["quiet"]) == ("pay", ["I-01", "I-20"], 0)
    assert ["II-38", 0] not in told["cathedrals"][0]  # it comes there when it is covered
    assert g.legal() == ["discard I-20>1", "discard I-20>2", "discard I-20>3"]
    assert g.refusal("discard I-01>2") == "LM-14"  # a square is of no use
    assert g.refusal("discard II-01>2") == g.refusal("discard I-20>4") == g.refusal("discard I-20>0") == "LM-14"
    assert g.refusal("draw 1") == g.refusal("pass") == g.refusal("drop I-20>2") == "LM-00"  # it is carried through
    g.play("discard I-20>2")
    told = g.position()
    assert told["piles"][1][-1] == "I-20" and told["hands"][0] == ["I-01"]
    assert told["cathedrals"][0][-1] == ["II-38", 0] and told["turn"] == 1
    assert g.state.permanent[0].tolist() == [3, 2, 3]


@pytest.mark.rule("LM-10", "LM-14")
def test_a_card_cannot_pay_for_itself() -> None:
    assert table(["I-13", ""]).refusal("build I-13@0") == "LM-10"  # two squares, and twice its centre are two
    assert table(["I-13 I-01", ""]).refusal("build I-13@0") is None
    assert table(["I-13 I-02", ""]).refusal("build I-13@0") == "LM-10"  # announced only if it can be covered


@pytest.mark.rule("LM-15")
def test_kinds_are_not_exchanged_and_surplus_is_lost() -> None:
    plenty = "I-22@0 I-25@1 II-13@0 II-25@1"  # ten squares
    assert table(["I-05", ""], [plenty, ""]).refusal("build I-05@2") == "LM-10"
    g = table(["I-05 I-23 I-02", ""], [plenty, ""])
    play(g, "build I-05@2", "discard I-23>1")  # four circles for one
    assert g.position()["turn"] == 1
    play(g, "draw 1")
    assert g.refusal("build I-02@3") is None and g.state.missing.tolist() == [0, 0, 0]


@pytest.mark.rule("LM-14")
def test_each_discard_must_give_something_still_missing() -> None:
    g = table(["I-32 I-01 I-02 I-03 I-24", ""])  # two squares, two triangles
    g.play("build I-32@0")
    assert {text.split(">")[0] for text in g.legal()} == {"discard I-01", "discard I-03", "discard I-24"}
    g.play("discard I-01>1")
    assert g.position()["paying"]["missing"] == [0, 0, 2]
    assert {text.split(">")[0] for text in g.legal()} == {"discard I-03", "discard I-24"}
    g.play("discard I-24>1")
    assert g.position()["piles"][0][-2:] == ["I-01", "I-24"] and g.position()["turn"] == 1


def can_be_covered(missing: list[int], hand: tuple[str, ...]) -> bool:
    """LM-14 taken at its word: some order of useful discards covers it."""
    if not any(missing):
        return True
    for card in hand:
        if any(lack and gives for lack, gives in zip(missing, centre(card), strict=True)):
            after = [max(0, lack - 2 * gives) for lack, gives in zip(missing, centre(card), strict=True)]
            if can_be_covered(after, tuple(other for other in hand if other != card)):
                return True
    return False


@pytest.mark.rule("LM-14")
@pytest.mark.parametrize("seed", range(12))
def test_what_can_be_announced_is_what_discards_can_cover(seed: int) -> None:
    """Whatever is legal can be carried through however one pays; whatever is refused has no way to be paid."""
    lots = random.Random(seed)
    hand = lots.sample([card for card in IDS[:96] if card not in ("I-22", "I-23", "I-24")], 5)
    g = table([" ".join(hand), ""], ["I-22@0 I-23@1 I-24@2", ""])
    for card, column in itertools.product(hand, range(-1, 4)):
        refused = g.refusal(f"build {card}@{column}")
        if refused == "LM-11":
            continue
        cost = [int(n) for n in g.e.cost[IDS.index(card)]]
        missing = [max(0, cost[kind] - 2) for kind in range(3)]
        others = tuple(other for other in hand if other != card)
        assert (refused is None) == can_be_covered(missing, others), (card, column)
        if refused is None:
            pay_in_all_ways(g, f"build {card}@{column}")


def pay_in_all_ways(g: lt.referee.Referee, text: str) -> None:
    g.play(text)
    if g.position()["phase"] == "pay":
        assert g.legal()
        for discard in g.legal():
            if discard.endswith(">1"):
                pay_in_all_ways(g, discard)
    g.take_back()


@pytest.mark.rule("LM-10")
def test_one_placement_per_turn_from_the_own_hand() -> None:
    g = table(["I-01 I-02", "I-03"])
    assert g.refusal("build I-03@0") == g.refusal("build IV-01@0") == "LM-10"
    g.play("build I-01@0")
    assert g.waiting() == [1]
    with pytest.raises(Refused, match="LM-00"):
        g.play("build I-02@1", 0)


@pytest.mark.rule("LM-17")
def test_a_spire_wins_at_once() -> None:
    built = "I-31@-1 I-22@0 I-25@1 II-13@0 III-10@0"  # thirteen squares, and one more from III-10
    g = table(["I-01", "I-02"], [built, ""])
    assert g.refusal("spire IV-01@0") == "LM-17"  # the hand does not help
    play(g, "build I-01@2", "draw 1")
    assert g.refusal("spire IV-02@0") == g.refusal("spire I-02@0") == "LM-17"  # not there to be had
    assert g.refusal("spire IV-01@1") == g.refusal("spire IV-01@-1") == "LM-11"
    assert g.refusal("spire IV-03@0") == "LM-17"  # circles
    g.play("spire IV-01@0")
    assert g.ending() == {"reason": "spire", "points": [1, 0], "winners": [0]}
    told = g.position()
    assert told["spires"] == ["IV-03", "IV-05"] and told["cathedrals"][0][-1] == ["IV-01", 0]
    assert g.waiting() == [] and g.refusal("draw 1", 0) == g.refusal("draw 1", 1) == "LM-00"
    assert "?" not in str(g.view(None)["piles"]) + str(g.view(1)["hands"])  # all is open


@pytest.mark.rule("LM-18")
def test_the_top_bonus_card_for_permanent_resources_only() -> None:
    built = "I-01@0 I-02@1 I-14@2"  # a triangle short; I-14 gives one, but only locally
    g = table(["I-03", ""], [built, ""], game="advanced")
    assert g.refusal("bonus I-34@3") == "LM-18"
    play(g, "build I-03@-1", "draw 1")
    assert columns(g, "I-34") == {-2, 3}
    assert g.refusal("bonus I-34@0") == "LM-11" and g.refusal("bonus II-40@0") == "LM-18"
    g.play("bonus I-34@3")
    told = g.position()
    assert told["bonus"] == ["II-40", "III-22"] and told["turn"] == 1 and told["quiet"] == 0
    assert ["I-34", 3] in told["cathedrals"][0]
