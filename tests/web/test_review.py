"""A finished game looked back at: the curve, the moments, the moves to find, what is kept and sent."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from at_tables import SHORT
from lumitheque.referee.checking import random_game
from lumitheque.reviews import reviewing
from web.browsing import Visit, axe, expect, until
from web.robot import OVER, Robot
from web.test_games import QUICK

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]
LOOKS: list[dict[str, Any]] = [{}, {"color_scheme": "dark"}, {"forced_colors": "active"}]
GAMES = ("sirius", "lumens")  # one without secrets, one with


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches as small as they can be: what is tried here is the page."""
    monkeypatch.setattr(reviewing, "standard_simulations", lambda *_: 40)


def finished(guest: Visit, game: str) -> str:
    """A game that was played a little and then given up."""
    table = guest.open_table(game, options=QUICK[game])
    Robot(guest.page).play(12)
    guest.ask("POST", f"/api/tables/{table}/commands", {"command": {"do": "resign"}})
    until(guest.page, lambda: guest.page.locator(OVER).is_visible())
    return table


def brought(guest: Visit, game: str) -> dict[str, Any]:
    """A game that was played at random, full of mistakes; its page is open."""
    record = random_game(game, 2, "7", options=SHORT.get(game, {})).record()
    subject = guest.ask("POST", "/api/study/review", {"record": record})["subject"]
    answer: dict[str, Any] = {}

    def is_done() -> bool:
        answer.update(guest.ask("GET", f"/api/study/review/{subject}"))
        return bool(answer["standing"] == "done")

    until(guest.page, is_done, 500)
    guest.page.goto(f"/review/{subject}")
    curve(guest.page).wait_for()
    review: dict[str, Any] = answer["review"]
    return review


def look_back(guest: Visit) -> None:
    page = guest.page
    page.get_by_role("link", name="Revoir la partie").click()
    page.get_by_role("button", name="Revoir la partie").click()
    curve(page).wait_for(timeout=90_000)


def reviewed(guest: Visit, game: str) -> str:
    table = finished(guest, game)
    look_back(guest)
    return table


def told(guest: Visit, table: str) -> dict[str, Any]:
    answer: dict[str, Any] = guest.ask("GET", f"/api/tables/{table}/review")
    assert answer["standing"] == "done"
    review: dict[str, Any] = answer["review"]
    return review


def curve(page: Page) -> Locator:
    return page.get_by_role("slider", name="Moment de la partie")


def step_to(page: Page, number: int) -> None:
    """By keyboard alone."""
    curve(page).focus()
    page.keyboard.press("Home")
    for _ in range(number):
        page.keyboard.press("ArrowRight")
    expect(curve(page)).to_have_attribute("aria-valuenow", str(number))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_looked_back_at(visit: Come, game: str) -> None:
    guest = visit()
    page, table = guest.page, reviewed(guest, game)
    own = told(guest, table)["reviews"][0]
    expect(curve(page)).to_have_attribute("aria-valuemax", str(len(own["steps"])))
    amounts = page.locator(".summary .amount").all_inner_texts()
    points = [int(re.sub(r"[^\d−]", "", text).replace("−", "-") or 0) for text in amounts]
    assert len(points) == 5 and sum(points[:4]) == points[4] == round(own["result"] / 10_000), "what is shown adds up"
    mine = next(step for step in own["steps"] if step["seat"] == 0 and len(step.get("moves", [])) > 1)
    step_to(page, mine["number"])
    choices = page.locator(".moment li button")
    expect(choices.first).to_have_attribute("aria-pressed", "true")
    expect(choices.filter(has_text="joué")).to_have_count(1)
    choices.last.click()
    expect(choices.last).to_have_attribute("aria-pressed", "true")
    page.get_by_role("combobox", name="Du côté de").select_option("1")
    expect(page.locator(".summary .own dt")).to_contain_text("Les choix de")
    page.get_by_text("Les chances en tableau").click()
    expect(page.locator("details tbody tr")).to_have_count(len(own["steps"]))


def test_what_is_kept_and_sent(visit: Come, tmp_path: Path) -> None:
    guest = visit()
    page = guest.page
    review = brought(guest, "lumens")

    def saved(button: str) -> bytes:
        with page.expect_download() as download:
            page.get_by_role("button", name=button).click()
        download.value.save_as(tmp_path / "file")
        return (tmp_path / "file").read_bytes()

    assert json.loads(saved("Télécharger les chiffres")) == review
    svg, png = saved("Enregistrer en SVG").decode(), saved("Enregistrer en PNG")
    assert svg.startswith("<svg") and "Lumens" in svg and "Le tournant" in svg
    assert png.startswith(b"\x89PNG") and int.from_bytes(png[16:20]) == 2400
    other = visit()
    other.page.goto(page.url)
    expect(curve(other.page)).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_the_better_move_is_found(visit: Come, game: str) -> None:
    guest = visit()
    page = guest.page
    own = brought(guest, game)["reviews"][0]
    wrong = [step for step in own["steps"] if step.get("verdict")]
    worst = sorted(wrong, key=lambda step: step["made"] - step["before"])
    steps = sorted(worst[:12], key=lambda step: step["number"])  # a round
    page.get_by_role("button", name=re.compile("à retrouver$")).click()
    teacher = page.locator(".teacher")
    expect(teacher).to_contain_text(f"1 sur {len(steps)}")
    robot = Robot(page)
    until(page, lambda: robot.offered() > 0)
    for _ in range(40):  # it taps what is offered, until it has moved
        if teacher.locator(".verdict").count():
            break
        robot.step()
    expect(teacher.locator(".verdict")).to_be_visible()
    if not teacher.locator(".verdict.right").count():
        page.get_by_role("button", name="Montrez-moi").click()
    expect(teacher.locator(".verdict.right")).to_be_visible()
    expect(teacher).to_contain_text(f"{round(steps[0]['before'] / 10_000)}\u202f%")
    for _ in steps:
        page.get_by_role("button", name=re.compile("^(Suivant|Voir le bilan|Passer)$")).click()
    expect(teacher).to_contain_text(re.compile(f"(Tous montrés|retrouvés? sur {len(steps)})"))
    rounds = teacher.get_by_role("navigation").get_by_role("button")
    expect(rounds).to_have_count(-(-len(wrong) // 12) if len(wrong) > 12 else 0)
    if len(wrong) > 12:
        page.get_by_role("button", name=re.compile("^(Le suivant|Les [0-9]+ suivants)$")).click()
        expect(rounds.nth(1)).to_have_attribute("aria-current", "page")
        expect(teacher).to_contain_text(f"1 sur {min(12, len(wrong) - 12)}")
        assert axe(page) == []
    page.get_by_role("button", name="Revenir à la partie").click()
    expect(curve(page)).to_be_visible()


def test_had_one_known_is_apart_and_marked(visit: Come) -> None:
    guest = visit()
    page = guest.page
    own = brought(guest, "lumens")["reviews"][0]
    assert own["known"]
    page.get_by_text("Si l’on avait su").click()
    page.get_by_role("button", name="Voir à cartes ouvertes").first.click()
    expect(page.get_by_text("Cartes ouvertes : ce n’est pas ce que".replace(" :", "\u00a0:"))).to_be_visible()
    page.get_by_role("button", name="Revenir à ce que l’on savait").click()
    expect(page.get_by_role("button", name="Revenir à ce que l’on savait")).to_have_count(0)


def test_it_is_followed_left_and_called_off(visit: Come, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = visit()
    page, table = guest.page, finished(guest, "sirius")
    monkeypatch.setattr(reviewing, "standard_simulations", lambda *_: 200_000)  # for ever
    page.goto(f"/review/{table}")
    page.get_by_role("button", name="Revoir la partie").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.goto("/")
    page.goto(f"/review/{table}")
    page.get_by_role("button", name="Arrêter").click()
    expect(page.get_by_role("button", name="Revoir la partie")).to_be_visible()


@pytest.mark.parametrize("look", LOOKS, ids=["day", "night", "forced"])
def test_everybody_can_use_it(visit: Come, look: dict[str, Any]) -> None:
    guest = visit(**look)
    page = guest.page
    table = finished(guest, "sirius")
    page.goto(f"/review/{table}")
    page.get_by_role("button", name="Revoir la partie").wait_for()
    assert axe(page) == []
    brought(guest, "lumens")
    page.get_by_text("Les chances en tableau").click()
    page.get_by_text("Si l’on avait su").click()
    assert axe(page) == []
    page.locator(".moment, .steps").first.wait_for()
    page.get_by_role("button", name=re.compile("à retrouver$")).click()
    page.locator(".teacher").wait_for()
    assert axe(page) == []


def test_it_fits_on_every_screen(visit: Come) -> None:
    guest = visit()
    page = guest.page
    brought(guest, "lumens")
    for width, height in ((360, 740), (740, 360), (820, 1180), (1440, 900), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("window.scrollTo(0, 0)")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height)
        expect(curve(page)).to_be_in_viewport(ratio=0.9)
        expect(page.get_by_role("button", name="Le coup d’avant")).to_be_in_viewport(ratio=0.9)
