"""wasm: modules written into a folder, with a line each."""

from pathlib import Path

import pytest

from command_line import Run
from lumitheque.browser import building, linking


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Modules that were built before, of a few bytes."""
    place = tmp_path / "kept"
    place.mkdir()
    for name in ("sirius", "lumens"):
        (place / f"{name}.wasm").write_bytes(bytes(2000))
        (place / f"{name}.json").write_text("{}")
    monkeypatch.setattr(building, "built", lambda _: place)
    return place


def test_modules_are_written(lumitheque: Run, kept: Path, tmp_path: Path) -> None:
    told = lumitheque("wasm", "sirius", "lumens", "sirius", "-o", str(tmp_path / "out"))
    assert told.status == 0 and told.out.count("sirius: 2 kB, ready in") == 1 and "lumens: 2 kB" in told.out
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        f"{name}.{part}" for name in ("sirius", "lumens") for part in ("wasm", "json")
    }


def test_in_french(lumitheque: Run, kept: Path, tmp_path: Path) -> None:
    told = lumitheque("wasm", "sirius", "-o", str(tmp_path / "out"), "--lang", "fr")
    assert "2 ko, prêt en" in told.out


def test_an_unknown_game(lumitheque: Run, tmp_path: Path) -> None:
    told = lumitheque("wasm", "chess", "-o", str(tmp_path))
    assert told.status == 2 and "unknown game 'chess'" in told.err


def test_without_a_linker(lumitheque: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "_linker_version", building._linker_version.__wrapped__)
    monkeypatch.setattr(linking.shutil, "which", lambda _: None)
    monkeypatch.setattr(linking.importlib.util, "find_spec", lambda _: None)
    told = lumitheque("wasm", "sirius", "-o", str(tmp_path))
    assert told.status == 2 and told.err.count("\n") == 1 and "apt install lld" in told.err
