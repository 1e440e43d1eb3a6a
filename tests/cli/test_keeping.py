"""backup, export, import, replay-all."""

import asyncio
import json
import random
import sqlite3
from pathlib import Path

import pytest

from command_line import Run
from kept_houses import add, opened
from lumitheque.cli.keeping import house_address
from lumitheque.referee.checking import check_record
from lumitheque.storage import Person
from lumitheque.tables import Table, read_entry, write_entry
from open_tables import started


async def play_a_little(folder: str) -> None:
    chooser = random.Random(1)
    async with opened(folder) as store:
        await store.keep_person(Person("ann", "Ann", 1, 2, "fr"))
        for game in ("sirius", "lumens"):
            sitting = started(game)
            for _ in range(6):
                sitting.play_any(chooser)
            sitting.table.id = game
            await store.append(game, 0, [write_entry(entry) for entry in sitting.log], sitting.table.note())


@pytest.fixture
def house(tmp_path: Path) -> Path:
    asyncio.run(play_a_little(str(tmp_path / "house")))
    return tmp_path / "house"


def test_where_a_house_is(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LUMITHEQUE_DATA", "LUMITHEQUE_DATABASE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert house_address(None, None) == str(Path("/data/lumitheque"))
    monkeypatch.setenv("LUMITHEQUE_DATA", "/elsewhere")
    assert house_address(None, None) == "/elsewhere" and house_address("here", None) == "here"
    monkeypatch.setenv("LUMITHEQUE_DATABASE", "postgresql://club")
    assert house_address(None, None) == "postgresql://club" and house_address("here", None) == "here"
    assert house_address(None, "postgresql://other") == "postgresql://other"


def test_a_backup_while_the_house_is_open(lumitheque: Run, house: Path) -> None:
    async def visit() -> None:
        async with opened(str(house)) as store:
            await add(store, "late", 0)  # not yet in the database's own file, only in its log
            told = await asyncio.to_thread(lumitheque, "backup", "copy.db", "--data", str(house))
            assert told.status == 0 and "copy.db" in told.out
            await add(store, "later", 0)

    asyncio.run(visit())
    (house.parent / "second").mkdir()
    Path("copy.db").rename(house.parent / "second" / "house.db")
    told = lumitheque("export", "--data", str(house.parent / "second")).lines()
    assert {one["note"]["id"] for one in told if one["line"] == "table"} == {"sirius", "lumens", "late"}


def test_a_backup_is_one_private_file(lumitheque: Run, house: Path) -> None:
    told = lumitheque("backup", "--data", str(house))
    (copy,) = Path().glob("house-*.db")
    assert told.status == 0 and copy.name in told.out and copy.stat().st_mode & 0o777 == 0o600
    connection = sqlite3.connect(copy)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    connection.close()
    assert not list(Path().glob(".*part"))


def test_a_house_moves(lumitheque: Run, house: Path) -> None:
    told = lumitheque("export", "moving.jsonl", "--data", str(house))
    assert told.status == 0 and "2 tables" in told.out and Path("moving.jsonl").stat().st_mode & 0o777 == 0o600
    piped = lumitheque("export", "--data", str(house))
    assert piped.out.encode() == Path("moving.jsonl").read_bytes()
    arrived = lumitheque("import", "moving.jsonl", "--data", "new")
    assert arrived.status == 0 and "1 person and 2 tables" in arrived.out
    assert lumitheque("import", "--data", "new", stdin=piped.out).status == 0
    assert lumitheque("export", "--data", "new").out == piped.out
    assert lumitheque("replay-all", "--data", "new").out == "2 tables: 0 games differ.\n"


def test_a_table_that_went_otherwise(lumitheque: Run, house: Path) -> None:
    lines = lumitheque("export", "--data", str(house)).out.splitlines()
    for number, line in enumerate(lines):
        if '"id":"lumens"' in line:
            table = json.loads(line)
            table["entries"].pop()
            table["note"]["seq"] -= 1
            lines[number] = json.dumps(table)
    told = lumitheque("import", "--data", str(house), stdin="\n".join(lines) + "\n")
    assert told.status == 1 and "table lumens" in told.err


def test_replay_all_lists_what_differs(lumitheque: Run, house: Path) -> None:
    assert lumitheque("replay-all", "--data", str(house)).status == 0
    connection = sqlite3.connect(house / "house.db")
    connection.execute(
        'UPDATE entries SET entry = replace(entry, \'"event":"started"\', \'"event":"closed","by":"host"\')'
        " WHERE number = (SELECT number FROM tables WHERE id = 'sirius')"
    )
    connection.execute("UPDATE tables SET note = replace(note, '\"moves\":6', '\"moves\":5') WHERE id = 'lumens'")
    connection.commit()
    connection.close()
    told = lumitheque("replay-all", "--data", str(house))
    assert told.status == 1 and "2 tables: 2 games differ." in told.out
    assert "sirius sirius: table sirius, entry" in told.out and "lumens lumens: moves 5 → 6" in told.out


def test_replay_all_finds_a_game_that_would_be_scored_otherwise(lumitheque: Run, tmp_path: Path) -> None:
    async def play_on_until_it_is_over() -> None:
        sitting, chooser = started("fromages"), random.Random(1)
        while sitting.table.status == "playing":
            sitting.play_any(chooser)
        note = sitting.table.note()
        assert note.ending is not None
        note.ending = note.ending | {"points": [99, 0]}  # as other rules would have counted
        async with opened(str(tmp_path / "house")) as store:
            await store.append(note.id, 0, [write_entry(entry) for entry in sitting.log], note)

    asyncio.run(play_on_until_it_is_over())
    told = lumitheque("replay-all", "--data", str(tmp_path / "house"))
    assert told.status == 1 and "1 table: 1 game differs." in told.out and "ending" in told.out


BEFORE = Path(__file__).parents[1] / "houses" / "end-played-out.jsonl"  # when Lumens was played out unless one chose


def test_a_house_of_before_stays_as_it_is(lumitheque: Run) -> None:
    """LU-17: tables name their option, so that another default changes nothing about them."""
    assert lumitheque("import", str(BEFORE), "--data", "old").status == 0
    told = lumitheque("replay-all", "--data", "old")
    assert (told.status, told.out) == (0, "8 tables: 0 games differ.\n")
    assert lumitheque("export", "--data", "old").out == BEFORE.read_text(encoding="utf-8")


def test_games_of_before_end_as_they_did() -> None:
    lengths = {}
    for line in map(json.loads, BEFORE.read_text(encoding="utf-8").splitlines()):
        if line["line"] == "table":
            table = Table.of(line["note"]["id"], [read_entry(json.dumps(one).encode()) for one in line["entries"]])
            assert table.terms.options == line["entries"][0]["event"]["options"]
            assert table.game.ending() == line["note"].get("ending")
            lengths[table.id] = len(table.game.decisions)
            if table.is_finished:
                check_record(table.game.game_record())
    assert (lengths["lumens-2"], lengths["lumens-3"], lengths["lumens-bags"]) == (2 * 24, 3 * 24, 2 * 23)


@pytest.mark.parametrize("command", ["backup", "export", "replay-all"])
def test_no_house_is_made_by_looking_for_one(lumitheque: Run, command: str) -> None:
    told = lumitheque(command, "--data", "nowhere")
    assert told.status == 2 and told.err.startswith("lumitheque: ") and "there is no house here" in told.err
    assert not Path("nowhere").exists()


def test_what_cannot_be(lumitheque: Run, house: Path) -> None:
    Path("junk").write_text("junk\n", encoding="utf-8")
    assert "junk: line 1" in lumitheque("import", "junk", "--data", "new").err
    assert "missing.jsonl" in lumitheque("import", "missing.jsonl", "--data", "new").err
    assert "pg_dump" in lumitheque("backup", "--database", "postgresql://club").err
    assert "cannot be reached" in lumitheque("export", "--database", "postgresql://x:pw@/y?host=/nowhere").err
    assert lumitheque("export", "no/such/folder/file", "--data", str(house)).status == 2
    assert lumitheque("backup", "no/such/folder/file", "--data", str(house)).status == 2
    Path("folder").mkdir()
    for command in ("export", "backup"):
        assert lumitheque(command, "folder", "--data", str(house)).status == 2 and Path("folder").is_dir()


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no disk here that is always full")
def test_a_full_disk(lumitheque: Run, house: Path) -> None:
    Path("full").symlink_to("/dev/full")
    told = lumitheque("export", "full", "--data", str(house))
    assert told.status == 2 and told.err.count("\n") == 1
    assert Path("/dev/full").is_char_device(), "a device was replaced by a file"
