"""The units allow a list of system calls: a house that serves and thinks makes no other."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from conftest import in_test_all
from faults.houses import free_port
from open_house import Guest, standing, wait_for
from packaged import PACKAGING, child, program

pytestmark = [pytest.mark.slow, in_test_all]
STARTING = 300.0  # seconds, under strace on a busy machine
TRIED = {"io_uring_setup", "io_uring_enter", "io_uring_register"}  # libuv does without them where they are refused


class House:
    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"

    def is_ready(self) -> bool:
        try:
            return httpx.get(self.url + "/ready").status_code == 200
        except httpx.TransportError:
            return False


def members(name: str) -> set[str]:
    """The calls in one of systemd's sets, and in the sets in it."""
    told = subprocess.run(
        [program("systemd-analyze"), "syscall-filter", name], capture_output=True, text=True, check=True
    )
    lines = [line.strip() for line in told.stdout.splitlines()[1:] if not line.strip().startswith("#")]
    nested = [members(line) for line in lines if line.startswith("@")]
    return {line for line in lines if line and not line.startswith("@")}.union(*nested)


def play(house: House) -> None:
    guest = Guest(house, "Ada")  # type: ignore[arg-type]  # it has an address and a port
    table = guest.open("lumens", sit=[0], bots={1: "greedy"}, start=True)
    line = guest.live()
    state = standing(line.watch(table))
    seq = line.act(table, "play", moves=[state["legal"][0]])["seq"]
    while state["seq"] <= seq:  # the bot has moved
        state = line.hear("entries")["state"]
    guest.go()


def test_the_house_makes_no_call_that_its_unit_forbids(tmp_path: Path) -> None:
    allowed = re.findall(
        r"^SystemCallFilter=(@\S+)$", (PACKAGING / "lumitheque.service").read_text("utf-8"), re.MULTILINE
    )
    house, calls = House(), tmp_path / "calls"
    serve = [
        sys.executable,
        "-m",
        "lumitheque.cli",
        "serve",
        "--port",
        str(house.port),
        "--data",
        str(tmp_path / "data"),
    ]
    watched = [program("strace"), "-f", "-c", "-U", "name", "-o", str(calls), *serve]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(watched, stdout=log, stderr=log)
    try:
        wait_for(lambda: process.poll() is not None or house.is_ready(), STARTING)
        play(house)
    finally:
        os.kill(child(process.pid), signal.SIGTERM)  # strace itself does not listen
        process.wait(STARTING)
    made = set(calls.read_text(encoding="utf-8").split()) - {"syscall", "total"}
    made = {name for name in made if re.fullmatch(r"[a-z_0-9]+", name)}
    assert {"epoll_wait", "mmap", "fdatasync"} & made
    assert made - TRIED <= set().union(*map(members, allowed))
