"""check, trace, random, and what is behind them."""

import json
from pathlib import Path
from typing import Any

import pytest

from command_line import Run, every_game, record_of, text_of
from lumitheque.games import find
from lumitheque.referee import ReplayError, load, read_record
from lumitheque.referee.checking import check_record, game_seed, random_game, trace

SEED = "0123456789abcdef0123456789abcdef"


def played(game: str, number: int = 0, **options: Any) -> dict[str, Any]:
    """The record of a random game, as it is in a file."""
    record: dict[str, Any] = json.loads(json.dumps(random_game(game, None, SEED, number, options).record()))
    return record


def failure(record: dict[str, Any]) -> str:
    with pytest.raises(ReplayError) as caught:
        check_record(read_record(json.dumps(record)))
    return str(caught.value)


@every_game
def test_random_games_hold(lumitheque: Run, game: str) -> None:
    told = lumitheque("random", game, "--games", "2", "--seed", SEED, "--records")
    assert told.status == 0
    records = told.lines()
    assert [record["seed"] for record in records] == [game_seed(SEED, 0), game_seed(SEED, 1)]
    assert records[0] == played(game) and records[0]["ending"]["reason"]
    checked = lumitheque("check", stdin=told.out)
    assert checked.status == 0 and checked.out.count("\n") == 2
    assert checked.out.startswith("stdin, line 1: good.") and f"({records[0]['ending']['reason']})" in checked.out


def test_seeds_of_random_games() -> None:
    """As the help says: the first 16 bytes of the SHA-256 of SEED:N."""
    assert game_seed("0" * 32, 0) == "881dd1d9fd0ff2717031cf466ee6de1d"


def test_random_as_a_table(lumitheque: Run) -> None:
    told = lumitheque("random", "lumens", "--games", "3", "--seats", "3", "--seed", "5")
    assert "3 games at random, seed 00000000000000000000000000000005" in told.out
    assert "counted" in told.out and "P3" in told.out
    assert told == lumitheque("random", "lumens", "--games", "3", "--seats", "3", "--seed", "5")
    assert lumitheque("random", "lumens").out != lumitheque("random", "lumens").out


def test_random_tells_the_median(lumitheque: Run) -> None:
    """Of two games that is the mean of both, which may be no length of a game."""
    told = lumitheque("random", "sirius", "--games", "2", "--seed", "5", "--set", "setup=random")
    lengths = [
        len(random_game("sirius", None, "5".rjust(32, "0"), number, {"setup": "random"}).decisions) for number in (0, 1)
    ]
    assert sum(lengths) % 2 and f"{min(lengths)}, {sum(lengths) / 2:g}, {max(lengths)}" in told.out


@every_game
def test_trace_tells_every_state(lumitheque: Run, game: str) -> None:
    record = played(game)
    record["moves"] = record["moves"][:20]
    del record["ending"]
    told = lumitheque("trace", stdin=json.dumps(record) + "\n" + text_of(game) + "\n")
    assert told.status == 0
    states = told.lines()
    assert [state["ply"] for state in states] == [*range(21), 0]
    play = load(json.dumps(record))
    assert states[20]["position"] == json.loads(json.dumps(play.position()))
    assert [(state["file"], state["line"]) for state in states] == [("stdin", 1)] * 21 + [("stdin", 2)]
    assert set(states[0]) == {
        "file",
        "line",
        "game",
        "ply",
        "waiting",
        "legal",
        "chance",
        "position",
        "views",
        "ending",
    }
    assert set(states[0]["views"]) == {*map(str, range(play.seats)), "spectator"}
    for state, (seat, text) in zip(states, record["moves"], strict=False):
        assert seat in state["waiting"] and text in state["legal"][str(seat)]
        assert list(state["legal"]) == [str(one) for one in state["waiting"]]
    happened = [event for state in states[:21] for event in state["chance"]]
    assert happened == json.loads(json.dumps(play.chance()))


def test_trace_without_views(lumitheque: Run, tmp_path: Path) -> None:
    """Also: a record over several lines has the whole file, and no line of its own."""
    (tmp_path / "game.json").write_text(json.dumps(record_of("luminis"), indent=1), encoding="utf-8")
    with_views, without = (lumitheque("trace", "game.json", *words).json() for words in ((), ("--no-views",)))
    assert with_views.pop("views") and with_views == without
    assert (without["file"], without["line"]) == ("game.json", None)


def test_trace_ends_with_the_ending() -> None:
    states = list(trace(read_record(json.dumps(played("luminis")))))
    assert [state["ending"] for state in states[:-1]] == [None] * (len(states) - 1)
    assert states[-1]["ending"] == states[-1]["position"]["ending"]
    assert states[-1]["waiting"] == [] and states[-1]["legal"] == {}


def test_trace_of_a_game_resigned() -> None:
    ending = {"reason": "resigned", "points": [1, 0], "winners": [0], "seat": 1}
    (state,) = trace(read_record(text_of("sirius", ending=ending)))
    assert state["ending"] == ending and state["waiting"] == []


def test_trace_stops_where_a_move_is_refused(lumitheque: Run) -> None:
    record = played("luminis")
    record["moves"][2] = [0, "nonsense"]
    told = lumitheque("trace", stdin=json.dumps(record))
    assert told.status == 2 and len(told.lines()) == 3
    assert told.err == "lumitheque: stdin, line 1: move 2 ('nonsense' by seat 0) is refused by LM-00\n"


# --- what does not hold ----------------------------------------------------------------------------------------------


def test_a_move_against_the_rules() -> None:
    record = played("sirius", setup="random")
    record["moves"][10][0] ^= 1
    assert "move 10 " in failure(record) and "SI-00" in failure(record)


def test_chance_that_the_seed_does_not_give() -> None:
    record = played("luminis")
    first = next(event for event in record["chance"] if event[0] == "first")
    first[1] ^= 1
    record["moves"], record["chance"] = [], record["chance"][:3]
    del record["ending"]
    assert failure(record) == f"chance 1 (first): the seed gives {first[1] ^ 1}, the record says {first[1]}"
    record["seed"] = None
    check_record(read_record(json.dumps(record)))  # with the real box it may well have been so


def test_a_seed_that_is_another() -> None:
    record = played("fromages")
    record["seed"] = "1"
    assert failure(record).startswith("chance 0 (rats): the seed gives ")


def test_chance_left_over() -> None:
    record = played("sirius", setup="random")
    record["chance"].append(["white", 0])
    assert failure(record) == "chance 3 (white): told, but it never happens (1 left over)"


def test_chance_that_cannot_be() -> None:
    assert "chance 0" in failure(record_of("sirius", chance=[["white", 7]]))
    assert "chance 0" in failure(record_of("sirius", chance=[["black", 0]]))
    assert "no seed" in failure(record_of("sirius", chance=[], seed=None))


def test_chance_may_be_left_to_the_seed() -> None:
    record = played("fromages")
    check_record(read_record(json.dumps(record | {"chance": record["chance"][:2]})))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"reason": "passes"}, "reason"),
        ({"winners": [0, 1]}, "winners"),
        ({"points": [0.5, 0.5]}, "points"),
        ({"reason": "resigned"}, "reason"),
    ],
)
def test_an_ending_that_is_not(change: dict[str, Any], said: str) -> None:
    record = played("luminis")
    record["ending"] |= change
    assert failure(record).startswith(f"ending: {said} is ")


def test_lumens_rooms_are_compared() -> None:
    record = played("lumens")
    record["ending"]["rooms"]["A"]["points"][0] += 4
    assert failure(record).startswith("ending: rooms")


def test_an_ending_too_early() -> None:
    record = played("luminis")
    record["moves"].pop()
    assert "is not over" in failure(record)


@pytest.mark.parametrize(
    "ending",
    [
        {"reason": "resigned"},
        {"reason": "resigned", "points": [1, 0], "winners": [2]},
        {"reason": "resigned", "points": [1, 0], "winners": []},
        {"reason": "resigned", "points": [1, 0], "winners": ["0"]},
        {"reason": "resigned", "points": [1, 1], "winners": [0]},
        {"reason": "resigned", "points": [1, 0], "winners": [0], "seat": {}},
        {"reason": "resigned", "points": [1, 0], "winners": [0], "seat": 2},
        {"reason": ["time"]},
        {},
    ],
)
def test_an_ending_by_hand_that_cannot_be(ending: dict[str, Any]) -> None:
    assert failure(record_of("sirius", ending=ending)).startswith("ending: ")


def test_check_stops_at_the_first_that_fails(lumitheque: Run) -> None:
    good, bad = text_of("galax"), text_of("galax", moves=[[0, "nonsense"]])
    told = lumitheque("check", stdin=f"{good}\n{bad}\n{good}")
    assert told.status == 1
    assert told.out.count("\n") == 1
    assert told.err == "lumitheque: stdin, line 2: move 0 ('nonsense' by seat 0) is refused by GX-00\n"


def test_check_reads_files_of_one_and_of_many(lumitheque: Run) -> None:
    Path("one.json").write_text(json.dumps(record_of("sirius"), indent=2), encoding="utf-8")
    Path("many.jsonl").write_text(f"{text_of('lumens')}\n\n{text_of('galax')}\n", encoding="utf-8")
    told = lumitheque("check", "one.json", "many.jsonl", "--lang", "fr")
    assert told.status == 0
    places = [line.partition(" : ")[0] for line in told.out.splitlines()]
    assert places == ["one.json", "many.jsonl, ligne 1", "many.jsonl, ligne 3"]
    assert all("La partie continue." in line for line in told.out.splitlines())


@every_game
def test_records_from_a_position_hold(game: str) -> None:
    play = random_game(game, None, SEED)
    for _ in range(len(play.decisions) // 2):
        play.take_back()
    start = {"game": game, "rules": find(game).rules_version, "seats": play.seats, "options": play.options}
    seat = play.waiting()[0]
    record = start | {"position": play.position(), "moves": [[seat, play.legal(seat)[0]]], "seed": SEED}
    check_record(read_record(json.dumps(record)))
