"""doctor, and what keeps a house when something in it cannot be read."""

import asyncio
import random
import sqlite3
from pathlib import Path

import pytest

from command_line import Run
from damage import break_page, rewrite, spoil_entry
from kept_houses import opened
from lumitheque.storage import Person
from lumitheque.tables import write_entry
from open_tables import started

TABLES = ("first", "second", "third", "fourth")
STRANGE = b'{"seq":2,"at":1,"event":{"event":"dreamt"}}'


async def play_a_little(folder: Path) -> None:
    chooser = random.Random(1)
    async with opened(str(folder)) as store:
        await store.keep_setting("doors", b"{}")
        await store.keep_person(Person("ann", "Ann", 1, 2, "fr"))
        for table in TABLES:
            sitting = started("lumens")
            for _ in range(6):
                sitting.play_any(chooser)
            sitting.table.id = table
            await store.append(table, 0, [write_entry(entry) for entry in sitting.log], sitting.table.note())


@pytest.fixture
def house(tmp_path: Path) -> Path:
    asyncio.run(play_a_little(tmp_path / "house"))
    return tmp_path / "house"


def delete_entry(house: Path, table: str, seq: int) -> None:
    rewrite(
        house, "DELETE FROM entries WHERE seq = ? AND number = (SELECT number FROM tables WHERE id = ?)", seq, table
    )


def spoil(house: Path) -> None:
    """Of four tables one stays whole."""
    spoil_entry(house, "first", 2, STRANGE)
    delete_entry(house, "second", 4)
    rewrite(house, "UPDATE tables SET note = 'nonsense' WHERE id = 'third'")


def tables_in(lines: list[dict[str, dict[str, str]]]) -> set[str]:
    return {line["note"]["id"] for line in lines if line["line"] == "table"}


def test_a_house_that_is_whole(lumitheque: Run, house: Path) -> None:
    told = lumitheque("doctor", "--data", str(house))
    assert (told.status, told.err) == (0, "") and "1 person, 4 tables, " in told.out and "whole" in told.out
    told = lumitheque("doctor", "--data", str(house), "--lang", "fr")
    assert "4 tables" in told.out and "tout est entier" in told.out


def test_the_doctor_names_what_is_ill_and_rescues_the_rest(lumitheque: Run, house: Path) -> None:
    spoil(house)
    told = lumitheque("doctor", "--data", str(house), "--rescue", "saved.db")
    assert told.status == 1 and "3 problems" in told.out and "saved.db" in told.out
    for sentence in ("first: entry 2: ", "dreamt", "second: entry 4 is missing", "third: its summary"):
        assert sentence in told.err
    assert not list(Path().glob(".*part*")) and Path("saved.db").stat().st_mode & 0o777 == 0o600
    Path("new").mkdir()
    Path("saved.db").rename("new/house.db")
    told = lumitheque("doctor", "--data", "new")  # the log of a newer version is saved as it is, for that version
    assert told.status == 1 and "1 problem." in told.out and "first: entry 2: " in told.err
    told = lumitheque("export", "--data", "new")
    assert told.status == 1 and tables_in(told.lines()) == {"third", "fourth"}
    assert {line["line"] for line in told.lines()} >= {"setting", "person"}
    assert lumitheque("doctor", "--data", str(house), "--rescue", "new/house.db").status == 2


def test_a_damaged_file(lumitheque: Run, house: Path) -> None:
    """The summaries are lost; they follow from the logs, which are whole."""
    assert break_page(house, b'{"id":"third"') == 1
    told = lumitheque("doctor", "--data", str(house), "--rescue", "saved.db")
    assert told.status == 1 and "malformed" in told.err and "saved.db: 1 person, 4 tables" in told.out
    copied = lumitheque("backup", "copy.db", "--data", str(house))
    assert copied.status == 1 and "copy.db.damaged" in copied.err and "fault" in copied.err
    assert not Path("copy.db").exists() and Path("copy.db.damaged").exists()
    connection = sqlite3.connect("saved.db")
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()


def test_a_damaged_log(lumitheque: Run, house: Path) -> None:
    async def talk() -> None:
        from kept_houses import add

        async with opened(str(house)) as store:
            for table in ("before", "damaged", "after"):
                await add(store, table, 0, 100, text=f"{table} " + "x" * 100)

    asyncio.run(talk())
    rewrite(house, "DELETE FROM tables WHERE id IN ('before', 'after')")  # and their entries are nobody's
    told = lumitheque("doctor", "--data", str(house))
    assert told.status == 1 and "200 entries of no table" in told.err
    break_page(house, b"damaged xxx")
    for command in (["export"], ["replay-all"], ["doctor", "--rescue", "saved.db"]):
        told = lumitheque(*command, "--data", str(house))
        assert told.status == 1 and "damaged: " in told.err and "malformed" in told.err, told
    told = lumitheque("replay-all", "--data", str(house))
    assert told.out == "4 tables: 0 games differ.\n"


def test_export_and_replay_name_what_they_cannot_read(lumitheque: Run, house: Path) -> None:
    spoil(house)
    told = lumitheque("export", "--data", str(house))
    assert told.status == 1 and tables_in(told.lines()) == {"fourth"} and told.lines()[-1]["tables"] == 1
    for sentence in ("first: entry 2: ", "second: entry 4 is missing", "third: its summary", "3 things"):
        assert sentence in told.err
    Path("moving.jsonl").write_text(told.out)
    assert lumitheque("import", "moving.jsonl", "--data", "new").status == 0
    told = lumitheque("replay-all", "--data", str(house))
    assert told.status == 1 and told.out == "1 table: 0 games differ.\n" and "3 things could not be read" in told.err


def test_the_last_entry_is_missed_too(lumitheque: Run, house: Path) -> None:
    rewrite(house, "DELETE FROM entries WHERE (number, seq) IN (SELECT number, seq FROM tables WHERE id = 'first')")
    told = lumitheque("export", "--data", str(house))
    assert told.status == 1 and "first" not in tables_in(told.lines()) and "is missing" in told.err


def test_import_takes_what_it_can_read(lumitheque: Run, house: Path) -> None:
    lines = lumitheque("export", "--data", str(house)).out.splitlines()
    place = next(number for number, line in enumerate(lines) if '"id":"second"' in line)
    lines[place] = lines[place].replace('"event":"started"', '"event":"dreamt"')
    told = lumitheque("import", "--data", "new", stdin="\n".join(lines) + "\n")
    assert told.status == 1 and f"line {place + 1}, table second: entry" in told.err and "1 thing could" in told.err
    assert tables_in(lumitheque("export", "--data", "new").lines()) == {"first", "third", "fourth"}


def test_a_backup_is_checked(lumitheque: Run, house: Path) -> None:
    told = lumitheque("backup", "copy.db", "--data", str(house))
    assert told.status == 0 and "checked" in told.out and Path("copy.db").exists()
