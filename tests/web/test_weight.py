"""What a first visit and each game weigh, packed, in script and style."""

import json
from functools import cache
from typing import Any

import pytest

from lumitheque.games import SHELF
from lumitheque.server.built_page import WEB

FIRST, COVER, GAME, FINALE, REVIEW = 67_500, 1_500, 35_000, 20_000, 20_000  # bytes; the shelf shows every cover
HOUSE = ("index.html", "src/pages/Table.svelte")


@cache
def manifest() -> dict[str, Any]:
    told: dict[str, Any] = json.loads((WEB / "manifest.json").read_text(encoding="utf-8"))
    return told


def files(*names: str) -> set[str]:
    """The scripts and styles that are loaded with these parts of the page."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        part = manifest()[waiting.pop()]
        if part["file"] not in found:
            found |= {part["file"], *part.get("css", ())}
            waiting += part.get("imports", ())
    return {name for name in found if name.endswith((".js", ".css"))}


def weight(names: set[str]) -> int:
    return sum((WEB / f"{name}.gz").stat().st_size for name in names)


def test_a_first_visit_is_light() -> None:
    """The shelf and a table, before any game."""
    assert weight(files(*HOUSE)) <= FIRST + COVER * len(SHELF)


def test_finales_are_light_and_loaded_when_a_game_ends() -> None:
    finales = {name: part for name, part in manifest().items() if name.endswith("Finale.svelte")}
    assert finales
    for name, part in finales.items():
        assert part.get("isDynamicEntry"), name
        assert weight({part["file"], *part.get("css", ())}) <= FINALE, name


def test_looking_back_is_light_and_loaded_when_somebody_does() -> None:
    name = "src/pages/Review.svelte"
    assert manifest()[name].get("isDynamicEntry")
    assert 1000 < weight(files(name) - files(*HOUSE)) <= REVIEW


@pytest.mark.parametrize("game", SHELF)
def test_each_game_is_light(game: str) -> None:
    own = files(f"src/games/{game}/index.ts") - files(*HOUSE)
    assert 1000 < weight(own) <= GAME
