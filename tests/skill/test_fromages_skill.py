"""How La chasse aux fromages is played well: judgements add up and point the right way, temptations lead home."""

import math
import random
from typing import Any

import numpy as np
import pytest

import fromages_tables as ft
from lumitheque.games.edition import blank
from lumitheque.games.fromages import rules, skill
from lumitheque.games.fromages.network import apart
from lumitheque.games.fromages.record import (
    BOTTOM,
    CELL_OF,
    COLUMNS,
    HOMES,
    LEFT,
    MOST_MOVES,
    PLACES,
    RIGHT,
    START,
    STATE,
    TOP,
)
from lumitheque.games.fromages.skill.finding import FAR, FOUND, SCARCE, STEPS, STRAIGHTS
from lumitheque.games.fromages.skill.laying import after_turn
from lumitheque.games.fromages.skill.paths import (
    FIXED_WAYS,
    MISSING,
    closeness,
    distance,
    ease,
    reach,
    survey,
)
from lumitheque.kernels.playouts import Playouts

GAMES = ("classique", "tout_petits")
ONE_CARD_SHORT = "@ T55 . / . . T42 / . . #"  # c3 must join left and below


def hopes(g: Any) -> list[float]:
    out = np.zeros(g.seats)
    skill.judge(g.e, g.state, out)
    return [float(hope) for hope in out]


def temptations(g: Any) -> dict[str, float]:
    seat = int(g.state.turn)
    return {
        text: float(skill.weigh(g.e, g.state, seat, move)) for text, move in zip(g.legal(), numbers(g), strict=True)
    }


def numbers(g: Any) -> list[int]:
    return [int(move) for move in g.legal_numbers(int(g.state.turn))]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("home", ["through", "stop"])
@pytest.mark.parametrize("seats", range(2, 7))
def test_every_position_of_a_game_can_be_judged_and_every_move_weighed(game: str, home: str, seats: int) -> None:
    """In every phase: hopes are chances and together 1, temptations are numbers, and kinds of cards are small ones."""
    playouts = Playouts(ft.FROMAGES, seats, {"game": game, "home": home})
    states, chances = playouts.prepare(1, seed=seats)
    moves, out = np.zeros(MOST_MOVES, np.int32), np.zeros(seats)
    for s, chance in zip(states, chances, strict=True):
        dice = np.random.default_rng(int(chance.stream % 1000))
        for _ in range(40):
            if rules.waiting(playouts.e, s) == 0:
                break
            seat = int(s.turn)
            before = s.tobytes()
            skill.judge(playouts.e, s, out)
            assert out.sum() == pytest.approx(1.0) and (out >= 0).all() and (out <= 1).all()
            n = rules.legal_moves(playouts.e, s, seat, moves)
            weights = [skill.weigh(playouts.e, s, seat, int(move)) for move in moves[:n]]
            assert np.isfinite(weights).all() and max(map(abs, weights)) < 40
            assert 0 <= skill.tell_apart(playouts.e, s, seat) < 100
            assert skill.by_heart(playouts.e, s, seat, chance) == -1 and not skill.is_certain(playouts.e, s)
            assert s.tobytes() == before
            rules.apply_move(playouts.e, s, seat, int(dice.choice(moves[:n])), chance)


def test_at_the_beginning_the_dealer_is_ahead() -> None:
    first, second = hopes(ft.table(ft.UNTOUCHED, ft.UNTOUCHED))
    assert first > second > 0.2


def test_points_of_finished_rounds_count() -> None:
    even, ahead = ([[3, 3]], [[9, 3]])
    more = {"options": {"rounds": 2}, "round": 2, "history": [[{}, {}]]}
    level = ft.table(ft.UNTOUCHED, ft.UNTOUCHED, scores=even, **more)
    lead = ft.table(ft.UNTOUCHED, ft.UNTOUCHED, scores=ahead, **more)
    assert hopes(lead)[0] > hopes(level)[0] + 0.2


def test_a_lead_weighs_more_in_the_last_round() -> None:
    more = {"scores": [[9, 3]], "round": 2, "history": [[{}, {}]]}
    last = ft.table(ft.UNTOUCHED, ft.UNTOUCHED, options={"rounds": 2}, **more)
    early = ft.table(ft.UNTOUCHED, ft.UNTOUCHED, options={"rounds": 8}, **more)
    assert hopes(last)[0] > hopes(early)[0]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("@ T62 . / . . . / . . #", "@ T55 . / . . . / . . #"),  # a cheese of 2 on the same pipe
        ("@ T62 . / . . . / . . #", "@ T62+T65 . / . . . / . . #"),  # a cheese that is clogged
        ("@ T62 . / . . . / . . #", "@ . T62 / . . . / . . #"),  # a cheese that the rat does not reach
        (ONE_CARD_SHORT, "@ T42 . / . . T55 / . . #"),  # nearly home
    ],
)
def test_one_network_is_better_than_another(better: str, worse: str) -> None:
    assert hopes(ft.table(better, ft.UNTOUCHED))[0] > hopes(ft.table(worse, ft.UNTOUCHED))[0]


def test_the_big_cheese_counts() -> None:
    taken = [ft.table(ft.UNTOUCHED, ft.UNTOUCHED, cheese=seat) for seat in range(2)]
    assert hopes(taken[0])[0] > 0.7 and hopes(taken[1])[0] < 0.5


def test_face_down_cards_are_not_looked_at() -> None:
    one = ft.table("@ (T07) (T33) / . . . / . . #", ft.UNTOUCHED)
    other = ft.table("@ (T55) (T42) / . . . / . . #", ft.UNTOUCHED)
    assert hopes(one) == hopes(other)


def test_the_card_in_hand_counts() -> None:
    """T07 closes the gap, T12 does not."""
    closing = ft.holding("T07", "pile", ONE_CARD_SHORT, ft.UNTOUCHED)
    useless = ft.holding("T12", "pile", ONE_CARD_SHORT, ft.UNTOUCHED)
    assert hopes(closing)[0] > hopes(useless)[0]


@pytest.mark.parametrize("game", GAMES)
def test_getting_home_tempts_more_than_breaking_the_way(game: str) -> None:
    wide, wide_untouched = "@ T55 T56 . / . . . T42 / . . . #", "@ . . . / . . . . / . . . #"
    pictures = (ONE_CARD_SHORT, ft.UNTOUCHED) if game == "classique" else (wide, wide_untouched)
    corner = "c3" if game == "classique" else "d3"
    g = ft.holding("T01", "pile", *pictures, options={"game": game})
    told = temptations(g)
    assert max(told, key=lambda text: told[text]) == f"put {corner} down"
    assert told[f"put {corner} down"] > told["toss"] > told["put b3 up"]


def test_a_useful_discard_is_tempting() -> None:
    useful = ft.table(ONE_CARD_SHORT, ft.UNTOUCHED, discard=["T01"])
    useless = ft.table(ONE_CARD_SHORT, ft.UNTOUCHED, discard=["T13"])
    assert temptations(useful)["draw discard"] > 1.0 and temptations(useless)["draw discard"] < 0.0
    deeper = temptations(ft.table(ONE_CARD_SHORT, ft.UNTOUCHED, discard=["T01", "T13"]))
    assert deeper["plumber 2"] > 1.0 > deeper["plumber 1"]


def test_the_biggest_cheese_is_clogged() -> None:
    victim = "@ T64 . / . T58 . / . . #"
    told = temptations(ft.holding("T65", "pile", ft.UNTOUCHED, victim))
    assert told["clog P2 b3"] > told["clog P2 b2"] > told["toss"]


def test_the_kind_of_the_card_in_hand_is_told_apart() -> None:
    kinds = [
        skill.tell_apart(g.e, g.state, 0)
        for g in (ft.holding(card, "pile", ft.UNTOUCHED, ft.UNTOUCHED) for card in ("T01", "T02", "T07", "T08", "T12"))
    ]
    assert kinds[0] == kinds[1] and len(set(kinds)) == 4
    g = ft.table(ft.UNTOUCHED, ft.UNTOUCHED)
    assert skill.tell_apart(g.e, g.state, 0) == 0


def test_paths_and_distances() -> None:
    assert [min(map(len, paths)) for paths in FOUND] == [3, 4]
    g = ft.table(ONE_CARD_SHORT, ft.UNTOUCHED)
    ways = survey(g.e, g.state, 0)[0]
    assert MISSING[closeness(ways, reach(ways, 0, False), 0)] == -1.0
    held = ft.holding("T01", "pile", ONE_CARD_SHORT, ft.UNTOUCHED)
    ways = after_turn(held.e, held.state, 0)[0]
    assert MISSING[closeness(ways, reach(ways, 0, False), 0)] == 0.0


@pytest.mark.parametrize("game", [0, 1])
def test_what_is_looked_up_is_what_walking_finds(game: int) -> None:
    """Distances and the ease of the ways home, path by path, in networks of all kinds of cards."""
    dice, lies = random.Random(7), [0, 0, *map(int, set(ft.DECK.record.sides[1:])), 12, 6, 14, 13]
    for _ in range(300):
        sides = {int(cell): dice.choice(lies) for cell in CELL_OF[game, : PLACES[game]]}
        ways = FIXED_WAYS[game] | sum(apart(some) << cell for cell, some in sides.items())
        lacking = [[need for cell, need in path.items() if need & ~sides[cell]] for path in FOUND[game]]
        least = min(map(len, lacking))
        assert distance(ways, game) == FAR * least + [len(needs) for needs in lacking].count(least)
        if game == 0:
            easy = [
                math.prod(0.2 if need in STRAIGHTS else 0.12 if need in SCARCE else 0.25 for need in needs)
                for needs in lacking
            ]
            assert ease(ways) == pytest.approx(min(1.0, sum(easy)))


@pytest.mark.parametrize("home_stops", [False, True])
def test_what_the_rat_reaches_is_looked_up_as_the_rules_walk_it(home_stops: bool) -> None:
    """FR-20, for every way in which the cells of a classic network may be joined."""
    for joints in range(1 << 12):
        across, upward = [joints >> i & 1 for i in range(6)], [joints >> i & 1 for i in range(6, 12)]
        sides = dict.fromkeys((0, 1, 2, 4, 5, 6, 8, 9, 10), 0)
        for cell, joined in zip((0, 1, 4, 5, 8, 9), across, strict=True):
            sides[cell] |= RIGHT * joined
            sides[cell + 1] |= LEFT * joined
        for cell, joined in zip((0, 1, 2, 4, 5, 6), upward, strict=True):
            sides[cell] |= TOP * joined
            sides[cell + COLUMNS] |= BOTTOM * joined
        ways = sum(apart(some) << cell for cell, some in sides.items())
        assert reach(ways, 0, home_stops) == walked(sides, home_stops)


def walked(sides: dict[int, int], home_stops: bool) -> int:
    """The cells that a rat comes to, one step at a time."""
    reached, todo = {START}, [START]
    while todo:
        cell = todo.pop()
        if home_stops and cell == HOMES[0]:
            continue
        for step, leaving, entering in STEPS:
            if sides[cell] & leaving and sides.get(cell + step, 0) & entering and cell + step not in reached:
                reached.add(cell + step)
                todo.append(cell + step)
    return sum(1 << cell for cell in reached)


def test_a_blank_network_is_no_trouble() -> None:
    s = blank(STATE)
    s.seats, s.rounds, s.round_number = 2, 1, 1
    out = np.zeros(2)
    skill.judge(ft.DECK.record, s, out)
    assert out.sum() == pytest.approx(1.0)
