"""Pictures of positions: what is in a position is in its picture, nothing else is, and it stands by itself."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from scripts.colours import WRITTEN, written

import lumitheque as lt
from lumitheque.art.palette import THEMES, Palette, grey
from lumitheque.games import SHELF
from lumitheque.press.previews import HIGH, WIDE, preview, preview_svg
from lumitheque.referee import Referee
from lumitheque.referee.pictures import picture_of, scene_of

FINISHED = Path(__file__).parent.parent / "finished"
GAMES = [name for name, game in SHELF.items() if game.package.startswith("lumitheque.")]
SVG = "{http://www.w3.org/2000/svg}"
REFERENCE = re.compile(r"url\(#([\w-]+)\)")


def played(game: str, share: float = 0.7) -> Referee:
    """A game of the finished ones, as far as told."""
    record = json.loads((FINISHED / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()[0])
    moves = record["moves"]
    if share < 1:
        record = {**record, "moves": moves[: int(len(moves) * share)]}
        record.pop("ending", None)
    return lt.load(record)


def tree(svg: str) -> ET.Element:
    return ET.fromstring(svg)


def count(svg: str, kind: str) -> int:
    return sum(kind in (element.get("class") or "").split() for element in tree(svg).iter())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_stands_by_itself(game: str, theme: str) -> None:
    svg = picture_of(played(game), None, "fr", theme=theme).svg()
    root = tree(svg)
    assert root.find(f"{SVG}title") is not None
    assert len(root.find(f"{SVG}desc").text) > 20  # type: ignore[union-attr,arg-type]
    names = {element.get("id") for element in root.iter() if element.get("id")}
    assert set(REFERENCE.findall(svg)) <= names
    assert not re.search(r"href|<script|<style|@import|url\((?!#)|var\(", svg)
    assert {element.tag for element in root.iter()} <= {
        SVG + name
        for name in (
            *("svg", "title", "desc", "defs", "g", "path", "rect", "circle", "ellipse", "text"),
            *("linearGradient", "stop", "pattern"),
        )
    }


def pieces_expected(game: str, view: dict[str, Any]) -> dict[str, int]:
    if game in {"galax", "sirius"}:
        return {"disc": len(view["board"]), "fault": len(view["faults"])}
    if game == "lumens":
        hands = sum(1 if hand == "?" else 2 if hand else 0 for hand in view["hands"])
        return {"lamp": sum(cell[-1] is not None for cell in view["board"].values()) + hands}
    if game == "luminis":
        hands = [hand for hand in view["hands"] if any(card != "?" for card in hand)]
        shown = len(view["spires"]) + sum(map(bool, view["piles"])) + bool(view["bonus"]) + sum(map(len, hands))
        return {"card": sum(map(len, view["cathedrals"])) + shown}
    networks = [pipe for network in view["networks"] for pipe in network.values()]
    lids = sum(not pipe["up"] for pipe in networks) + bool(view["pile"])
    return {"network": len(view["networks"]), "rat": len(view["networks"]), "lid": lids}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("share", [0.3, 0.7, 1.0])
def test_every_piece_is_there_once(game: str, share: float) -> None:
    referee = played(game, share)
    svg = picture_of(referee, None).svg()
    for kind, expected in pieces_expected(game, referee.view(None)).items():
        assert count(svg, kind) == expected, kind


@pytest.mark.parametrize("game", ["luminis", "fromages", "lumens"])
def test_a_seat_sees_its_own_hand_and_no_other(game: str) -> None:
    """What a spectator does not know is in nobody else's picture either."""
    referee = played(game, 0.5)
    pictures = {seat: picture_of(referee, seat).svg() for seat in (None, *range(referee.seats))}
    for seat, svg in pictures.items():
        for kind, expected in pieces_expected(game, referee.view(seat)).items():
            assert count(svg, kind) == expected, (seat, kind)
    if game == "luminis":
        assert pictures[0] != pictures[None]


def test_a_notebook_shows_what_a_spectator_sees() -> None:
    referee = lt.new("luminis", seed="1")
    assert referee._repr_svg_() == picture_of(referee, None).svg()


@pytest.mark.parametrize("game", GAMES)
def test_the_preview_of_a_link_is_a_png_of_the_public_view(game: str) -> None:
    scene = scene_of(played(game), None)
    made = preview(scene, "en")
    assert made.startswith(b"\x89PNG")
    assert (int.from_bytes(made[16:20]), int.from_bytes(made[20:24])) == (WIDE, HIGH)
    svg = preview_svg(scene, "en")
    assert "after" in svg
    for kind, expected in pieces_expected(game, played(game).view(None)).items():
        assert count(svg, kind) == expected, kind


def test_the_colours_are_those_of_the_page() -> None:
    assert WRITTEN.read_text(encoding="utf-8") == written(), "make colours"


def test_greys_keep_how_bright_a_colour_is() -> None:
    assert grey("#ffffff") == "#ffffff"
    assert grey("#00ff0080") == "#b6b6b680"
    assert len({Palette("luminis", grey=True)(f"kind-{kind}") for kind in range(3)}) == 3
