"""Judging and replaying: what is told, to whom, and that it is never more than they know."""

import random
from typing import Any

import pytest

import lumitheque as lt
from at_tables import HOUSE, SHORT, two_at_a_table, whole_set_up
from open_house import Guest, OpenHouse

Told = dict[str, Any]


def frames(guest: Guest, table: str, **query: Any) -> Told:
    query = {{"first": "from", "last": "to"}.get(name, name): value for name, value in query.items()}
    answer = guest.http.get(f"/api/tables/{table}/frames", params=query)
    assert answer.status_code == 200, answer.text
    told: Told = answer.json()
    return told


def judge(guest: Guest, table: str, *moves: str, seat: int | None = None) -> Told:
    answer = guest.http.post(f"/api/tables/{table}/judge", json={"seat": seat, "moves": moves})
    assert answer.status_code == 200, answer.text
    told: Told = answer.json()
    return told


def play_some(players: list[Guest], table: str, plays: int, seed: int = 1) -> list[list[Told]]:
    """Random plays; what each player was told of the game after each."""
    dice, seen = random.Random(seed), []
    for _ in range(plays):
        states = [player.look(table)["state"] for player in players]
        seen.append(states)
        seat = next((one for one, state in enumerate(states) if state.get("legal")), None)
        if seat is None:
            break
        players[seat].must(table, "play", moves=[dice.choice(states[seat]["legal"])])
    return [*seen, [player.look(table)["state"] for player in players]]


# --- judging ---------------------------------------------------------------------------------------------------------


def test_a_play_is_judged_as_it_would_be_answered(house: OpenHouse) -> None:
    guests = two_at_a_table(house, "sirius", options={"setup": "random"})
    table, players = guests[2], guests[:2]
    seat = players[0].look(table)["state"]["waiting"][0]
    mover, other = players[seat], players[1 - seat]
    before = mover.look(table)["state"]
    assert judge(mover, table, before["legal"][0]) == {"fault": None, "number": None}
    told = judge(mover, table, "a10-a5")
    assert told["number"] == 0 and told["fault"]["rule"].startswith("SI-")
    assert told["fault"] == mover.ask(table, "play", moves=["a10-a5"]).json()
    assert judge(other, table, "a8-a7")["fault"]["code"] == "not_your_turn"
    assert judge(other, table, "a8-a7", seat=seat)["fault"]["code"] == "not_your_seat"
    assert judge(house.guest(), table, "a8-a7")["fault"]["code"] == "no_seat"
    assert judge(mover, table)["fault"]["code"] == "how_many_moves"
    assert mover.look(table)["state"] == before, "a judgement changes nothing"


def test_nothing_is_logged_or_announced_of_a_judgement(house: OpenHouse) -> None:
    first, second, table = two_at_a_table(house, "lumens")
    line = second.live()
    seq = line.watch(table)["table"]["state"]["seq"]
    move = first.look(table)["state"]["legal"][0]
    assert judge(first, table, move)["fault"] is None
    first.must(table, "play", moves=[move])
    assert line.hear("entries")["entries"][0]["seq"] == seq + 1


def test_what_is_judged_is_not_what_is_played(house: OpenHouse) -> None:
    guest = house.guest()
    table = guest.open("galax", sit=[0, 1], options={"setup": "random"}, start=True)
    dice = random.Random(2)
    for _ in range(20):
        seat = guest.look(table)["state"]["waiting"][0]
        legal = guest.look(table, seat=seat)["state"]["legal"]
        for _ in range(2):
            assert judge(guest, table, dice.choice(legal), seat=seat)["fault"] is None
        guest.must(table, "play", seat=seat, moves=[dice.choice(legal)])
    told = guest.look(table, seat=0)["state"]["view"]
    guest.must(table, "resign", seat=0)
    assert lt.load(guest.http.get(f"/api/tables/{table}/record").json()).position() == told


def test_a_judgement_ends_with_the_first_move_that_shows_something(house: OpenHouse) -> None:
    guest = house.guest()
    table = guest.open("fromages", sit=[0, 1], start=True)
    seat = guest.look(table)["state"]["waiting"][0]
    for second in ("toss", "put b1 up", "put b1 down", "nonsense"):
        told = judge(guest, table, "draw pile", second, seat=seat)
        assert told["fault"]["code"] == "shown" and told["number"] is None, told


def test_a_set_up_is_judged_while_it_is_made(house: OpenHouse) -> None:
    guest = house.guest()
    table = guest.open("galax", sit=[0], bots={1: "random"}, start=True)
    moves = whole_set_up("galax", 0, guest.look(table)["state"]["legal"])
    assert judge(guest, table, *moves[:7])["fault"]["code"] == "incomplete"
    twice = judge(guest, table, *moves[:7], moves[2])
    assert (twice["fault"]["rule"], twice["number"]) == ("GX-02", 7)
    assert judge(guest, table, *moves)["fault"] is None
    assert guest.look(table)["state"].get("moves", 0) in (0, len(moves)), "only the bot may have set up"


# --- the game once more ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", HOUSE)
def test_frames_of_a_running_game_are_what_each_was_told(house: OpenHouse, game: str) -> None:
    """Byte for byte what the table told the same viewer at the time."""
    first, second, table = two_at_a_table(house, game, options=SHORT.get(game, {}))
    stranger = house.guest()
    seen = play_some([first, second, stranger], table, 25)
    for place, guest in enumerate((first, second, stranger)):
        told = frames(guest, table)
        assert told["viewpoint"] == (place if place < 2 else "public")
        assert [frame["number"] for frame in told["frames"]] == list(range(told["total"] + 1))
        for frame, states in zip(told["frames"], seen, strict=True):
            assert (frame["view"], frame["waiting"]) == (states[place]["view"], states[place]["waiting"])
    assert frames(first, table, seat="public")["frames"] == frames(stranger, table)["frames"]


@pytest.mark.parametrize("game", HOUSE)
def test_a_running_game_is_shown_from_nowhere_else(house: OpenHouse, game: str) -> None:
    first, second, table = two_at_a_table(house, game, options=SHORT.get(game, {}))
    for guest, viewpoint, code in (
        (first, "1", "not_your_seat"),
        (second, "0", "not_your_seat"),
        (house.guest(), "0", "not_your_seat"),
        (first, "all", "not_over"),
        (house.guest(), "all", "not_over"),
    ):
        answer = guest.http.get(f"/api/tables/{table}/frames", params={"seat": viewpoint})
        assert (answer.status_code, answer.json()["code"]) == (403, code)
    answer = first.http.post(f"/api/tables/{table}/play_on", json={"at": 0})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_over")
    answer = first.http.post(f"/api/tables/{table}/hint", json={"at": 0})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_over")


def test_a_secret_set_up_is_one_frame_and_stays_secret(house: OpenHouse) -> None:
    first, second, table = two_at_a_table(house, "sirius")
    moves = [
        whole_set_up("sirius", seat, guest.look(table)["state"]["legal"]) for seat, guest in enumerate((first, second))
    ]
    first.must(table, "play", moves=moves[0])
    own, others = frames(first, table)["frames"], frames(second, table)["frames"]
    assert [frame["number"] for frame in own] == [frame["number"] for frame in others] == [0, 30]
    assert own[1]["moves"] == moves[0] and others[1]["moves"] is None
    assert others[1]["sentence"] == "Décidé en secret." and own[1]["sentence"] == "Mise en place, en 30 coups."
    assert others[1]["view"] == second.look(table)["state"]["view"]
    assert frames(house.guest(), table)["frames"][1]["moves"] is None
    second.must(table, "play", moves=moves[1])
    after = frames(second, table)["frames"]
    assert [frame["number"] for frame in after] == [0, 30, 60] and after[1]["moves"] == moves[0]
    assert after[1]["view"] == others[1]["view"], "as it was known then"


def test_a_secret_choice_is_hidden_in_frames_until_it_is_shown(house: OpenHouse) -> None:
    first, second, table = two_at_a_table(house, "lumens")
    move = first.look(table)["state"]["legal"][0]
    first.must(table, "play", moves=[move])
    assert frames(second, table)["frames"][1]["moves"] is None and move not in str(frames(second, table))
    assert frames(first, table)["frames"][1]["moves"] == [move]
    second.must(table, "play", moves=[second.look(table)["state"]["legal"][0]])
    assert frames(second, table)["frames"][1]["moves"] == [move]


def test_what_was_taken_back_is_not_in_the_frames(house: OpenHouse) -> None:
    guest = house.guest()
    table = guest.open("sirius", sit=[0, 1], options={"setup": "random"}, start=True)
    for number in range(5):
        seat = guest.look(table)["state"]["waiting"][0]
        legal = guest.look(table, seat=seat)["state"]["legal"]
        guest.must(table, "play", seat=seat, moves=[legal[number % 2]])
    told = frames(guest, table)
    guest.must(table, "take_back", seat=seat)
    again = frames(guest, table)
    assert again["frames"] == told["frames"][:-1] and again["total"] == 4
    guest.must(table, "play", seat=seat, moves=[legal[3]])
    last = frames(guest, table)["frames"][-1]
    assert last["moves"] == [legal[3]] and last["at"] >= told["frames"][-1]["at"]


@pytest.mark.parametrize("game", HOUSE)
def test_a_finished_game_is_shown_from_everywhere(house: OpenHouse, game: str) -> None:
    first, second, table = two_at_a_table(house, game, options=SHORT.get(game, {}))
    seen = play_some([first, second], table, 12)
    second.must(table, "resign")
    stranger = house.guest()
    record = stranger.http.get(f"/api/tables/{table}/record").json()
    whole, public = frames(stranger, table, seat="all"), frames(stranger, table)
    assert public["viewpoint"] == "public" and frames(first, table)["viewpoint"] == 0
    assert [move for frame in whole["frames"] for move in frame["moves"]] == [text for _, text in record["moves"]]
    for seat in (0, 1):
        told = frames(stranger, table, seat=seat)["frames"]
        assert [frame["view"] for frame in told[:-1]] == [states[seat]["view"] for states in seen[:-1]]
    for one in (whole, public):
        assert one["frames"][-1]["view"] == first.look(table)["state"]["view"]
        assert one["frames"][-1]["ending"] == record["ending"] and one["frames"][-1]["waiting"] == []
    referee = lt.load({**record, "moves": record["moves"][:5], "ending": None})
    assert whole["frames"][5]["view"] == referee.position()
    assert stranger.http.get(f"/api/tables/{table}/frames?seat=7").json()["code"] == "no_such_seat"


# --- playing on ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", HOUSE)
def test_a_finished_game_is_played_on_from_any_position(house: OpenHouse, game: str) -> None:
    first, second, table = two_at_a_table(house, game, options=SHORT.get(game, {}))
    play_some([first, second], table, 9)
    second.must(table, "resign")
    then = frames(first, table, seat="all", first=6, last=6)["frames"][0]
    answer = first.http.post(
        f"/api/tables/{table}/play_on", json={"at": 6, "sit": [0, 1], "start": True, "listed": True}
    )
    assert answer.status_code == 201, answer.text
    told = answer.json()["table"]
    assert (told["game"], told["listed"], told["state"]["waiting"]) == (game, True, then["waiting"])
    stranger = house.guest()
    listed = stranger.http.get("/api/tables").json()["tables"]
    assert [note["departures"] for note in listed if note["id"] == told["id"]] == [["position"]]
    assert stranger.look(told["id"])["departures"] == frames(stranger, told["id"])["departures"] == ["position"]
    assert stranger.http.get(f"/api/tables/{told['id']}/record").json()["departures"] == ["position"]
    assert "departures" not in stranger.look(table) and frames(first, table)["departures"] == []
    known = frames(first, table, seat=0, first=6, last=6)["frames"][0]["view"]
    assert first.look(told["id"], seat=0)["state"]["view"] == known
    seat = then["waiting"][0]
    first.must(told["id"], "play", seat=seat, moves=[first.look(told["id"], seat=seat)["state"]["legal"][0]])


def test_playing_on_against_a_bot_or_not_at_all(house: OpenHouse) -> None:
    first, second, table = two_at_a_table(house, "lumens")
    play_some([first, second], table, 100)
    total = frames(first, table)["total"]
    body = {"at": 10, "sit": [0], "bots": {"1": "greedy"}, "start": True}
    assert first.http.post(f"/api/tables/{table}/play_on", json=body).json()["table"]["state"]["status"] == "playing"
    for at, status, code in ((total, 409, "position"), (total + 1, 404, "no_such_frame")):
        answer = first.http.post(f"/api/tables/{table}/play_on", json={"at": at})
        assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_tables_without_spectators_stay_closed(house: OpenHouse) -> None:
    first, second, table = two_at_a_table(house, "lumens", spectators=False)
    second.must(table, "resign")
    stranger = house.guest()
    for method, path, body in (
        ("GET", "frames?seat=all", None),
        ("POST", "play_on", {"at": 0}),
        ("POST", "hint", {"at": 0}),
    ):
        answer = stranger.http.request(method, f"/api/tables/{table}/{path}", json=body)
        assert (answer.status_code, answer.json()["code"]) == (403, "no_spectators")
    assert frames(first, table, seat="all")["frames"]


def test_whoever_was_removed_from_a_table_sees_no_more_of_it(house: OpenHouse) -> None:
    """A finished game is open to those who may look at its table, and to nobody else."""
    first, second, table = two_at_a_table(house, "lumens")
    removed = house.guest()
    first.must(table, "remove", person=removed.id)
    second.must(table, "resign")
    for method, path, body in (
        ("GET", "frames?seat=all", None),
        ("GET", "record", None),
        ("POST", "play_on", {"at": 0}),
        ("POST", "hint", {"at": 0}),
    ):
        answer = removed.http.request(method, f"/api/tables/{table}/{path}", json=body)
        assert (answer.status_code, answer.json()["code"]) == (403, "shown_out")
    assert frames(house.guest(), table, seat="all")["frames"]


def test_what_would_have_been_better(house: OpenHouse) -> None:
    first, second, table = two_at_a_table(house, "lumens")
    play_some([first, second], table, 6)
    second.must(table, "resign")
    then = frames(first, table, seat="all", first=4, last=4)["frames"][0]
    hint = first.http.post(f"/api/tables/{table}/hint", json={"at": 4, "seconds": 0.05}).json()
    assert hint["seat"] == then["waiting"][0] and hint["move"] and hint["sentence"]
    for body, code in (({"at": 4, "seat": 1 - hint["seat"]}, "not_your_move"), ({"at": 99}, "no_such_frame")):
        assert first.http.post(f"/api/tables/{table}/hint", json=body).json()["code"] == code
