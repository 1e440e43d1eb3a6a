"""The check after the kills finds what it is there for: planted losses, doubles, what was shown but not kept."""

import asyncio
import hashlib
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from faults.checking import Found, check_house
from faults.robots import EntryHeard, Mark, Pace, Robot, Sent
from lumitheque.storage import open_store
from lumitheque.tables import Entry, Table, TableTerms, Viewer, tell_entry, tell_state, write_entry
from lumitheque.tables.commands import Play, Sit, Start
from lumitheque.tables.events import Played
from open_tables import Sitting

NAMES = ("ann", "bob")


def a_game() -> tuple[list[Entry], list[Robot]]:
    """Two people, ten moves, and all that they remember of it."""
    sitting = Sitting(TableTerms(game="sirius", options={"setup": "random"}))
    robots = [Robot(seat, 0, Pace()) for seat in range(2)]
    for seat, name in enumerate(NAMES):
        sitting.do(name, Sit(seat))
        robots[seat].person, robots[seat].seat, robots[seat].tables = name, seat, [sitting.table.id]
    sitting.do("ann", Start())
    for number in range(10):
        table, seat = sitting.table, sitting.table.waiting[0]
        sent = Sent(table.id, str(number), {"do": "play", "moves": [table.game.legal(seat)[0]]}, times=1)
        sitting.do(NAMES[seat], Play(seat, sent.command["moves"]), sent.key)
        sent.ack = table.seq
        robots[seat].sent.append(sent)
        for robot in robots:
            viewer = Viewer(robot.person, robot.seat)
            told = msgspec.json.encode(tell_entry(table, sitting.log[-1], viewer))
            robot.shown.append((table.id, msgspec.json.decode(told, type=EntryHeard)))
            digest = hashlib.sha256(msgspec.json.encode(tell_state(table, viewer))).digest()
            robot.marks.append(Mark(table.id, table.seq, robot.seat, digest))
    return sitting.log, robots


def check(folder: Path, log: list[Entry], robots: list[Robot]) -> Found:
    async def keep_and_check() -> Found:
        store = open_store(folder)
        await store.start()
        table = Table.of(robots[0].tables[0], log)
        await store.append(table.id, 0, [write_entry(entry) for entry in log], table.note())
        await store.stop()
        return await check_house(str(folder), robots)

    return asyncio.run(keep_and_check())


def test_nothing_to_find(tmp_path: Path) -> None:
    found = check(tmp_path, *a_game())
    assert found.faults == []
    assert (found.moves, found.acknowledged, found.shown, found.positions) == (10, 10, 20, 20)


def lose_the_last(log: list[Entry], robots: list[Robot]) -> None:
    del log[-1]


def play_otherwise(log: list[Entry], robots: list[Robot]) -> None:
    """The last move is another than the one that was sent, acknowledged and shown."""
    table = Table.of(robots[0].tables[0], log[:-1])
    last = log[-1]
    assert isinstance(last.event, Played)
    other = table.game.legal(last.event.seat)[-1]
    log[-1] = msgspec.structs.replace(last, event=Played(last.event.seat, [other]))


def swap_keys(log: list[Entry], robots: list[Robot]) -> None:
    log[-1] = msgspec.structs.replace(log[-1], key=log[-2].key)


def obey_twice(log: list[Entry], robots: list[Robot]) -> None:
    """The same command, obeyed again two moves later."""
    log[-1] = msgspec.structs.replace(log[-1], key=log[-3].key)


def keep_what_was_denied(log: list[Entry], robots: list[Robot]) -> None:
    robots[0].sent[0].denied, robots[0].sent[0].ack = "stale", None


def show_another_time(log: list[Entry], robots: list[Robot]) -> None:
    robots[1].shown[3][1].at += 1


def show_another_position(log: list[Entry], robots: list[Robot]) -> None:
    robots[1].marks[4] = msgspec.structs.replace(robots[1].marks[4], digest=b"")


@pytest.mark.parametrize(
    ("plant", "words"),
    [
        (lose_the_last, "acknowledged as"),
        (lose_the_last, "was shown, the log ends"),
        (lose_the_last, "was seen, the log ends"),
        (play_otherwise, "a move that nobody sent"),
        (play_otherwise, "was shown as"),
        (play_otherwise, "another position"),
        (swap_keys, "acknowledged as"),
        (obey_twice, "is in the log as"),
        (keep_what_was_denied, "was denied"),
        (show_another_time, "was shown as"),
        (show_another_position, "another position"),
    ],
)
def test_planted(tmp_path: Path, plant: Callable[[list[Entry], list[Robot]], None], words: str) -> None:
    log, robots = a_game()
    plant(log, robots)
    assert any(words in fault for fault in check(tmp_path, log, robots).faults)
