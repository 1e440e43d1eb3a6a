"""What devices need to play without the house: served when it is there, named by digests, and never waited for."""

import gzip
import hashlib
import logging
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from lumitheque.browser.device_files import write_device_files
from lumitheque.games import SHELF
from lumitheque.server.upkeep import device_files
from open_house import OpenHouse, settings, wait_for

FOR_EVER = "public, max-age=31536000, immutable"


def build_nothing(_: Any, folder: Path, __: Any) -> None:
    """In place of the compiler: modules are tested in tests/browser."""
    for game in SHELF.values():
        (folder / f"{game.name}.wasm").write_bytes(b"\0asm" + game.name.encode() * 1000)
        (folder / f"{game.name}.json").write_text('{"layouts": {}}', encoding="utf-8")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("device")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("lumitheque.browser.device_files.build_all", build_nothing)
        write_device_files(folder, SHELF.values(), lambda *_: None)
    return folder


@pytest.fixture(scope="module")
def visitor(made: Path) -> Iterator[httpx.Client]:
    with OpenHouse() as house, httpx.Client(base_url=house.url) as client:
        house.app.services.device_files.folder = made
        yield client


def test_the_index_names_everything(visitor: httpx.Client, made: Path) -> None:
    answer = visitor.get("/local/index.json")
    assert answer.headers["cache-control"] == "no-cache"
    index = answer.json()
    assert list(index["games"]) == list(SHELF) and {"fr", "en"} <= index["words"].keys()
    named = [one[part] for one in index["games"].values() for part in ("wasm", "facts")]
    assert {path.name for path in made.iterdir()} == {"index.json", *named, *index["words"].values()}
    for game in index["games"].values():
        assert game["bytes"] == sum(len(visitor.get(f"/local/{game[part]}").content) for part in ("wasm", "facts"))


def test_files_are_kept_for_ever_and_come_packed(visitor: httpx.Client, made: Path) -> None:
    kinds = {".wasm": "application/wasm", ".json": "application/json"}
    for path in made.iterdir():
        with visitor.stream("GET", f"/local/{path.name}") as answer:
            packed = b"".join(answer.iter_raw())
        assert answer.headers["content-type"] == kinds[path.suffix]
        assert gzip.decompress(packed) == path.read_bytes()
        if path.name != "index.json":
            assert answer.headers["cache-control"] == FOR_EVER
            assert hashlib.sha256(path.read_bytes()).hexdigest().startswith(path.name.split(".")[1])
        plain = visitor.get(f"/local/{path.name}", headers={"accept-encoding": "identity"})
        assert plain.content == path.read_bytes() and "content-encoding" not in plain.headers


def test_facts_and_words(visitor: httpx.Client) -> None:
    index = visitor.get("/local/index.json").json()
    facts = visitor.get(f"/local/{index['games']['luminis']['facts']}").json()
    assert facts.keys() == {"description", "editions", "levels"} and len(facts["levels"]) >= 6
    name, text = facts["editions"][SHELF["luminis"].editions[0]]
    assert text == (SHELF["luminis"].folder / "editions" / name).read_text(encoding="utf-8")
    words = visitor.get(f"/local/{index['words']['fr']}").json()
    assert {"games/lumens/words", "tables", "server"} <= words["words"].keys() and "de" in words["elision"]["words"]


@pytest.mark.parametrize("name", ["sirius.0123456789abcdef.wasm", "..%2findex.html", "index.json.new", "%00", "sirius"])
def test_nothing_else_is_given(visitor: httpx.Client, name: str) -> None:
    answer = visitor.get(f"/local/{name}")
    assert answer.status_code == 404 and "immutable" not in answer.headers["cache-control"]


def test_a_house_without_them_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(device_files, "CARRIED", tmp_path)
    with OpenHouse() as house:
        assert httpx.get(f"{house.url}/local/index.json").status_code == 404


def open_and_wait(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, said: bytes, status: int) -> OpenHouse:
    """A house that has the files made, by a process that does nothing but say this."""

    async def make() -> tuple[bytes, int]:
        return said, status

    monkeypatch.setattr(device_files, "CARRIED", tmp_path / "none")
    monkeypatch.setattr(device_files, "QUIET", 0.0)
    monkeypatch.setattr(device_files, "make_apart", make)
    return OpenHouse(settings(device_files=True))


def test_files_are_served_when_they_are_made(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, made: Path) -> None:
    shutil.copytree(made, tmp_path / "kept")
    with open_and_wait(monkeypatch, tmp_path, f"{tmp_path / 'kept'}\n".encode(), 0) as house:
        wait_for(lambda: httpx.get(f"{house.url}/local/index.json").status_code == 200)


def test_without_a_linker_the_house_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with (
        caplog.at_level(logging.WARNING, "lumitheque.server"),
        open_and_wait(monkeypatch, tmp_path, b"wasm-ld is missing; apt install lld\n", 1) as house,
    ):
        wait_for(lambda: "wasm-ld is missing" in caplog.text)
        assert httpx.get(f"{house.url}/local/index.json").status_code == 404
        assert house.app.services.unwell() == []
    assert len(caplog.records) == 1
