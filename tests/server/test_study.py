"""Replay, study and explanation: what is told, to whom, and that it is never more than they know."""

import random
from typing import Any

import pytest

import lumitheque as lt
import toy
from at_tables import HOUSE, SHORT, two_at_a_table, whole_set_up
from lumitheque.games import SHELF, join
from lumitheque.referee.review import random_game
from lumitheque.server.faults import words
from lumitheque.server.frames import PAGE
from lumitheque.server.settings import Limits
from open_house import Guest, OpenHouse, settings

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


def study(guest: Guest, record: Told, **words: Any) -> Told:
    answer = guest.http.post("/api/study", json={"record": record, **words})
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
    assert others[1]["sentence_fr"] == "Décidé en secret." and own[1]["sentence_fr"] == "Mise en place, en 30 coups."
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


def test_frames_come_in_pages(house: OpenHouse) -> None:
    guest = house.guest()
    record = random_game("sirius", 2, "7", options={"setup": "random", "patience": 200}).record()
    total = len(record["moves"])
    assert total > PAGE
    pages = [study(guest, record, first=first)["frames"] for first in range(0, total + 1, PAGE)]
    assert [frame["number"] for page in pages for frame in page] == list(range(total + 1))
    assert all(len(page) <= PAGE for page in pages)
    assert [frame["number"] for frame in study(guest, record, first=5, last=8)["frames"]] == [5, 6, 7, 8]
    beyond = study(guest, record, first=total + 9)["frames"]
    assert len(beyond) == 1 and beyond[0] == pages[-1][-1]


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


def test_what_would_have_been_better(house: OpenHouse) -> None:
    first, second, table = two_at_a_table(house, "lumens")
    play_some([first, second], table, 6)
    second.must(table, "resign")
    then = frames(first, table, seat="all", first=4, last=4)["frames"][0]
    hint = first.http.post(f"/api/tables/{table}/hint", json={"at": 4, "seconds": 0.05}).json()
    assert hint["seat"] == then["waiting"][0] and hint["move"] and hint["sentence_fr"]
    for body, code in (({"at": 4, "seat": 1 - hint["seat"]}, "not_your_move"), ({"at": 99}, "no_such_frame")):
        assert first.http.post(f"/api/tables/{table}/hint", json=body).json()["code"] == code


# --- records that guests bring ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", HOUSE)
def test_a_record_is_studied_as_it_was_downloaded(house: OpenHouse, game: str) -> None:
    record = random_game(game, 2, "11", options=SHORT.get(game, {})).record()
    guest, total = house.guest(), len(record["moves"])
    told = study(guest, record, viewpoint=1, first=total)
    assert told["frames"][-1]["ending"] == record["ending"] and (told["fault"], told["needs"]) == (None, None)
    assert (told["total"], told["waiting"], told["legal"]) == (total, [], {})
    part = {**record, "moves": record["moves"][: total // 2], "ending": None}
    referee = lt.load(part)
    for viewpoint, view in ((0, referee.view(0)), ("public", referee.view(None)), ("all", referee.position())):
        told = study(guest, part, viewpoint=viewpoint, first=total)
        assert told["frames"][0]["view"] == view
    assert told["legal"] == {str(seat): referee.legal(seat) for seat in referee.waiting()}


@pytest.mark.parametrize("game", HOUSE)
def test_a_game_with_the_real_box_is_asked_for_what_chance_gave(house: OpenHouse, game: str) -> None:
    """Told one after the other whenever it is asked for, chance is in the end what it was, and the game too."""
    whole = random_game(game, 2, "5", options=SHORT.get(game, {}))
    guest, record = house.guest(), whole.record() | {"seed": None, "chance": []}
    total = len(record["moves"])
    for number, (label, outcome) in enumerate(whole.chance()):
        told = study(guest, record, first=total)
        needs = told["needs"]
        assert (needs["number"], needs["label"], told["fault"]) == (number, label, None)
        assert type(needs["example"]) is type(outcome) and needs["sentence_fr"] != needs["sentence_en"]
        if isinstance(outcome, list):
            assert len(needs["example"]) == len(outcome)
        record["chance"].append([label, outcome])
    told = study(guest, record, first=total)
    assert told["needs"] is None and told["frames"][-1]["ending"] == whole.ending()


def test_an_example_is_an_outcome_that_can_be(house: OpenHouse) -> None:
    guest, record = house.guest(), {"game": "luminis", "seats": 3, "moves": []}
    chance: list[Any] = []
    while (needs := study(guest, record | {"chance": chance})["needs"]) is not None:
        chance.append([needs["label"], needs["example"]])
    assert [label for label, _ in chance] == ["spires", "first", "deck"]
    first = chance[1][1]
    told = study(guest, record | {"chance": chance, "moves": [[first, "pile 1"]]}, first=9)
    assert told["needs"]["label"] == "pile 1" and told["frames"][0]["number"] == 0


def test_a_refused_move_and_impossible_chance_are_told(house: OpenHouse) -> None:
    guest, bag = house.guest(), ["1/6"] * 8 + ["2/5"] * 8 + ["3/4"] * 8
    chance: list[Any] = [["place", 0], ["bag 0", bag], ["bag 1", bag], ["first", 1]]
    record: Told = {
        "game": "lumens",
        "seats": 2,
        "chance": chance,
        "moves": [[0, "start=6"], [1, "start=1"], [1, "c1=1"]],
    }
    told = study(guest, record, first=3)
    assert (told["refused"], told["fault"]["rule"], told["total"]) == (2, "LU-07", 2)
    assert told["frames"][0]["number"] == 2 and told["legal"]["1"]
    for number, wrong in ((1, ["bag 0", ["9/9"]]), (1, ["bag 0", bag[:-1]]), (2, ["bag 0", bag]), (3, ["first", 5])):
        told = study(guest, record | {"chance": [*chance[:number], wrong, *chance[number + 1 :]]})
        assert told["fault"]["code"] == "no_such_outcome" and str(number + 1) in told["fault"]["sentence_en"]
        assert (told["needs"]["number"], told["needs"]["label"]) == (number, chance[number][0])
        assert told["total"] == (1 if number == 3 else 0)


@pytest.mark.parametrize(
    ("record", "code"),
    [
        ({"game": "chess", "seats": 2}, "unknown_game"),
        ({"game": "lumens", "seats": 9}, "bad_record"),
        ({"game": "lumens", "seats": 2, "rules": 99}, "bad_record"),
        ({"game": "lumens", "seats": 2, "options": {"end": "never"}}, "bad_record"),
        ({"game": "lumens", "seats": 2, "edition": {"name": "/etc/passwd"}}, "bad_record"),
        ({"game": "lumens", "seats": 2, "edition": {"name": "mine", "text": "x"}}, "bad_record"),
        ({"game": "sirius", "seats": 2, "position": {"board": "?"}}, "bad_record"),
        ({"game": "lumens", "seats": 2, "seed": "xyz"}, "bad_request"),
        ({"game": "lumens", "seats": 2, "moves": [[0, "x" * 61]]}, "bad_request"),
        ({"game": "lumens", "seats": 2, "moves": [[0, "pass"]] * 5001}, "bad_request"),
        ({"game": "lumens", "seats": 2, "moves": ["pass"]}, "bad_request"),
    ],
)
def test_what_is_no_record_is_told_so(house: OpenHouse, record: Told, code: str) -> None:
    answer = house.guest().http.post("/api/study", json={"record": record})
    assert answer.json()["code"] == code and answer.status_code == (404 if code == "unknown_game" else 400)


def test_studying_is_counted() -> None:
    limits = Limits.none()._replace(studies=Limits().studies)
    with OpenHouse(settings(limits=limits)) as house:
        guest = house.guest()
        body = {"record": {"game": "sirius", "seats": 2}}
        answers = [guest.http.post("/api/study", json=body).status_code for _ in range(60)]
        assert set(answers) == {200, 429} and answers[:40] == [200] * 40
        assert house.guest().http.post("/api/study", json=body).status_code == 200, "somebody else"


def test_every_event_of_chance_can_be_asked_for() -> None:
    for language in ("fr", "en"):
        said = words(language)["needs"]
        for name in HOUSE:
            assert set(said[name]) == set(SHELF[name].record.LABELS)


# --- lessons ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", HOUSE)
def test_a_lesson_is_followed_without_knowing_the_rules(house: OpenHouse, game: str) -> None:
    """As docs/lessons.md says: study tells the frame, what may be done, and what is wrong with anything else."""
    guest = house.guest()
    lesson = guest.http.get(f"/api/games/{game}/lessons").json()[0]
    record = {name: lesson[name] for name in ("game", "seats", "options", "seed", "chance", "position")} | {"moves": []}
    for step in lesson["steps"]:
        if step["position"]:
            record |= {"position": step["position"], "chance": [], "moves": []}
        record["moves"] += step["before"]
        told = study(guest, record, viewpoint=lesson["learner"], first=len(record["moves"]))
        assert (told["fault"], told["needs"], len(told["frames"])) == (None, None, 1)
        if step["expect"]:
            legal = told["legal"][str(lesson["learner"])]
            move = next(move for move in legal if step["expect"] == "any" or move in step["expect"])
            wrong = study(guest, record | {"moves": [*record["moves"], [lesson["learner"], "nonsense"]]})
            assert wrong["fault"]["rule"].endswith("-00") and wrong["refused"] == len(record["moves"])
            record["moves"] += [[lesson["learner"], move], *step["answers"]]


def test_games_without_lessons_have_none(house: OpenHouse) -> None:
    guest = house.guest()
    assert guest.http.get("/api/games/chess/lessons").json()["code"] == "unknown_game"
    join(toy.GAME)
    try:
        assert guest.http.get(f"/api/games/{toy.GAME.name}/lessons").json() == []
        record = random_game(toy.GAME.name, 2, "1").record()
        told = study(guest, record | {"seed": None, "chance": []})
        assert "deck" in told["needs"]["sentence_fr"], "a game that nobody has written questions for"
        assert study(guest, record)["frames"][-1]["ending"] == record["ending"]
    finally:
        del SHELF[toy.GAME.name]
