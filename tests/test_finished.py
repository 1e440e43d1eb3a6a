"""Finished games of every ending there is, in tests/finished: a record per line, replayed to the same end."""

import json
from pathlib import Path
from typing import Any

import pytest

import lumitheque as lt
from fromages_tables import little
from lumitheque.games import SHELF, find
from lumitheque.referee import GameRecord, Referee, ReplayError, read_record, write_record
from lumitheque.referee.checking import check_record
from lumitheque.referee.referee import OUTSIDE_RULES

from .twins.comparing import plain, twin_of

FOLDER = Path(__file__).parent / "finished"
LARGEST = 150_000  # bytes of one file
LINES = {name: (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines() for name in SHELF}
every_line = pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, id=f"{name}-{number}")
        for name, lines in LINES.items()
        for number, line in enumerate(lines, 1)
    ],
)


def reasons(name: str) -> set[str]:
    return {json.loads(line)["ending"]["reason"] for line in LINES[name]}


@pytest.mark.parametrize("name", SHELF)
def test_no_reason_is_missing(name: str) -> None:
    assert reasons(name) == {*find(name).record.REASONS[1:], *OUTSIDE_RULES}
    assert sum(len(line) for line in LINES[name]) < LARGEST


@every_line
def test_finished(line: str) -> None:
    """The record holds, says the same when written again, and nothing more can be done."""
    record = read_record(line)
    play = check_record(record)
    assert play.ending() == json.loads(line)["ending"]
    assert write_record(play.game_record()) == line
    assert play.waiting() == []
    nothing_now = play.game.rule_ids[0]
    for seat in range(play.seats):
        assert play.legal(seat) == []
        assert {play.refusal(text, seat) for _, text in record.moves[-3:]} <= {nothing_now}


@every_line
def test_not_before(line: str) -> None:
    """A move earlier the game was still going on."""
    record = read_record(line)
    if record.ending["reason"] in OUTSIDE_RULES or not record.moves:  # type: ignore[index]
        return
    play = lt.load(record)
    play.take_back()
    assert play.ending() is None
    assert play.waiting()


@every_line
def test_wrong_endings_are_refused(line: str) -> None:
    told: dict[str, Any] = json.loads(line)
    others = [seat for seat in range(told["seats"]) if seat not in told["ending"]["winners"]] or [0]
    for change in ({"reason": "boredom"}, {"points": [99] * told["seats"]}, {"winners": others}):
        if told["ending"]["reason"] in OUTSIDE_RULES and "winners" in change:
            continue  # who wins by resignation is for people to say
        with pytest.raises(ReplayError, match=r"^ending: "):
            lt.load(told | {"ending": told["ending"] | change})


def replayed(record: GameRecord) -> tuple[Any, Referee]:
    play = lt.new(record.game, record.seats, record.seed, record.options)
    twin = twin_of(play)
    for seat, text in record.moves:
        twin.chance.extend(plain(play.play(text, seat)))
        twin.play(seat, text)
    return twin, play


@every_line
def test_twins_end_alike(line: str) -> None:
    record = read_record(line)
    ending: dict[str, Any] = record.ending  # type: ignore[assignment]
    if isinstance(record.position, dict) or ending["reason"] in OUTSIDE_RULES:
        return  # a twin begins at the beginning, and people are not its business
    twin, play = replayed(record)
    assert twin.ending() == play.ending() == ending
    assert twin.position() == play.position()


def test_little_ones_who_can_only_pass() -> None:
    """FR-19: no deck of 88 can leave them without a card to draw, so the cards are taken away under their noses."""
    g = little("@ . . . / . . . . / . . . #", "@ . . . / . . . . / . . . #")
    for field in ("pile", "discard"):
        g.state[field][:] = 0
        g.state[f"{field}_count"] = 0
    assert g.legal() == ["pass"]
    g.play("pass")
    assert g.ending() is None
    g.play("pass")
    assert g.ending() == {"reason": "passes", "points": [0.5, 0.5], "winners": [0, 1]}
