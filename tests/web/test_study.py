"""Replay, lessons, and games from the real box."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from web.browsing import Visit, expect, until
from web.robot import OVER, Robot
from web.test_games import QUICK

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]


def finished(guest: Visit, game: str, moves: int = 6) -> str:
    """A game that was played a little and then given up."""
    table = guest.open_table(game, options=QUICK[game])
    Robot(guest.page).play(moves)
    guest.ask("POST", f"/api/tables/{table}/commands", {"command": {"do": "resign"}})
    until(guest.page, lambda: guest.page.locator(OVER).is_visible())
    return table


@pytest.mark.parametrize("game", QUICK)
def test_a_game_is_seen_again_from_every_side(visit: Come, game: str) -> None:
    guest = visit()
    page = guest.page
    finished(guest, game)
    page.get_by_role("link", name="Coup par coup").click()
    slider = page.get_by_role("slider")
    slider.wait_for()
    total = int(slider.get_attribute("max") or 0)
    assert total >= 2
    for _ in range(min(total, 4)):
        page.get_by_role("button", name="Un coup en avant").click()
    expect(slider).to_have_value(str(min(total, 4)))
    for viewpoint in ("public", "0", "1", "all"):
        page.get_by_label("Voir comme").select_option(viewpoint)
        expect(slider).to_have_value(str(min(total, 4)))
    page.get_by_role("button", name="Au début").click()
    page.get_by_role("button", name="Dérouler").click()
    until(page, lambda: slider.input_value() != "0")


def test_play_on_from_any_position(visit: Come) -> None:
    guest = visit()
    page = guest.page
    table = finished(guest, "sirius", 8)
    page.goto(f"/replay/{table}?at=2")
    expect(page.get_by_role("slider")).to_have_value("2")
    page.get_by_role("button", name="Rejouer d’ici").click()
    page.get_by_role("button", name="Contre des robots").click()
    page.wait_for_url(lambda address: "/table/" in address and table not in address)
    Robot(page).play(2)


def test_chances_say_whose_they_are_beside_the_board_on_every_screen(visit: Come) -> None:
    guest = visit()
    guest.ask("PATCH", "/api/me", {"name": "Camille"})
    page, table = guest.page, finished(guest, "sirius", 2)
    page.goto(f"/replay/{table}?at=0")
    page.get_by_role("button", name="Qu’aurait-il fallu jouer ?").click()
    panel = page.get_by_role("region", name=re.compile("chances de victoire"))
    expect(panel).to_contain_text(re.compile("^(Camille|greedy)\u00a0: chances de victoire"))
    told = [int(re.sub(r"\D.*", "", text)) for text in panel.locator("b").all_inner_texts()]
    assert told and told == sorted(told, reverse=True)
    for width, height in ((360, 740), (740, 360), (768, 1024), (1440, 900), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("window.scrollTo(0, 0)")
        expect(panel).to_be_in_viewport(ratio=0.95)
        cell = page.locator(".stage [data-cell='e5']").first
        expect(cell).to_be_in_viewport()
        hits = "(cell) => { const box = cell.getBoundingClientRect();"
        hits += "return !!document.elementFromPoint(box.x + 9, box.y + 9)?.closest('.stage') }"
        assert cell.evaluate(hits), (width, height)


def test_a_lesson_is_read_whole_on_a_low_screen(visit: Come) -> None:
    page = visit(size={"width": 740, "height": 360}).page
    page.goto("/learn/lumens")
    text = page.locator(".teacher .text")
    expect(text).to_be_in_viewport(ratio=0.99)
    assert text.evaluate("(text) => text.getBoundingClientRect().right <= innerWidth"), "it is cut off"
    back = page.get_by_role("link", name="Retour à l’étagère")
    assert back.evaluate(
        "(back) => { const box = back.getBoundingClientRect();"
        "return back.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)) }"
    ), "the teacher lies over the way back"


def test_a_downloaded_game_is_opened_again(visit: Come, tmp_path: Path) -> None:
    guest = visit()
    table = finished(guest, "sirius")
    kept = tmp_path / "game.json"
    kept.write_text(guest.context.request.get(f"{guest.url}/api/tables/{table}/record").text())
    page = guest.page
    page.goto("/study")
    page.get_by_label("Choisir un fichier").set_input_files(kept)
    page.get_by_role("slider").wait_for()
    expect(page.get_by_role("heading", name="La partie est finie.")).to_be_visible()


def test_a_game_from_the_real_box_is_copied(visit: Come) -> None:
    guest = visit()
    page = guest.page
    page.goto("/study")
    page.get_by_role("combobox", name="Jeu").select_option("lumens")
    page.get_by_role("button", name="Commencer à recopier").click()
    for _ in range(6):  # the place, the tokens that start
        asked = page.locator(".asked button")
        asked.or_(page.get_by_text("Écrire le coup")).first.wait_for()
        if asked.count() == 0:
            break
        question = page.locator("#asked").inner_text()
        asked.first.click()
        until(page, lambda question=question: page.locator("#asked", has_text=question).count() == 0)
    page.get_by_text("Écrire le coup").click()
    page.get_by_role("combobox", name="Écrire le coup").fill("start=9")
    page.get_by_role("button", name="Ajouter").click()
    expect(page.get_by_role("alert")).to_contain_text("LU-05")
