"""serve, as it is started from a terminal."""

import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from command_line import own_process, spawn
from lumitheque.cli.serve import house_names, mail_server
from lumitheque.cli.speech import Speech
from lumitheque.games.game import GameError
from lumitheque.server.notices.mail import read_smtp


@contextmanager
def served(
    folder: Path, *arguments: str, before: Sequence[str] = ()
) -> Iterator[tuple["subprocess.Popen[str]", list[str]]]:
    """A house in a process of its own, and what it has said by the time it is ready."""
    how = own_process()
    command = [*before, *how["args"], "serve", "--host", "127.0.0.1", "--data", str(folder / "house"), *arguments]
    process = subprocess.Popen(
        command, env=how["env"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert process.stdout
    said: list[str] = []
    try:
        for line in process.stdout:
            said.append(line)
            if "ready." in line:
                break
        yield process, said
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def address(said: list[str]) -> str:
    found = re.search(r"http://\S+", "".join(said))
    assert found, said
    return found[0]


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_a_house_is_opened_and_closed(tmp_path: Path, ending: signal.Signals) -> None:
    with served(tmp_path, "--port", "0") as (process, said):
        place = address(said)
        assert httpx.get(f"{place}ready").json()["ok"]
        link = re.search(r"For the host, once: (\S+)/host#(\w{32})", "".join(said))
        assert link and place.startswith(link[1])
        guest = httpx.Client(base_url=place)
        assert guest.post("/api/host/enter", json={"code": link[2]}).status_code == 200
        assert guest.get("/api/host").json()["sockets"] == 0
        guest.close()
        process.send_signal(ending)
        assert process.wait(20) == 0
        assert process.stdout and "closed" in process.stdout.read()
    assert (tmp_path / "house" / "house.db").exists()


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        told = spawn(tmp_path, "serve", "--host", "127.0.0.1", "--port", port, "--data", "house")
    assert told.status == 2 and told.err.count("\n") == 1 and f"port {port} is taken" in told.err


def test_a_house_is_served_once(tmp_path: Path) -> None:
    with served(tmp_path, "--port", "0") as (process, said):
        place = address(said).removeprefix("http://").rstrip("/")
        told = spawn(tmp_path, "serve", "--host", "127.0.0.1", "--port", "0", "--data", "house")
        assert told.status == 2 and told.err.count("\n") == 1
        assert f"pid {process.pid}, {place}" in told.err and "house.db" in told.err
        assert httpx.get(f"{address(said)}ready").json()["ok"]
        process.kill()  # however it ends, the next may open
        process.wait()
    with served(tmp_path, "--port", "0") as (_, said):
        assert httpx.get(f"{address(said)}ready").json()["ok"]


def test_a_place_where_nothing_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    begun = time.monotonic()
    told = spawn(tmp_path, "serve", "--host", "127.0.0.1", "--port", "0", "--data", os.path.join("file", "house"))
    assert told.status == 2 and told.err.count("\n") == 1 and "Traceback" not in told.err, told.err
    assert time.monotonic() - begun < 30


def test_workers_need_a_database(tmp_path: Path) -> None:
    told = spawn(tmp_path, "serve", "--workers-elsewhere", "--data", "house")
    assert told.status == 2 and "PostgreSQL" in told.err


def test_an_address_that_is_not_ours(tmp_path: Path) -> None:
    told = spawn(tmp_path, "serve", "--host", "192.0.2.1", "--data", "house")
    assert told.status == 2 and "192.0.2.1" in told.err


def test_a_house_is_given_names_and_says_that_it_may_open_few_files(tmp_path: Path) -> None:
    few = ["sh", "-c", 'ulimit -n 1000; exec "$@"', "sh"]
    arguments = ("--port", "0", "--name", "games.example.org", "--name", "https://jeux.example.org/")
    with served(tmp_path, *arguments, before=few) as (_, said):
        place = address(said)
        names = ("games.example.org", "jeux.example.org:443", "elsewhere.example.org")
        answers = [httpx.get(f"{place}api/me", headers={"Host": name}).status_code for name in names]
        assert answers == [200, 200, 421]
        assert "Only 1000 files may be open" in "".join(said)


def test_names_may_be_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUMITHEQUE_NAMES", "games.example.org, jeux.example.org")
    assert house_names(None, Speech("en")) == {"games.example.org", "jeux.example.org"}
    assert house_names(["other.example"], Speech("en")) == {"other.example"}
    with pytest.raises(GameError, match="two words"):
        house_names(["two words"], Speech("en"))


def test_a_mail_server_is_named_in_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUMITHEQUE_SMTP", "smtp://ada:secret@example.org?to=nobody")
    told = spawn(tmp_path, "serve", "--data", "house", "--port", "0")
    assert told.status == 2 and "smtp://" in told.err and "secret" not in told.err
    monkeypatch.setenv("LUMITHEQUE_SMTP", "smtps://ada%40example.org:se%2Fcret@mail.example.org?from=ludo@example.org")
    said = mail_server(Speech("en"))
    assert said is not None
    assert read_smtp(said) == ("mail.example.org", 465, True, "ada@example.org", "se/cret", "ludo@example.org")
