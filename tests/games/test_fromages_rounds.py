"""The odd corners of La chasse aux fromages: how rounds and games end, the little ones, what is known, what can be."""

import re
from collections import Counter
from typing import Any

import msgspec
import numpy as np
import pytest
from rich.console import Console

import lumitheque as lt
from fromages_tables import DECK, FROMAGES, UNTOUCHED, deck_of, holding, little, play, reached, table, worth
from lumitheque.games import GameError
from lumitheque.games.chance import CHANCE
from lumitheque.games.edition import blank
from lumitheque.games.fromages import record
from lumitheque.games.rule import SPECTATOR

ALMOST_HOME = "@ . . / T42 . . / T01 (T55) #"  # b1 turned over joins the home
ALMOST_OPEN = "@ T12 T13 / T14 T15 T16 / T17 (T18) #"  # b1 turned over shows the last card, and joins nothing
LITTLE = "@ . . . / . . . . / . . . #"
LITTLE_ALMOST_HOME = "@ . . . / T42 . . . / T01 T55 (T56) #"


@pytest.mark.rule("FR-06", "FR-09", "FR-18", "FR-21")
def test_rounds_follow_each_other() -> None:
    more: dict[str, Any] = {"rats": ["Tomme", "Brie", "Comté"], "tile": "toilet", "gone": ["T88"], "cheese": 1}
    more["discard"] = list(DECK.cards[20:80])
    g = table(ALMOST_OPEN, UNTOUCHED, UNTOUCHED, options={"rounds": 2}, phase="flip", **more)
    position = play(g, "flip b1")
    assert (position["round"], position["dealer"], position["turn"], position["phase"]) == (2, 1, 1, "turn")
    assert position["rats"] == ["Tomme", "Brie", "Comté"]  # drawn once per game
    assert (position["tile"], position["cheese"], position["gone"]) == ("plumber", None, [])
    assert (position["quiet"], position["passes"], len(position["discard"])) == (0, 0, 1)
    assert position["scores"] == [[0, 5 - 7, -7]]
    assert [label for label, _ in g.chance()] == ["deck", "way up"]
    assert sorted(g.chance()[0][1]) == sorted(DECK.cards)  # all 88 are dealt anew


@pytest.mark.rule("FR-19")
def test_a_new_draw_pile() -> None:
    g = table(UNTOUCHED, UNTOUCHED, discard=list(DECK.cards[14:]), pile=[])
    before = g.position()
    position = play(g, "draw pile")
    ((label, order),) = g.chance()
    assert label == "renew"
    assert sorted(order) == sorted(before["discard"][:-1])
    assert position["discard"] == before["discard"][-1:]
    assert [*position["pile"], position["held"]["card"]] == order


@pytest.mark.rule("FR-19", "FR-10", "FR-17")
def test_passing() -> None:
    names = [f"X{i:02d}" for i in range(19, 89)]
    drawn: dict[str, Any] = {"deck": deck_of("cross", "yes"), "pile": []}
    pictures = (
        "@ X01+X03 (X05) / (X06) (X07) (X08) / (X09) (X10) #",
        "@ X02+X04 (X11) / (X12) (X13) (X14) / (X15) (X16) #",
    )
    gone = ["X17", "X18", *names]
    g = table(*pictures, gone=gone, **drawn)
    assert g.legal() == ["pass"]
    assert [g.refusal(text) for text in ("draw pile", "draw discard", "plumber 1")] == ["FR-19", "FR-10", "FR-17"]
    position = play(g, "pass")
    assert (position["passes"], position["quiet"], position["turn"]) == (1, 1, 1)
    position = play(g, "pass")  # as many as players
    assert position["ending"] == {"reason": "rounds", "points": [-6, -6], "winners": [0, 1]}
    g = table(*pictures, gone=gone, tile="toilet", **drawn)
    assert g.legal() == ["flush b3"]
    assert g.refusal("pass") == "FR-19"
    g = table(*pictures, gone=gone[1:], discard=["X17"], passes=1, **drawn)  # one card does not make a new pile
    assert g.legal() == ["draw discard", "plumber 1"]
    assert [g.refusal(text) for text in ("draw pile", "pass")] == ["FR-19", "FR-19"]
    assert play(g, "draw discard")["passes"] == 0
    assert table(*pictures, gone=gone[2:], discard=["X17", "X18"], **drawn).refusal("draw pile") is None
    drawn["pile"] = ["X17"]  # the last card of the draw pile, and no discard pile
    g = table(*pictures, gone=gone[1:], **drawn)
    assert (g.legal(), g.refusal("pass")) == (["draw pile"], "FR-19")


@pytest.mark.rule("FR-20")
def test_the_first_home_takes_the_cheese_and_keeps_it() -> None:
    g = table(ALMOST_HOME, "@ . . / T43 . . / T02 (T56) #", phase="flip")
    position = play(g, "flip b1")
    assert (position["cheese"], position["turn"]) == (0, 1)
    position = play(g, "draw pile", "toss", "flip b1")  # the second one home gets none
    assert (reached(g, 1), position["cheese"]) == ("a1 b1 a2", 0)
    assert worth(g, 1) == -4
    g = holding("T43", "pile", "@ . . / T42 . . / T01 T55 #", UNTOUCHED, cheese=0)
    assert (play(g, "put b1 up")["cheese"], reached(g), worth(g)) == (0, "a1 a2", 5 - 4)  # broken, and kept


@pytest.mark.rule("FR-20")
def test_what_joins() -> None:
    assert reached(table("@ T55 . / . . . / . . #", UNTOUCHED)) == "b3"
    assert reached(table("@ T42 . / T55 . . / . . #", UNTOUCHED)) == ""  # both facing sides must be open
    assert reached(table("@ (T55) T84 / . . . / . . #", UNTOUCHED)) == ""  # face-down cards join nothing
    g = little("@ T55 T56 T84 / T42 . . . / . . . #", LITTLE)
    assert reached(g) == "a2 b3 c3 d3"
    assert reached(little("@ T55 T56 T57 / T84 . . . / . . . #", LITTLE)) == "a2 b3 c3 d3"
    assert reached(little("@ . . . / . . . T84 / T85 . . #", LITTLE)) == ""  # d2 is not beside a3, nor d1 beside a2


@pytest.mark.rule("FR-20", "FR-21")
def test_home_with_the_last_card() -> None:
    g = table("@ T12 T13 / T42 T14 T15 / T01 (T55) #", UNTOUCHED, phase="flip")
    position = play(g, "flip b1")
    assert (position["cheese"], position["scores"]) == (0, [[5, -7]])
    assert g.view(None) == position  # everything is open now


@pytest.mark.rule("FR-21")
def test_the_card_that_left_is_disposed_of_before_the_round_ends() -> None:
    mine = "@ T12 T13 / T14 T15 T16 / T17 (T65) #"
    g = holding("T01", "pile", mine, "@ T64 . / . . . / . . #")
    position = play(g, "put b1 up")
    assert (position["phase"], position["replaced"], position["ending"]) == ("replaced", "T65", None)
    assert worth(g, 1) == 3 - 6
    assert play(g, "clog P2 b3")["scores"] == [[0, -6]]


@pytest.mark.rule("FR-22")
def test_the_worked_count() -> None:
    """Reached cheeses 2, 1, 2, 2; a covered one and an unreached 2 that do not count; one trap; first home."""
    picture = "@ T62+T65 T27' / T81 T86 T06' / . T73 #"
    g = table(picture, UNTOUCHED, cheese=0)
    assert reached(g) == "b1 a2 b2 c2 b3"
    assert worth(g) == 2 + 1 + 2 + 2 - 1 + 5 == 11
    assert worth(table(picture, UNTOUCHED, cheese=1)) == 6
    assert worth(table(picture.replace("+T65", ""), UNTOUCHED, cheese=0)) == 13


@pytest.mark.rule("FR-22", "FR-23")
def test_face_down_cards_stay_in_the_record() -> None:
    second = "@ (T84) . / (T01') T02 T03 / T04 T05 #"
    g = table(ALMOST_OPEN, second, phase="flip", options={"rounds": 2})
    hidden = g.position()["networks"][1]["c3"]["card"]
    position = play(g, "flip b1")
    assert position["scores"] == [[0, -3]]
    assert position["history"] == [[{}, {"a2": "T01", "b3": "T84", "c3": hidden}]]
    assert g.view(None)["history"] == position["history"]  # shown to all
    assert g.view(1)["scores"] == position["scores"]
    assert FROMAGES.rules.winners(g.e, g.state) == 0  # nobody yet


@pytest.mark.rule("FR-20", "FR-22")
def test_who_came_home_stays_in_the_record() -> None:
    """So that the points of a round can be broken down when the next is long under way."""
    for cheese in (None, 0, 1):
        g = table(ALMOST_OPEN, UNTOUCHED, phase="flip", options={"rounds": 2}, cheese=cheese)
        position = play(g, "flip b1")
        assert (position["arrivals"], position["cheese"]) == ([cheese], None)
        assert g.view(1)["arrivals"] == [cheese]


@pytest.mark.rule("FR-23")
def test_the_highest_total_wins_and_ties_share() -> None:
    finished: dict[str, Any] = {
        "options": {"rounds": 2},
        "round": 2,
        "history": [[{}, {}]],
        "phase": "flip",
        "dealer": 1,
    }
    endings = {}
    for first in ([0, 7], [0, 6], [3, 10]):
        endings[first[1]] = play(table(ALMOST_OPEN, UNTOUCHED, scores=[first], **finished), "flip b1")["ending"]
    assert endings[7] == {"reason": "rounds", "points": [0, 0], "winners": [0, 1]}
    assert endings[6] == {"reason": "rounds", "points": [0, -1], "winners": [0]}
    assert endings[10] == {"reason": "rounds", "points": [3, 3], "winners": [0, 1]}


@pytest.mark.rule("FR-24")
def test_the_little_ones_table() -> None:
    g = lt.new("fromages", seats=6, seed="3", options={"game": "tout_petits", "home": "stop"})
    position = g.position()
    assert [len(network) for network in position["networks"]] == [10] * 6
    assert list(position["networks"][0]) == ["a1", "b1", "c1", "a2", "b2", "c2", "d2", "b3", "c3", "d3"]
    deck, ways = g.chance()[2][1], g.chance()[3][1]
    assert [position["networks"][0][cell]["card"] for cell in ("b3", "c3", "d3", "a2")] == deck[-1:-5:-1]
    assert (len(ways), len(position["pile"]), position["tile"]) == (60, 27, None)
    assert [g.refusal(text) for text in ("plumber 1", "flush b3")] == ["FR-17", "FR-18"]


@pytest.mark.rule("FR-13", "FR-24")
def test_clogged_pipes_are_plain_for_the_little_ones() -> None:
    g = little("@ (T65) . . / . . . . / . . . #", "@ T84 . . / . . . . / . . . #", phase="held",
               held={"card": "T87", "from": "pile"})  # fmt: skip
    assert g.refusal("clog P2 b3") == "FR-13"
    assert play(g, "put b3 up")["discard"] == ["T65"]
    assert (g.waiting(), g.position()["cheese"], g.position()["scores"]) == ([1], None, [])


@pytest.mark.rule("FR-25")
def test_the_first_little_one_home_wins() -> None:
    for home in ("through", "stop"):
        g = table(LITTLE_ALMOST_HOME, LITTLE, LITTLE, options={"game": "tout_petits", "home": home}, phase="flip")
        assert play(g, "flip c1")["ending"] == {"reason": "home", "points": [1, 0, 0], "winners": [0]}
    g = little(LITTLE, LITTLE_ALMOST_HOME, phase="held", turn=1, held={"card": "T57", "from": "discard"})
    position = play(g, "put c1 up")
    assert position["ending"] == {"reason": "home", "points": [0, 1], "winners": [1]}
    assert (position["discard"], position["turn"], position["scores"]) == (["T56"], None, [])


@pytest.mark.rule("FR-25")
def test_a_little_network_all_face_up_plays_on() -> None:
    g = little("@ T12 T13 T14 / T15 T16 T17 T18 / T19 T20 (T21) #", LITTLE, phase="flip")
    assert play(g, "flip c1")["ending"] is None
    assert g.waiting() == [1]


@pytest.mark.rule("FR-26")
def test_patience() -> None:
    mine = "@ T01 T64 / . . . / . . #"
    held: dict[str, Any] = {"phase": "held", "held": {"card": "T02", "from": "discard"}}
    assert play(table(mine, UNTOUCHED, quiet=18, **held), "put b3 up")["quiet"] == 19
    assert play(table(mine, UNTOUCHED, quiet=19, **held), "put b3 up")["scores"] == [[-5, -7]]
    assert (
        play(table(mine, UNTOUCHED, quiet=19, options={"rounds": 2}, **held), "put b3 up")["quiet"] == 0
    )  # a new round
    assert play(table(mine, UNTOUCHED, quiet=19, **held), "put a2 up")["quiet"] == 0  # a face-down card was replaced
    assert play(table(mine, UNTOUCHED, quiet=19, phase="flip"), "flip a2")["quiet"] == 0
    assert play(table(mine, UNTOUCHED, quiet=19, phase="flip", may_decline=True), "noflip")["phase"] == "over"
    assert play(table(mine, UNTOUCHED, UNTOUCHED, quiet=28, **held), "put b3 up")["phase"] == "turn"
    covered = "@ T55+T65 . / . . . / . . #"
    assert play(table(covered, UNTOUCHED, quiet=19, tile="toilet"), "flush b3")["phase"] == "over"


@pytest.mark.rule("FR-26")
def test_little_patience() -> None:
    held: dict[str, Any] = {"phase": "held", "held": {"card": "T02", "from": "discard"}}
    seen = "@ T01 . . / . . . . / . . . #"
    assert play(little(seen, LITTLE, quiet=58, **held), "put b3 up")["ending"] is None
    ending = play(little(seen, LITTLE, LITTLE, quiet=89, **held), "put b3 up")["ending"]
    assert ending == {"reason": "patience", "points": [1 / 3] * 3, "winners": [0, 1, 2]}


def test_what_is_known() -> None:
    """Face-down cards, one's own too, the draw pile, and what another drew from it are hidden; the rest is not."""
    g = table("@ (T01') T02' / T55+T65 . . / . . #", UNTOUCHED, discard=["T12", "T13"], gone=["T88"], tile="toilet")
    play(g, "draw pile")
    everything = g.position()
    for seat in (0, 1, None):
        seen = g.view(seat)
        lid = {"card": "?", "up": False, "turned": None, "cover": None}
        assert seen["networks"][0] == everything["networks"][0] | dict.fromkeys(("a1", "b1", "b2", "c2", "b3"), lid)
        assert seen["pile"] == ["?"] * len(everything["pile"])
        assert (seen["held"]["card"] == "?") == (seat != 0)
        same = everything.keys() - {"networks", "pile", "held"}
        assert {key: seen[key] for key in same} == {key: everything[key] for key in same}


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
@pytest.mark.parametrize("text", ["draw pile", "put b1 up"])
def test_imagined_worlds_agree_with_what_is_known(seat: int, text: str) -> None:
    held = {"phase": "held", "held": {"card": "T13", "from": "discard"}} if text == "put b1 up" else {}
    mine, other = "@ . . / T42 . . / T01 (T66) #", "@ T58 T57+T65 / . . . / . . #"
    g = table(mine, other, discard=["T12"], gone=["T88"], tile="toilet", **held)
    play(g, text)  # somebody holds a card, or T66 waits to be laid on another
    view, again, chance = g.view_record(None if seat == SPECTATOR else seat), blank(record.STATE), blank(CHANCE)
    chance.stream = 7
    cards, turned = Counter[int](), 0
    for _ in range(60):
        world = np.array([view], record.STATE).view(np.recarray)[0]
        FROMAGES.knowledge.imagine(g.e, view, seat, chance, world)
        again = blank(record.STATE)
        FROMAGES.knowledge.view(g.e, world, seat, again)
        assert again.tobytes() == view.tobytes()
        told = FROMAGES.notation.write_position(g.edition, world, None)
        FROMAGES.notation.read_position(g.edition, 2, g._codes, told, blank(record.STATE))  # all 88 cards, each once
        cards[int(world.cards[0, 3])] += 1
        turned += int(world.turned[0, 3])
    assert len(cards) > 20
    assert 5 < turned < 55


IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"phase": "dance"}, "phase: 'dance' is not one of turn, held"),
    ({"turn": None}, "turn: it is somebody's turn"),
    ({"turn": 2}, "turn: there is no seat 2 in a game of 2"),
    ({"round": 2}, "round: 2 of 1"),
    ({"rats": ["Brie", "Brie"]}, "rats: expected 2 different ones"),
    ({"rats": ["Brie", "Gruyère"]}, "rats: 'Gruyère' is not one of Brie"),
    ({"tile": None}, "tile: there is one"),
    ({"discard": ["T99"]}, "discard: 'T99' is not a card of this edition"),
    ({"pile": ["T01"]}, "15 cards are on the table; expected 88"),
    ({"gone": ["T01"]}, "gone: T01 is not a clogged pipe"),
    ({"replaced": "T65"}, "replaced: a card waits in phase replaced only"),
    ({"phase": "replaced", "replaced": "T65"}, "replaced: T65 is not a clogged pipe with a target"),
    ({"held": {"card": "T01", "from": "pile"}}, "held: a card is held in phase held, and only then"),
    ({"phase": "held", "held": {"card": "T01", "from": "plumber"}}, "the plumber's tile shows the toilet"),
    ({"may_decline": True}, "may_decline: true in phase flip only"),
    ({"quiet": 20}, "quiet: expected 0 to 19"),
    ({"passes": 2}, "passes: expected 0 to 1"),
    ({"scores": [[0, 0]], "history": [[{}, {}]]}, "scores, history: expected 0 rounds"),
    ({"ending": {"reason": "rounds", "points": [0, 0], "winners": [0]}}, "ending: there is one when the phase is over"),
]


@pytest.mark.parametrize(("change", "problem"), IMPOSSIBLE, ids=lambda case: str(case)[:30])
def test_positions_that_cannot_be(change: dict[str, Any], problem: str) -> None:
    with pytest.raises(GameError, match=re.escape(problem)):
        table(UNTOUCHED, UNTOUCHED, **change)


@pytest.mark.parametrize(
    ("picture", "problem"),
    [
        ("@ T55' . / . . . / . . #", "P1 b3: T55 looks the same turned"),
        ("@ T55+T87 . / . . . / . . #", "P1 b3: T87 cannot lie on this card"),
        ("@ (T55+T65) . / . . . / . . #", "P1 b3: T65 cannot lie on this card"),
        ("@ T55 T55 / . . . / . . #", "card T55 is in two places"),
        ("@ . . / T42 . . / T01 T55 #", "P1 is home, so somebody has the cheese"),
        ("@ T12 T13 / T14 T15 T16 / T17 T18 #", "P1's cards are all face up, so the round is over"),
    ],
)
def test_networks_that_cannot_be(picture: str, problem: str) -> None:
    with pytest.raises(GameError, match=re.escape(problem)):
        table(picture, UNTOUCHED)


def test_views_that_cannot_be() -> None:
    g = table(ALMOST_HOME, UNTOUCHED, discard=["T12"])
    play(g, "draw pile")
    views: dict[str, dict[str, Any]] = {problem: g.view(1) for problem in (
        "discard: all of its cards were seen",
        "held: only a card from the draw pile can be hidden",
        "P1 b1: turned is null for a hidden card, and only for one",
        "P1 a1: a face-up card is not hidden",
        "face-down cards and the draw pile are all hidden from a viewer, or none of them is",
    )}  # fmt: skip
    discarded, held, turned, face_up, known = views.values()
    discarded["discard"] = ["?"]
    held["held"]["from"] = "discard"
    turned["networks"][0]["b1"]["turned"] = False
    face_up["networks"][0]["a1"] |= {"card": "?", "turned": None}
    known["networks"][0]["b1"] = g.position()["networks"][0]["b1"]
    for problem, view in views.items():
        position = msgspec.convert(view, FROMAGES.notation.Position)
        with pytest.raises(GameError, match=re.escape(problem)):
            FROMAGES.notation.read_position(g.edition, 2, g._codes, position, blank(record.STATE))


@pytest.mark.parametrize("game", ["classique", "tout_petits"])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_picture_fits_into_a_terminal(game: str, language: str) -> None:
    console = Console(width=100, no_color=True)
    g = lt.new("fromages", seats=6, seed="2", options={"game": game, "rounds": 1})
    while g.waiting():
        g.play(g.legal()[0 if g.position()["phase"] != "held" else -1])
        if len(g.decisions) % 50 == 0 or not g.waiting():
            console.begin_capture()
            console.print(g.draw(g.waiting()[0] if g.waiting() else None, language))
            told = console.end_capture()
            assert max(map(len, told.splitlines())) <= 100
            assert all(f"P{seat + 1} {rat}" in told for seat, rat in enumerate(g.position()["rats"]))
