"""bots and hint on the command line, and bots at the table of the terminal game."""

import json
from pathlib import Path

import pytest

from command_line import Run, every_game
from lumitheque.bots import levels
from lumitheque.games import SHELF, find
from lumitheque.languages import languages


def test_every_game_has_its_characters(lumitheque: Run) -> None:
    told = lumitheque("bots", "--json").json()
    assert list(told) == list(SHELF)
    for name, characters in told.items():
        if not SHELF[name].package.startswith("lumitheque."):
            continue
        assert len(characters) >= 6, name
        strengths = [character["strength"] for character in characters]
        assert strengths == sorted(strengths) and strengths[0] > 0, f"{name}: weakest first, and above chance"


@every_game
@pytest.mark.parametrize("language", languages())
def test_characters_are_introduced(lumitheque: Run, game: str, language: str) -> None:
    told = lumitheque("bots", game, "--lang", language)
    assert told.status == 0
    for level in levels(find(game)).values():
        assert level.name in told.out and level.character(find(game), language).title in told.out
    known = levels(find(game)).values()
    assert len({level.character(find(game), language).sentence for level in known}) == len(known)


@every_game
def test_a_hint_is_legal_and_tells_chances(lumitheque: Run, game: str) -> None:
    record = lumitheque("random", game, "--seed", "5", "--records").json()
    record["moves"] = record["moves"][: 60 + len(record["moves"]) // 3 if game in ("galax", "sirius") else 9]
    record.pop("ending")
    record["chance"] = []
    Path("middle.json").write_text(json.dumps(record), encoding="utf-8")
    told = lumitheque("hint", "middle.json", "--time", "0.05", "--threads", "1", "--json").json()
    legal = lumitheque("moves", "middle.json", "--json").json()["legal"]
    assert told["move"] in legal[str(told["seat"])]
    assert all(move["move"] in legal[str(told["seat"])] and 0 <= move["chance"] <= 1 for move in told["moves"])
    shown = lumitheque("hint", "middle.json", "--time", "0.05", "--lang", "fr")
    assert shown.status == 0 and "Conseil à P" in shown.out


def test_a_hint_needs_a_seat_that_may_act(lumitheque: Run) -> None:
    lumitheque("new", "galax", "--seed", "1", "-o", "secret.json")
    both = lumitheque("hint", "secret.json")
    assert both.status == 2 and "say which with --seat" in both.err
    assert lumitheque("hint", "secret.json", "--seat", "1", "--time", "0.01").status == 0
    lumitheque("new", "luminis", "--seed", "1", "-o", "one.json")
    waiting = lumitheque("moves", "one.json", "--json").json()["waiting"][0]
    wrong = lumitheque("hint", "one.json", "--seat", str(1 - waiting))
    assert wrong.status == 2 and "not for seat" in wrong.err


def test_play_against_a_character(lumitheque: Run) -> None:
    name = next(iter(levels(find("lumens"))))
    told = lumitheque("play", "lumens", "--seats", f"human,{name}", "--seed", "4", stdin="1\nhint\n1\nquit\n\n")
    assert told.status == 0 and f"P2 ({levels(find('lumens'))[name].character(find('lumens'), 'en').title})" in told.out
    assert "Advice for P1" in told.out


def test_unknown_opponents_are_refused(lumitheque: Run) -> None:
    told = lumitheque("play", "lumens", "--seats", "human,nobody")
    assert told.status == 2 and "nobody" in told.err and "greedy" in told.err


@every_game
def test_bots_among_themselves(lumitheque: Run, game: str) -> None:
    """A whole game of the weakest, with as many as can play."""
    weakest = next(iter(levels(find(game))))
    seats = ",".join([weakest] * find(game).seats[-1])
    told = lumitheque("play", game, "--seats", seats, "--seed", "2")
    assert told.status == 0
    endings = find(game).words("en")["endings"].values()
    assert any(" ".join(sentence.split()) in " ".join(told.out.split()) for sentence in endings)
