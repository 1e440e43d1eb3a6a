"""Whatever is fed in: one line on stderr, exit status 2, nothing changed, never a traceback."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from command_line import HOUSE, Run, Told, own_process, record_of, spawn, text_of

GAME = HOUSE[0]
READERS = (["show"], ["moves"], ["move", "FILE", "pass"], ["why", "FILE", "pass"], ["check"], ["trace"], ["play"])

NOT_RECORDS: dict[str, bytes] = {
    "empty": b"",
    "blank lines": b"\n \n\n",
    "truncated": text_of(GAME).encode()[:200],
    "not JSON": b"once upon a time",
    "a number": b"17",
    "a list": b"[1, 2]",
    "an empty object": b"{}",
    "binary": bytes(range(256)) * 40,
    "zeros": b"\0" * 5000,
    "invalid UTF-8": text_of(GAME, moves=[[0, "X"]]).encode().replace(b'"X"', b'"\xff\xfe"'),
    "lone surrogate": text_of(GAME, moves=[[0, "X"]]).encode().replace(b'"X"', b'"\\ud800"'),
    "deep": b"[" * 100_000,
    "deep objects": b'{"a":' * 50_000,
    "10 MB line": b'{"game": "' + b"x" * 10_000_000 + b'"}',
    "unknown game": text_of(GAME, game="chess").encode(),
    "game is a number": text_of(GAME, game=5).encode(),
    "seats is a text": text_of(GAME, seats="2").encode(),
    "too many seats": text_of(GAME, seats=99).encode(),
    "a huge number": text_of(GAME, seats=10**40).encode(),
    "other rules": text_of(GAME, rules=99).encode(),
    "unknown option": text_of(GAME, options={"colour": "red"}).encode(),
    "wrong value": text_of(GAME, options=dict.fromkeys(record_of(GAME)["options"], "never")).encode(),
    "bad seed": text_of(GAME, seed="xyz").encode(),
    "long seed": text_of(GAME, seed="0" * 33).encode(),
    "moves of wrong type": text_of(GAME, moves=[["0", "pass"]]).encode(),
    "a move too short": text_of(GAME, moves=[[0]]).encode(),
    "chance of wrong type": text_of(GAME, chance=[[1, 2]]).encode(),
    "edition unknown": text_of(GAME, edition={"name": "mine", "sha256": "0"}).encode(),
    "edition of wrong type": text_of(GAME, edition="mine").encode(),
    "position of wrong type": text_of(GAME, position=[]).encode(),
    "position empty": text_of(GAME, position={}).encode(),
}


def is_one_line(told: Told, status: int = 2) -> None:
    assert told.status == status, told
    assert told.err.startswith("lumitheque: ")
    assert told.err.count("\n") == 1 and told.err.endswith("\n")
    assert len(told.err) < 1000
    assert "Traceback" not in told.err and "should not happen" not in told.err


@pytest.mark.parametrize("data", NOT_RECORDS.values(), ids=NOT_RECORDS)
def test_what_is_not_a_record(lumitheque: Run, tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(data)
    for reader in READERS:
        words = ["bad.json" if word == "FILE" else word for word in reader]
        told = lumitheque(*(words if "bad.json" in words else [*words, "bad.json"]))
        is_one_line(told)
        assert "bad.json" in told.err
    assert file.read_bytes() == data
    assert [path.name for path in tmp_path.iterdir()] == ["bad.json"]


@pytest.mark.parametrize("data", NOT_RECORDS.values(), ids=NOT_RECORDS)
def test_what_is_not_a_record_on_stdin(lumitheque: Run, data: bytes) -> None:
    for words in (["show", "-"], ["check"], ["check", "-"], ["trace"]):
        is_one_line(lumitheque(*words, stdin=data))


@pytest.mark.parametrize("name", ["truncated", "binary", "10 MB line", "unknown game", "deep objects"])
def test_in_a_process_of_its_own(tmp_path: Path, name: str) -> None:
    (tmp_path / "bad.json").write_bytes(NOT_RECORDS[name])
    is_one_line(spawn(tmp_path, "moves", "bad.json"))
    is_one_line(spawn(tmp_path, "check", stdin=NOT_RECORDS[name]))


USAGE = {
    "unknown command": ["frobnicate"],
    "unknown option": ["games", "--frobnicate"],
    "no file": ["moves"],
    "no move": ["move", "game.json"],
    "missing file": ["show", "nowhere.json"],
    "a folder": ["show", "."],
    "a folder to check": ["check", "."],
    "unknown game": ["new", "chess"],
    "no game": ["new"],
    "seats not a number": ["new", GAME, "--seats", "two"],
    "too many seats": ["new", GAME, "--seats", "99"],
    "negative seats": ["new", GAME, "--seats", "-1"],
    "bad seed": ["new", GAME, "--seed", "xyz"],
    "empty seed": ["new", GAME, "--seed", ""],
    "option without value": ["new", GAME, "--set", "end"],
    "unknown setting": ["new", GAME, "--set", "colour=red"],
    "unknown value": ["new", GAME, "--set", "end=never"],
    "unknown edition": ["new", GAME, "--edition", "nowhere.csv"],
    "unwritable": ["new", GAME, "-o", "no/such/folder.json"],
    "output is a folder": ["new", GAME, "-o", "."],
    "no such seat": ["show", "game.json", "--seat", "9"],
    "negative seat": ["moves", "game.json", "--seat", "-1"],
    "seat and all": ["show", "game.json", "--seat", "0", "--all"],
    "unknown language": ["games", "--lang", "de"],
    "no games": ["random", GAME, "--games", "0"],
    "random of nothing": ["random", "chess", "--games", "2"],
    "schema of nothing": ["schema", "chess"],
    "prepare nothing": ["prepare", "chess"],
    "edition missing": ["edition", "check", "nowhere.csv"],
    "edition a folder": ["edition", "check", "."],
    "edition of nothing": ["edition", "check", "game.json", "--game", "chess"],
    "edition not one": ["edition", "check", "game.json"],
    "players unknown": ["play", GAME, "--seats", "human,ghost"],
    "players too many": ["play", GAME, "--seats", "99"],
    "play a record anew": ["play", "game.json", "--seed", "1"],
    "play a record with others": ["play", "game.json", "--seats", "99"],
}


@pytest.mark.parametrize("words", USAGE.values(), ids=USAGE)
def test_usage(lumitheque: Run, tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "game.json").write_text(text_of(GAME), encoding="utf-8")
    is_one_line(lumitheque(*words))


def test_edition_that_is_no_text(lumitheque: Run, tmp_path: Path) -> None:
    (tmp_path / "deck.csv").write_bytes(b"\xff\xfe\x00")
    is_one_line(lumitheque("edition", "check", "deck.csv"))
    is_one_line(lumitheque("new", GAME, "--edition", "deck.csv"))


def test_a_move_that_is_no_text(tmp_path: Path) -> None:
    """Bytes that are not UTF-8, on the command line."""
    (tmp_path / "game.json").write_text(text_of(GAME), encoding="utf-8")
    for words in (
        ["move", "game.json", "\udcff", "--seat", "0"],
        ["why", "game.json", "\udcff", "--seat", "0", "--json"],
    ):
        told = spawn(tmp_path, *words)
        assert "Traceback" not in told.err
    assert json.loads(told.out)["legal"] is False


def test_wrong_way_to_run(tmp_path: Path) -> None:
    is_one_line(spawn(tmp_path, "new", GAME, rules="somehow"))


def test_reader_that_goes_away(tmp_path: Path) -> None:
    """A broken pipe is no news: quiet, with the status that a shell gives it."""
    for words in (["random", GAME, "--games", "20", "--records"], ["games"], ["games", "--json"], ["--help"]):
        how = own_process()
        with subprocess.Popen(
            [*how["args"], *words], env=how["env"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as child:
            assert child.stdout and child.stderr
            child.stdout.close()
            assert child.stderr.read() == b""
            assert child.wait(60) == 141


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full device here")
def test_full_device(tmp_path: Path) -> None:
    how = own_process()
    with open("/dev/full", "wb") as full:
        told = subprocess.run(
            [*how["args"], "games"], env=how["env"], stdout=full, stderr=subprocess.PIPE, check=False, timeout=60
        )
    is_one_line(Told(told.returncode, "", told.stderr.decode()))


def heed_interrupts() -> None:
    """A shell starts background jobs, this test run perhaps, deaf to Ctrl-C, and their children inherit it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_interrupted(tmp_path: Path) -> None:
    """Ctrl-C: status 130 and no traceback."""
    how = own_process()
    with subprocess.Popen(
        [*how["args"], "play", GAME], env=how["env"], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, preexec_fn=heed_interrupts,  # noqa: PLW1509 (no threads here)
    ) as child:  # fmt: skip
        assert child.stdout and child.stderr
        while b"P1 >" not in child.stdout.read1():
            time.sleep(0.02)
        child.send_signal(signal.SIGINT)
        assert child.wait(60) == 130
        assert child.stderr.read() == b""
