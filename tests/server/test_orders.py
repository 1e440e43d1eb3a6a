"""Orders: what somebody decided ahead is played when it is due, once, and deleted when it applies no more."""

import random
import time
from typing import Any

import pytest

import lumitheque as lt
from counterparts import Browser, Receiver
from lumitheque.games import SHELF
from open_house import OpenHouse, settings, standing, wait_for
from orders import at_table, kept, moves_of, must_put, order, plan, plays, put, run, until_gone, until_played
from pawn_boards import pawn_game

HURRIED = [{"kind": "fischer", "seconds": 600, "increment": 5}, {"kind": "per_move", "seconds": 60}]
A_WHILE = 0.3  # seconds in which nothing may happen
PAWNS = sorted(game.name for game in SHELF.values() if game.plannable)
TAKING = """
6  .  .  .  .
5  bT .  .  bM
4  .  .  wS .
3  .  .  .  .
   c  d  e  f
"""


def nothing_happens(house: OpenHouse, guest: Any, table: str) -> None:
    before = plays(guest, table)
    time.sleep(A_WHILE)
    assert plays(guest, table) == before


# --- lines -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", PAWNS)
def test_a_line_is_played_to_its_end_and_is_gone(house: OpenHouse, game: str) -> None:
    ada, ben, table = at_table(house, game)
    line = plan(ada, table, 0, 0, 1, 1)
    told = must_put(ada, table, line)
    assert moves_of(told) == [line] and all(one["sentence"] for one in told["lines"][0])
    seats = [one["seat"] for one in told["lines"][0]]
    theirs = [[move for move, seat in zip(line, seats, strict=True) if seat == 1 - told["seat"]]]
    assert theirs[0] and told["takes_lines"] and told["broken"] is None
    first = plan(ben, table, 0)
    ben.must(table, "play", moves=first)
    made = until_played(ada, table, 2)
    assert [seat for seat, _ in made] == [1 - told["seat"], told["seat"]]
    assert made[0][1] + made[1][1] == line[: len(made[0][1] + made[1][1])]
    left = moves_of(order(ada, table))
    assert left == [line[len(made[0][1] + made[1][1]) :]]
    ben.must(table, "play", moves=plan(ben, table, 1))
    made = until_played(ada, table, 4)
    assert [move for _, moves in made for move in moves] == line
    until_gone(ada)
    assert order(ada, table)["lines"] == []


def test_a_play_that_was_ordered_looks_like_any_other(house: OpenHouse) -> None:
    ada, ben, table = at_table(house)
    must_put(ada, table, plan(ada, table, 0, 0))
    line = ben.live()
    line.watch(table)
    line.act(table, "play", moves=plan(ben, table, 0))
    line.hear("entries")
    (entry,) = line.hear("entries")["entries"]
    assert entry["by"] == {"kind": "person", "person": ada.id}
    assert entry.keys() == {"seq", "at", "event", "by"} and entry["event"].keys() == {"event", "seat", "moves"}


def test_a_tree_answers_what_was_played(house: OpenHouse) -> None:
    ada, ben, table = at_table(house)
    lines = [plan(ada, table, choice, choice) for choice in range(3)]
    must_put(ada, table, *lines)
    ben.must(table, "play", moves=lines[2][:1])
    assert until_played(ada, table, 2)[1][1] == lines[2][1:]
    until_gone(ada)


def test_what_nobody_foresaw_deletes_the_order(house: OpenHouse) -> None:
    ada, ben, table = at_table(house)
    must_put(ada, table, plan(ada, table, 0, 0))
    ben.must(table, "play", moves=plan(ben, table, 1))
    until_gone(ada)
    nothing_happens(house, ada, table)
    assert order(ada, table)["lines"] == [] and ada.look(table)["state"]["legal"]


def test_a_whole_turn_is_one_play(house: OpenHouse) -> None:
    """A step of Galax, and the taking after it."""
    start = pawn_game("galax", TAKING, "brown", {"setup": "random"}, mover=None, steps=0, extra=False, missed=[])
    ada, ben, table = at_table(house, "galax", position=start.position(), options={"setup": "random"})
    line = ["c5-c4", "e4-e5", "xf5"]
    assert moves_of(must_put(ada, table, line)) == [line]
    ben.must(table, "play", moves=["c5-c4"])
    assert until_played(ada, table, 2)[1][1] == line[1:]


def test_withdrawn_replaced_or_never_kept(house: OpenHouse) -> None:
    ada, ben, table = at_table(house)
    must_put(ada, table, plan(ada, table, 0, 0))
    second = plan(ada, table, 1, 1)
    assert moves_of(must_put(ada, table, second, second)) == [second] and len(kept(ada)) == 1
    assert ada.http.delete(f"/api/tables/{table}/orders").json()["lines"] == [] and kept(ada) == []
    ben.must(table, "play", moves=second[:1])
    nothing_happens(house, ada, table)


def test_everything_that_cannot_be_ordered_is_refused(house: OpenHouse) -> None:
    ada, ben, table = at_table(house)
    good = plan(ada, table, 0, 0)
    assert put(ben, table, plan(ben, table, 0)).json()["code"] == "own_turn"
    answer = put(ada, table, [good[0], "a1-a8"])
    assert answer.status_code == 409 and answer.json()["rule"].startswith("SI-") and answer.json()["sentence"]
    for lines, code in (
        ([[]], "line_ends"),
        ([good[:1]], "line_ends"),
        ([good, [good[0], plan(ada, table, 0, 1)[1]]], "two_answers"),
        ([good] * 21, "too_much_ordered"),
        ([plan(ada, table, *[0] * 22)], "too_much_ordered"),
    ):
        assert put(ada, table, *lines).json()["code"] == code
    assert put(ada, table, standing=["huff a1"]).json()["code"] == "no_such_order"
    before = {"after": ada.look(table)["state"]["seq"], "lines": [good]}
    for guest in (ben, ada):
        guest.must(table, "play", moves=plan(guest, table, 0))
    assert ada.http.put(f"/api/tables/{table}/orders", json=before).json()["code"] == "stale"
    assert kept(ada) == []


@pytest.mark.parametrize(
    "clock", [{"kind": "fischer", "seconds": 600, "increment": 5}, {"kind": "per_move", "seconds": 60}]
)
def test_only_where_waiting_hurts(house: OpenHouse, clock: dict[str, Any]) -> None:
    ada, _, table = at_table(house, clock=clock)
    assert put(ada, table, plan(ada, table, 0, 0)).json()["code"] == "no_orders"
    told = order(ada, table)
    assert not told["takes_lines"] and told["offered"] == []


def test_nobody_elses(house: OpenHouse) -> None:
    ada, ben, table = at_table(house)
    line = plan(ada, table, 0, 0)
    seat = must_put(ada, table, line)["seat"]
    eve = house.guest("Eve")
    for guest in (ben, eve):
        for method in ("GET", "PUT", "DELETE"):
            body = {"after": 99, "lines": [line]} if method == "PUT" else None
            answer = guest.http.request(method, f"/api/tables/{table}/orders?seat={seat}", json=body)
            assert (answer.status_code, answer.json()["code"]) == (403, "not_your_seat")
    assert eve.http.get(f"/api/tables/{table}/orders").json()["code"] == "no_seat"
    assert order(ben, table)["lines"] == [] and moves_of(order(ada, table)) == [line]


# --- what ends it, and what it waits for -----------------------------------------------------------------------------


def test_a_taken_back_position_takes_the_order_along(house: OpenHouse) -> None:
    ada, ben, table = at_table(house)
    move = plan(ben, table, 0)
    ben.must(table, "play", moves=move)
    ada.must(table, "play", moves=plan(ada, table, 0))
    must_put(ada, table, plan(ada, table, 0, 0))
    assert len(kept(ada)) == 1
    ada.must(table, "take_back")
    until_gone(ada)
    ada.must(table, "play", moves=plan(ada, table, 0))
    ben.must(table, "play", moves=plan(ben, table, 0))
    nothing_happens(house, ada, table)


def test_the_end_of_the_game_ends_it(house: OpenHouse) -> None:
    ada, ben, table = at_table(house)
    must_put(ada, table, plan(ada, table, 0, 0))
    ben.must(table, "resign")
    until_gone(ada)
    assert put(ada, table, ["pass"]).json()["code"] == "no_orders"


def test_it_waits_while_a_bot_plays_and_while_a_question_is_open(house: OpenHouse) -> None:
    ada, ben, table = at_table(house)
    line = plan(ada, table, 0, 0)
    must_put(ada, table, line)
    ben.must(table, "offer_draw")
    ben.must(table, "play", moves=line[:1])
    nothing_happens(house, ada, table)
    assert moves_of(order(ada, table)) == [line[1:]] and ada.look(table)["state"]["asked"]
    ada.must(table, "answer_draw", agrees=False)
    assert until_played(ada, table, 2)[1][1] == line[1:]


def test_a_seat_that_a_bot_minds_answers_nothing() -> None:
    with OpenHouse(settings(bot_threads=False)) as house:
        ada, ben, table = at_table(house)
        line = plan(ada, table, 0, 0)
        must_put(ada, table, line)
        ada.must(table, "hand_to_bot", level="greedy")
        ben.must(table, "play", moves=line[:1])
        nothing_happens(house, ada, table)
        ada.must(table, "hand_back")
        assert until_played(ada, table, 2)[1][1] == line[1:]


def test_whoever_is_erased_leaves_no_order(house: OpenHouse) -> None:
    ada, _, table = at_table(house)
    must_put(ada, table, plan(ada, table, 0, 0))
    assert ada.http.delete("/api/me").status_code == 200
    until_gone(ada)


# --- standing moves --------------------------------------------------------------------------------------------------


def test_the_first_legal_one_of_standing_moves_is_made_once(house: OpenHouse) -> None:
    ada, ben, table = begun_luminis(house)
    told = must_put(ada, table, standing=["pass", "draw 2", "draw 1"])
    assert told["standing"] == ["pass", "draw 2", "draw 1"] and not told["takes_lines"]
    assert {"move": "draw 2", "label": "Piocher sur la pile 2"} in told["offered"]
    assert put(ada, table, ["draw 1", "draw 1"]).json()["code"] == "no_lines"
    count = len(plays(ben, table))
    ben.must(table, "play", moves=["draw 1"])
    assert until_played(ben, table, count + 2)[-1][1] == ["draw 2"]
    until_gone(ada)
    ben.must(table, "play", moves=["draw 1"])
    nothing_happens(house, ben, table)


def test_what_the_rules_refuse_is_told_to_its_owner(house: OpenHouse) -> None:
    ada, ben, table = begun_luminis(house)
    must_put(ada, table, standing=["pass"])
    ben.must(table, "play", moves=["draw 1"])
    wait_for(lambda: order(ada, table)["broken"] is not None)
    told = order(ada, table)
    assert told["broken"]["rule"] == "LM-20" and told["standing"] == []
    assert order(ben, table)["broken"] is None and ada.look(table)["state"]["legal"]
    assert ada.http.delete(f"/api/tables/{table}/orders").json()["broken"] is None and kept(ada) == []


def begun_luminis(house: OpenHouse) -> tuple[Any, Any, str]:
    """The piles are searched; Ben is to move."""
    ada, ben, table = at_table(house, "luminis")
    while True:
        state = ben.look(table)["state"]
        here, there = (ben, ada) if state.get("legal") else (ada, ben)
        legal = here.look(table)["state"]["legal"]
        if any(move.startswith("draw") for move in legal):
            return there, here, table
        here.must(table, "play", moves=legal[:1])


@pytest.mark.parametrize("game", [game for game in SHELF.values() if game.standing], ids=lambda game: game.name)
def test_standing_moves_have_words_and_can_be_read(game: Any) -> None:
    referee = lt.new(game.name, seed=1)
    for language in ("fr", "en"):
        assert list(game.words(language)["orders"]) == list(game.standing)
    for text in game.standing:
        assert game.notation.read_move(referee.edition, referee.state, text) is not None


@pytest.mark.parametrize("game", PAWNS)
def test_where_lines_are_planned_nothing_is_hidden(game: str) -> None:
    chooser, referee = random.Random(4), lt.new(game, seed=5, options={"setup": "random"})
    given = len(referee.chance())
    for _ in range(200):
        if not referee.waiting():
            break
        for seat in (0, 1, None):
            assert referee.view_record(seat).tobytes() == referee.state.tobytes()
        referee.play(chooser.choice(referee.legal()))
    assert len(referee.chance()) == given and len(referee.decisions) > 20


def test_no_line_in_a_secret_set_up(house: OpenHouse) -> None:
    ada, _, table = at_table(house, options={"setup": "secret"})
    assert not order(ada, table)["takes_lines"]


# --- notices ---------------------------------------------------------------------------------------------------------


def test_nobody_is_told_of_a_turn_that_was_answered() -> None:
    with Receiver() as receiver, OpenHouse(settings(notice_grace=600, private_targets=True)) as house:
        ada, ben, table = at_table(house)
        subscription = {**Browser(receiver, "ada").subscription, "device": "ada"}
        assert ada.http.post("/api/me/notices/push", json=subscription).status_code == 201
        must_put(ada, table, plan(ada, table, 0, 0))
        ben.must(table, "play", moves=plan(ben, table, 0))
        until_played(ada, table, 2)
        store = house.app.services.house.store
        wait_for(lambda: run(house, store.notices_waiting()) == 0)
        assert receiver.heard == []
        ben.must(table, "play", moves=plan(ben, table, 0))
        wait_for(lambda: len(receiver.heard) == 1)


def test_an_open_page_of_its_owner_sees_it_happen(house: OpenHouse) -> None:
    ada, ben, table = at_table(house)
    must_put(ada, table, plan(ada, table, 0, 0))
    line = ada.live()
    assert standing(line.watch(table)).get("moves", 0) == 0
    ben.must(table, "play", moves=plan(ben, table, 0))
    while (state := line.hear("entries")["state"])["moves"] < 2:
        pass
    assert state["waiting"] == [1 - order(ada, table)["seat"]]
