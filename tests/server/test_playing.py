"""Guests play whole games over the WebSocket, against bots and with each other."""

import random
from typing import Any

import pytest

import lumitheque as lt
from at_tables import HOUSE, SHORT, two_at_a_table, whole_set_up
from open_house import Line, OpenHouse, standing


def play_on(line: Line, table: str, state: dict[str, Any], dice: random.Random, most: int = 10_000) -> dict[str, Any]:
    """Play at random on one's seat until the game is over, or so many moves are made."""
    for _ in range(most):
        while not state.get("legal") and state["status"] == "playing":
            state = line.hear("entries")["state"]
        if state["status"] != "playing":
            break
        after = state["seq"] if len(state["waiting"]) == 1 else None  # others may decide in secret meanwhile
        told = line.act(table, "play", moves=[dice.choice(state["legal"])], after=after)
        assert told["t"] == "ack", told
        while state["seq"] < told["seq"]:
            state = line.hear("entries")["state"]
    return state


@pytest.mark.parametrize("game", HOUSE)
def test_a_guest_plays_a_whole_game_against_a_bot(house: OpenHouse, game: str) -> None:
    guest = house.guest("Ada")
    table = guest.open(game, sit=[0], bots={1: "greedy"}, options=SHORT.get(game, {}), start=True)
    line = guest.live()
    state = play_on(line, table, standing(line.watch(table)), random.Random(7))
    assert state["status"] == "over"
    record = guest.http.get(f"/api/tables/{table}/record").json()
    assert record["seed"] and record["deal"]["secret"] and record["ending"]
    assert len(record["moves"]) == state["moves"]
    assert lt.load(record).record()["moves"] == record["moves"]


def test_two_people_play_a_whole_game(house: OpenHouse) -> None:
    first, second, table = two_at_a_table(house, "lumens")
    lines, dice = [first.live(), second.live()], random.Random(3)
    states = [standing(line.watch(table)) for line in lines]
    while states[0]["status"] == "playing":
        seat = next(seat for seat, state in enumerate(states) if state.get("legal"))
        told = lines[seat].act(table, "play", moves=[dice.choice(states[seat]["legal"])])
        assert told["t"] == "ack"
        for number, line in enumerate(lines):
            heard = line.hear("entries")
            assert heard["entries"][-1]["seq"] == told["seq"] == heard["state"]["seq"]
            states[number] = heard["state"]
    assert states[0]["ending"] == states[1]["ending"]


def test_each_sees_their_own_and_no_more(house: OpenHouse) -> None:
    first, second, table = two_at_a_table(house, "lumens")
    stranger = house.guest()
    views = [guest.look(table)["state"]["view"] for guest in (first, second, stranger)]
    assert views[0]["hands"][1] == views[1]["hands"][0] == "?"
    assert views[2]["hands"] == ["?", "?"]
    assert first.look(table)["state"]["legal"] and "legal" not in stranger.look(table)["state"]
    answer = stranger.http.get(f"/api/tables/{table}", params={"seat": 0})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_your_seat")
    for guest in (first, second, stranger):
        told = guest.http.get(f"/api/tables/{table}/entries").text + guest.http.get(f"/api/tables/{table}/record").text
        assert "secret" not in told and "seed" not in told and '"nonce"' not in told and "chance" not in told


def test_a_secret_choice_stays_secret_until_all_have_chosen(house: OpenHouse) -> None:
    first, second, table = two_at_a_table(house, "lumens")
    line = second.live()
    line.watch(table)
    move = first.look(table)["state"]["legal"][0]
    first.must(table, "play", moves=[move])
    heard = line.hear("entries")
    assert heard["entries"][0]["event"] == {"event": "played", "seat": 0}
    heard["state"].pop("legal")  # the second may have drawn the same token
    assert move not in str(heard)
    second.must(table, "play", moves=[second.look(table)["state"]["legal"][0]])
    told = second.http.get(f"/api/tables/{table}/entries").json()["entries"]
    assert [move] in [entry["event"].get("moves") for entry in told]


def test_a_secret_set_up_is_one_command(house: OpenHouse) -> None:
    guest = house.guest()
    table = guest.open("sirius", sit=[0], bots={1: "random"}, start=True)
    moves = whole_set_up("sirius", 0, guest.look(table)["state"]["legal"])
    denied = guest.ask(table, "play", moves=moves[:1])
    assert denied.json()["code"] == "incomplete"
    line = guest.live()
    state = standing(line.watch(table))
    guest.must(table, "play", moves=moves)
    while state.get("moves", 0) < 2 * len(moves):  # the bot sets up too, before or after: then play begins
        state = line.hear("entries")["state"]
    assert state["view"]["phase"] == "play"


def test_several_seats_on_one_device(house: OpenHouse) -> None:
    guest = house.guest()
    table = guest.open("lumens", sit=[0, 1], start=True)
    line = guest.live()
    spectator = line.watch(table)["table"]
    assert spectator["own_seats"] == [0, 1] and "seat" not in spectator and "legal" not in spectator["state"]
    dice, state = random.Random(5), spectator["state"]
    for _ in range(6):
        seat = state["waiting"][0]
        looked = line.watch(table, seat=seat)["table"]
        assert looked["seat"] == seat
        hidden = looked["state"]["view"]["hands"][1 - seat]
        assert hidden == "?" or not hidden
        told = line.act(table, "play", seat=seat, moves=[dice.choice(looked["state"]["legal"])])
        assert told["t"] == "ack", told
        state = line.hear("entries")["state"]
    assert line.act(table, "resign")["fault"]["code"] == "which_seat"
    assert line.watch(table, seat=5)["fault"]["code"] == "not_your_seat"


def test_an_illegal_move_says_which_rule_it_breaks(house: OpenHouse) -> None:
    guest = house.guest()
    table = guest.open("sirius", sit=[0, 1], options={"setup": "random"}, start=True)
    seat = guest.look(table)["state"]["waiting"][0]
    told = guest.live().act(table, "play", seat=seat, moves=["a10-a5"])
    assert told["t"] == "denied"
    assert told["fault"]["rule"].startswith("SI-") and told["fault"]["code"] == "refused"
    assert told["fault"]["sentence"]
    over_http = guest.ask(table, "play", seat=seat, moves=["a10-a5"])
    assert (over_http.status_code, over_http.json()) == (409, told["fault"])


def test_nobody_plays_from_anothers_seat(house: OpenHouse) -> None:
    first, second, table = two_at_a_table(house, "lumens")
    stranger = house.guest()
    move = first.look(table)["state"]["legal"][0]
    for guest, words in ((second, {"seat": 0}), (stranger, {"seat": 0}), (stranger, {})):
        answer = guest.ask(table, "play", moves=[move], **words)
        assert answer.status_code == 403, answer.text
    for command in ("start", "close", "time_out"):
        assert stranger.ask(table, command).status_code in (403, 409)
    assert stranger.ask(table, "give_time", ms=1000).status_code in (403, 409)


def test_take_back_draw_and_resign(house: OpenHouse) -> None:
    first, second, table = two_at_a_table(house, "sirius", options={"setup": "random"})
    guests = [first, second]
    seat = first.look(table)["state"]["waiting"][0]
    mover, other = guests[seat], guests[1 - seat]
    mover.must(table, "play", moves=[mover.look(table)["state"]["legal"][0]])
    assert mover.look(table)["state"]["take_back"] == "free"
    mover.must(table, "take_back")
    assert "moves" not in mover.look(table)["state"]
    mover.must(table, "offer_draw")
    assert other.look(table)["state"]["asked"][0]["what"] == "draw"
    other.must(table, "answer_draw", agrees=False)
    other.must(table, "resign")
    assert mover.look(table)["state"]["ending"]["winners"] == [seat]


def test_talk_at_the_table_and_around_it(house: OpenHouse) -> None:
    first, second, table = two_at_a_table(house, "lumens")
    looker, other = house.guest("Eve"), house.guest("Max")
    lines = [guest.live() for guest in (first, second, looker, other)]
    for line in lines:
        line.watch(table)
    assert lines[0].act(table, "say", text="Bonjour <b>à</b>\x07 tous")["t"] == "ack"
    for line in lines:
        heard = line.hear("entries")
        assert heard["entries"][0]["event"]["text"] == "Bonjour <b>à</b> tous"
        assert heard["names"] == {first.id: "Ada"}
    assert lines[2].act(table, "say", text="Seat one should pass")["t"] == "ack"
    assert "text" not in lines[0].hear("entries")["entries"][0]["event"]
    assert looker.id not in str(lines[1].hear("entries")["entries"])
    told = lines[3].hear("entries")
    assert told["entries"][0]["event"]["text"] == "Seat one should pass" and told["names"] == {looker.id: "Eve"}
    assert lines[2].act(table, "say", text="x" * 301)["fault"]["code"] == "said_too_much"
    assert lines[0].act(table, "say", phrase="hello")["t"] == "ack"


def test_a_rematch_is_there_before_anybody_hears_of_it(house: OpenHouse) -> None:
    first, second, table = two_at_a_table(house, "lumens")
    second.must(table, "resign")
    first.must(table, "rematch")
    assert "next_table" not in first.look(table)["state"]
    line = first.live()
    line.watch(table)
    second.must(table, "rematch")
    following = line.hear("entries")["state"]["next_table"]
    told = line.watch(following)["table"]
    assert told["previous"] == table and told["state"]["sitters"][0]["sitter"]["person"] == second.id
    first.must(following, "start")


def test_a_bot_takes_an_absent_seat_and_gives_it_back(house: OpenHouse) -> None:
    first, second, table = two_at_a_table(house, "lumens", substitute="greedy")
    assert first.ask(table, "hand_to_bot", seat=1).json()["code"] == "present"
    second.must(table, "hand_to_bot")
    assert second.look(table)["state"]["sitters"][1]["bot"] == "greedy"
    line = first.live()
    state = standing(line.watch(table))
    while state["waiting"] == [0, 1]:  # the bot chooses for the absent
        state = line.hear("entries")["state"]
    second.must(table, "hand_back")
    assert "bot" not in second.look(table)["state"]["sitters"][1]
    assert first.ask(table, "sit", bot="nobody").status_code == 409
    assert second.ask(table, "hand_to_bot", level="nobody").json()["code"] == "no_such_level"
