"""What is acknowledged is on the disk, and stays there whatever happens to the process."""

import asyncio
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from kept_houses import Postgres, add, opened, own_process
from lumitheque.storage import StorageTrouble
from lumitheque.tables import read_entry

STORM = Path(__file__).with_name("storm.py")
TABLES = 30
KILLS = 12


class Call(NamedTuple):
    name: str
    file: str  # or what is written
    begun: int  # line of the trace
    done: int


CALL = re.compile(r'^(\d+) +(\w+)\(\d+<([^>]*)>(?:, "([^"]*)")?')
RESUMED = re.compile(r"^(\d+) +<\.\.\. (\w+) resumed>")


def calls(trace: str) -> list[Call]:
    """The calls that succeeded, in the order in which they were done."""
    found, open_calls = [], dict[tuple[str, str], Call]()
    for number, text in enumerate(trace.splitlines()):
        if match := CALL.match(text):
            process, name, file, written = match.groups()
            call = Call(name, written or file if "pipe:" in file or file == "" else file, number, number)
            if "<unfinished" in text:
                open_calls[process, name] = call
            elif not re.search(r"= -1 ", text):
                found.append(call)
        elif match := RESUMED.match(text):
            begun = open_calls.pop(match.groups(), None)
            if begun and not re.search(r"= -1 ", text):
                found.append(begun._replace(done=number))
    return found


def assert_synced_before_granted(trace: str) -> None:
    """Between every wish and its acknowledgement the log of the database was written, and then synced."""
    known = calls(trace)
    for seq in range(1, 6):
        (asked,) = [call.done for call in known if call.file.startswith(f"asked {seq}")]
        (granted,) = [call.begun for call in known if call.file.startswith(f"granted {seq}")]
        meanwhile = [call for call in known if asked < call.begun and call.done < granted]
        log = [call for call in meanwhile if call.file.endswith("house.db-wal")]
        written = [call.done for call in log if call.name == "pwrite64"]
        assert written, f"entry {seq} was acknowledged before it was written"
        synced = [call for call in log if call.name in ("fsync", "fdatasync") and call.begun > max(written)]
        assert synced, f"entry {seq} was acknowledged before it was synced"


def traced(folder: Path, syncs: str) -> str:
    assert shutil.which("strace"), "strace is missing; `make test` installs it for root, otherwise: apt install strace"
    trace = folder / "trace"
    calls_watched = "trace=write,pwrite64,fsync,fdatasync"
    watch = ["strace", "-f", "--seccomp-bpf", "-y", "-s", "64", "-e", calls_watched, "-o", str(trace)]
    command = [*watch, sys.executable, str(STORM), str(folder / "data"), "marked", syncs]
    told = subprocess.run(command, env=own_process(), capture_output=True, text=True, check=False, timeout=60)
    if "ptrace" in told.stderr and told.returncode:
        pytest.skip("this machine does not let processes be watched")
    assert told.returncode == 0, told.stderr
    return trace.read_text(encoding="utf-8", errors="replace")


@pytest.mark.skipif(sys.platform != "linux", reason="strace, which shows the order of system calls, is of Linux")
def test_synced_before_acknowledged(tmp_path: Path) -> None:
    assert_synced_before_granted(traced(tmp_path, "on"))


@pytest.mark.skipif(sys.platform != "linux", reason="strace, which shows the order of system calls, is of Linux")
def test_the_test_before_can_fail(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="before it was synced"):
        assert_synced_before_granted(traced(tmp_path, "off"))


def killed_in_a_storm(storms: "subprocess.Popen[str]", chooser: random.Random) -> list[tuple[str, int, str]]:
    """Start a storm, kill it in the middle; what it said was acknowledged."""
    assert storms.stdin is not None and storms.stdout is not None
    storms.stdin.write("\n")
    storms.stdin.flush()
    process, acknowledged = 0, list[tuple[str, int, str]]()
    while (said := storms.stdout.readline().split()) != ["over"]:
        if said[0] == "process":
            process = int(said[1])
        else:
            acknowledged.append((said[0], int(said[1]), said[2]))
        if process and acknowledged:
            threading.Timer(chooser.uniform(0.0, 0.2), os.kill, (process, signal.SIGKILL)).start()
            process = 0
    return acknowledged


def test_killed_in_the_middle_many_times(durable: str) -> None:
    """Nothing that was acknowledged is lost, nothing is there twice, and logs have no gaps."""
    chooser, acknowledged = random.Random(9), list[tuple[str, int, str]]()

    async def check() -> None:
        async with opened(durable) as store:
            there = Counter[str]()
            kept = set[tuple[str, int, str]]()
            for number in range(TABLES):
                entries = [read_entry(data) for data in await store.entries(f"t{number}")]
                assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
                found = await store.note(f"t{number}")
                assert (found.seq if found else 0) == len(entries)
                there.update(entry.event.text for entry in entries)
                kept |= {(f"t{number}", entry.seq, entry.event.text) for entry in entries}
            assert set(acknowledged) <= kept
            assert not there or max(there.values()) == 1

    command = [sys.executable, str(STORM), durable, str(TABLES)]
    with subprocess.Popen(
        command, env=own_process(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as storms:
        for number in range(KILLS):
            acknowledged += killed_in_a_storm(storms, chooser)
            if number % 4 == 3:
                asyncio.run(check())
    assert len(acknowledged) > KILLS * TABLES, "hardly a storm"


def test_a_database_that_does_not_sync_is_refused(postgres: Postgres) -> None:
    address = postgres.fresh()

    async def visit() -> None:
        async with opened(address) as store:
            await add(store, "t", 0)

    postgres.say("ALTER SYSTEM SET fsync = off")
    try:
        postgres.say("SELECT pg_reload_conf()")
        time.sleep(0.3)
        with pytest.raises(StorageTrouble, match="fsync = on"):
            asyncio.run(visit())
    finally:
        postgres.say("ALTER SYSTEM RESET fsync")
        postgres.say("SELECT pg_reload_conf()")
        time.sleep(0.3)
    asyncio.run(visit())


def test_commits_wait_for_the_disk_whatever_the_default(postgres: Postgres) -> None:
    address = postgres.fresh()

    async def visit() -> list[str]:
        async with opened(address) as store:
            await add(store, "t", 0)
            writer = await store._writer._connection.fetchval("SHOW synchronous_commit")
            return [writer, (await store._rows("SHOW synchronous_commit"))[0][0]]

    postgres.say("ALTER ROLE postgres SET synchronous_commit = off")
    try:
        assert "off" in postgres.say("SHOW synchronous_commit")
        assert asyncio.run(visit()) == ["on", "on"]
    finally:
        postgres.say("ALTER ROLE postgres RESET synchronous_commit")
