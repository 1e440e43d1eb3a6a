"""`lumitheque site`: what it writes, and what it leaves alone. Modules come out of the user's cache, compiled once."""

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from command_line import Run, lumitheque
from lumitheque.browser.device_files import kept_device_files
from lumitheque.games import SHELF
from lumitheque.languages import Catalogue, languages
from lumitheque.referee.lessons import lessons
from lumitheque.server.built_page import is_built
from lumitheque.server.site import LIST, begin_site, finish_site, site_policy

__all__ = ["lumitheque"]

REFERENCE = re.compile(r'\b(?:href|src)="([^"]*)"')
IN_STYLE = re.compile(r"url\(\s*[\"']?([^\"')]+)")
HOST = re.compile(rb"(?:https?:)?//([a-z0-9-]+(?:\.[a-z0-9-]+)+)")
NAMED_ONLY = {  # names of a vocabulary and addresses in notes to developers: browsers ask none of these for anything
    b"www.w3.org",
    b"svelte.dev",
    b"github.com",  # where marked wants its faults reported
    b"ntfy.sh",  # an example of a topic's address, for people to read
}


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    assert is_built(), "the page is not built: make web"
    kept_device_files()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with everything but `local/`, which `test_the_command_…` has written."""
    folder = tmp_path_factory.mktemp("site")
    begin_site(folder)
    finish_site(folder, SHELF.values())
    return folder


def told(folder: Path, name: str) -> Any:
    return json.loads((folder / name).read_bytes())


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def addresses(folder: Path) -> Iterator[tuple[str, str]]:
    """What documents and styles of the site load: where it is said, and the address."""
    index = (folder / "index.html").read_text(encoding="utf-8")
    yield from (("index.html", address) for address in REFERENCE.findall(index))
    for path in folder.rglob("*.css"):
        for address in IN_STYLE.findall(path.read_text(encoding="utf-8")):
            if not address.startswith(("data:", "#")):
                yield path.relative_to(folder).as_posix(), address
    manifest = told(folder, "manifest.webmanifest")
    for address in [manifest["start_url"], manifest["scope"], *(icon["src"] for icon in manifest["icons"])]:
        yield "manifest.webmanifest", address


def test_addresses_begin_in_the_folder_and_lead_to_files(site: Path) -> None:
    found = list(addresses(site))
    assert len(found) > 10
    for where, address in found:
        assert not address.startswith("/") and ":" not in address, (where, address)
        assert ((site / where).parent / address).exists(), (where, address)


def test_no_other_host_is_named(site: Path) -> None:
    named = {host for content in files(site).values() for host in HOST.findall(content)}
    assert named <= NAMED_ONLY, named - NAMED_ONLY


def test_words_games_and_lessons_are_there_in_every_language(site: Path) -> None:
    assert {"fr", "en"} <= set(languages())
    for code in languages():
        assert told(site, f"api/words.{code}.json")["language"] == code
        shelf = told(site, f"api/games.{code}.json")
        assert [line["title"] for line in shelf] == [game.words(code)["title"] for game in SHELF.values()]
        assert all(line["prepared"] for line in shelf)
        for name, game in SHELF.items():
            whole = told(site, f"api/games/{name}.{code}.json")
            assert whole["words"]["aim"] == game.words(code)["aim"]
            assert f'id="{game.letters}-00"' in whole["rules"]
            steps = told(site, f"api/games/{name}/lessons.{code}.json")[0]["steps"]
            assert steps[0]["text"] == lessons(game, code)[0].steps[0].text


def test_the_document_has_a_policy_and_the_mark_of_a_site(site: Path) -> None:
    index = (site / "index.html").read_text(encoding="utf-8")
    policy = site_policy()
    assert f'http-equiv="Content-Security-Policy" content="{html.escape(policy)}"' in index
    assert "default-src 'none'" in policy and "script-src 'self' 'wasm-unsafe-eval'" in policy
    assert "unsafe-inline" not in policy and "'unsafe-eval'" not in policy and "http" not in policy
    assert "frame-ancestors" not in policy  # browsers refuse it in a document, and say so in the console
    assert index.index("Content-Security-Policy") < index.index("<script"), "what comes before is not ruled by it"
    assert f'<meta name="lumitheque" content="site" data-languages="{" ".join(languages())}" />' in index


def test_whoever_opens_it_as_a_file_is_told_in_every_language(site: Path) -> None:
    index = (site / "index.html").read_text(encoding="utf-8")
    before, _, after = index.partition('<div id="unserved">')
    assert before and after
    for code in languages():
        said = Catalogue("server").words(code)["site"]
        assert f'<p lang="{code}">{html.escape(said["serve_it"])}</p>' in after
        assert html.escape(said["serve_command"]) in after


def test_the_command_writes_all_and_says_so(lumitheque: Run, tmp_path: Path) -> None:
    ran = lumitheque("site", "-o", "games")
    assert ran.status == 0 and "The site is in games" in ran.out, ran.err
    folder = tmp_path / "games"
    index = told(folder, "local/index.json")
    assert list(index["games"]) == list(SHELF) and set(index["words"]) == set(languages())
    parts = [name for game in index["games"].values() for name in (game["wasm"], game["facts"])]
    for name in [*parts, *index["words"].values()]:
        assert (folder / "local" / name).stat().st_size > 100, name
    listed = (folder / LIST).read_text(encoding="utf-8").split()
    assert sorted(files(folder)) == sorted([*listed, LIST])


def test_two_runs_write_the_same_bytes(lumitheque: Run, tmp_path: Path) -> None:
    assert lumitheque("site", "-o", "one").status == lumitheque("site", "-o", "other").status == 0
    one, other = files(tmp_path / "one"), files(tmp_path / "other")
    assert list(one) and one == other
    assert lumitheque("site", "-o", "one").status == 0
    assert files(tmp_path / "one") == one


def test_a_second_run_removes_what_was_ours_and_nothing_else(lumitheque: Run, tmp_path: Path) -> None:
    assert lumitheque("site", "-o", "games").status == 0
    folder = tmp_path / "games"
    now = set(files(folder))
    for name in ("assets/old-12345678.js", "local/lumens.0123456789abcdef.wasm", "assets/mine.js", "notes.txt"):
        (folder / name).write_text("before", encoding="utf-8")
    earlier = "assets/old-12345678.js\nlocal/lumens.0123456789abcdef.wasm\n"
    with (folder / LIST).open("a", encoding="utf-8") as listing:
        listing.write(earlier)
    assert lumitheque("site", "-o", "games").status == 0
    assert set(files(folder)) == now | {"assets/mine.js", "notes.txt"}
    assert (folder / "notes.txt").read_text(encoding="utf-8") == "before"


def test_a_list_that_somebody_edited_leads_to_nothing_outside(lumitheque: Run, tmp_path: Path) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("mine", encoding="utf-8")
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / LIST).write_text(f"../outside.txt\n{outside.as_posix()}\nassets/../../outside.txt\n", encoding="utf-8")
    assert lumitheque("site", "-o", "games").status == 0
    assert outside.read_text(encoding="utf-8") == "mine"


def test_a_folder_of_others_is_refused_and_left_as_it_is(lumitheque: Run, tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "index.html").write_text("theirs", encoding="utf-8")
    refused = lumitheque("site", "-o", "theirs")
    assert refused.status != 0 and refused.err.count("\n") == 1
    assert "theirs is not empty, and no site of ours" in refused.err
    assert files(tmp_path / "theirs") == {"index.html": b"theirs"}


def test_a_file_is_refused(lumitheque: Run, tmp_path: Path) -> None:
    (tmp_path / "games").write_text("mine", encoding="utf-8")
    refused = lumitheque("site", "-o", "games")
    assert refused.status != 0 and "games is not a folder" in refused.err
    assert (tmp_path / "games").read_text(encoding="utf-8") == "mine"


def test_a_run_that_was_stopped_is_tried_again(
    lumitheque: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What fails while modules are made leaves a folder that the next run may fill."""

    def fail(*_: object) -> None:
        raise OSError("no space left on device")

    with monkeypatch.context() as broken:
        broken.setattr("lumitheque.browser.device_files.write_device_files", fail)
        assert lumitheque("site", "-o", "games").status != 0
    assert not (tmp_path / "games" / "index.html").exists()
    assert lumitheque("site", "-o", "games").status == 0
    assert (tmp_path / "games" / "index.html").exists()
