"""How modules are built: the same bytes from the same sources, nothing imported, versions checked, kept in a cache."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import in_test_all
from lumitheque.browser import building, linking, plain_ir
from lumitheque.browser.building import build_all, built
from lumitheque.games import SHELF
from lumitheque.games.game import GameError

ROOT = Path(__file__).parent.parent.parent


def test_versions_are_the_pinned_ones() -> None:
    pinned = dict(re.findall(r"^(numba|llvmlite)==(\S+)$", (ROOT / "constraints.txt").read_text(), re.MULTILINE))
    assert pinned == plain_ir.KNOWN, "read numba's changes, then renew KNOWN in browser/plain_ir.py"


def test_other_versions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_ir, "version", lambda _: "9.9")
    with pytest.raises(GameError, match=r"not 9\.9"):
        plain_ir.check_versions()


def test_another_way_to_run_is_refused() -> None:
    with pytest.raises(GameError, match="LUMITHEQUE_RULES=portable"):
        plain_ir.check_versions()


def test_without_a_linker_one_line_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linking.shutil, "which", lambda _: None)
    monkeypatch.setattr(linking.importlib.util, "find_spec", lambda _: None)
    with pytest.raises(GameError, match="apt install lld"):
        linking.linker()


@pytest.mark.slow
@in_test_all
def test_the_same_sources_make_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = SHELF["lumens"]
    monkeypatch.setenv("PYTHONHASHSEED", "7")
    building._build(game, tmp_path)
    for part in building.PARTS:
        assert (tmp_path / f"lumens.{part}").read_bytes() == (built(game) / f"lumens.{part}").read_bytes()


@pytest.mark.slow
def test_what_was_built_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built(SHELF["lumens"])

    def fail(*_: object) -> None:
        raise AssertionError("it is in the cache")

    monkeypatch.setattr(building, "_build", fail)
    told: list[str] = []
    build_all([SHELF["lumens"]], tmp_path / "new", lambda game, _: told.append(game.name))
    assert told == ["lumens"] and (tmp_path / "new" / "lumens.wasm").read_bytes()[:4] == b"\0asm"


@pytest.mark.slow
def test_the_description_says_what_the_rules_have() -> None:
    game = SHELF["lumens"]
    told = json.loads((built(game) / "lumens.json").read_text())
    assert told["constants"]["MOVES"] == game.record.MOVES and told["seats"] == list(game.seats)
    state, fields = told["layouts"]["STATE"], game.record.STATE.fields
    assert state["size"] == game.record.STATE.itemsize
    assert {name: one["at"] for name, one in state["fields"].items()} == {name: fields[name][1] for name in fields}
    assert [one["name"] for one in told["exports"]["refusal"]["parameters"]] == ["e", "s", "seat", "move"]


def test_a_failed_build_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(building, "kept_in", lambda _: tmp_path / "nowhere")
    monkeypatch.setattr(building, "cache_root", lambda: tmp_path)
    failing = subprocess.CompletedProcess([sys.executable], 1, "", "Traceback\nKeyError: 7\n")
    monkeypatch.setattr(building.subprocess, "run", lambda *_, **__: failing)
    with pytest.raises(GameError, match="lumens cannot be compiled: KeyError: 7"):
        built(SHELF["lumens"])
    assert [path.name for path in tmp_path.iterdir()] == ["nowhere.lock"]
