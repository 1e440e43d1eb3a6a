"""Exercises in the page: found and missed, of every game; with keyboard, without network, by axe."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from lumitheque.games import SHELF, find
from lumitheque.referee.exercise_files import exercises
from web.browsing import PHONE, Visit, axe, until
from web.robot import Robot

SAID = "[data-said]"
MOST_TAPS, MOST_SHOWN = 60, 12


def said(page: Page) -> str:
    return page.locator(SAID).get_attribute("data-said") or ""


def button(page: Page, name: str) -> Locator:
    return page.locator(f"{SAID} button:not([disabled])").filter(has_text=name)


def current(page: Page) -> str:
    return page.locator("[data-exercise]").get_attribute("data-exercise") or ""


def guess(page: Page, seed: int) -> None:
    """Taps what is offered until something was played, right or wrong."""
    robot = Robot(page, seed)
    for _ in range(MOST_TAPS):
        if said(page) in ("wrong", "right", "more"):
            return
        if robot.offered():
            robot.step()
        page.wait_for_timeout(60)
    pytest.fail("nothing that was tapped became a move")


def be_shown(page: Page) -> None:
    """Asks for hints, and plays what they point at, to the end of the turn."""
    for _ in range(MOST_SHOWN):
        until(page, lambda: said(page) == "right" or any(button(page, name).is_visible() for name in HELP))
        if said(page) == "right":
            return
        next(button(page, name) for name in HELP if button(page, name).is_visible()).click()
        page.wait_for_timeout(100)
    pytest.fail("what the hints show does not solve it")


HELP = ("Jouer ce coup", "Montrez-moi", "Un indice", "Réessayer")


@pytest.mark.parametrize("game", list(SHELF))
def test_a_robot_plays_through_exercises(visit: Callable[..., Visit], game: str) -> None:
    page = visit(size=PHONE).page
    page.goto(f"/exercises/{game}")
    met = set()
    for number in range(3):
        expect(page.locator(SAID)).to_be_visible()
        until(page, lambda: said(page) == "nothing")
        met.add(current(page))
        guess(page, number)
        if said(page) == "wrong":
            expect(page.get_by_role("alert")).to_contain_text("Non, il y a mieux")
            until(page, lambda: button(page, "Réessayer").is_visible())
            assert axe(page) == []
        be_shown(page)
        expect(page.get_by_text("C’est cela")).to_be_visible()
        expect(page.get_by_text("de chances de victoire").first).to_be_visible()
        assert axe(page) == []
        button(page, "Suivant").click()
        until(page, lambda: current(page) not in met)
    assert len(met) == 3, "the next exercise is another one"


def test_a_solution_is_told_and_what_was_found_is_kept(visit: Callable[..., Visit]) -> None:
    page = visit().page
    page.goto("/exercises")
    expect(page.get_by_role("heading", level=1)).to_have_text("Exercices")
    assert axe(page) == []
    page.locator("[data-game=sirius] a.button").click()
    until(page, lambda: button(page, "La solution").is_visible())
    first = current(page)
    button(page, "La solution").click()
    expect(page.get_by_text("Il fallait jouer")).to_be_visible()
    kept = page.evaluate("JSON.parse(localStorage.getItem('exercises')).games.sirius")
    assert kept["seen"] == [first] and kept["found"] == [] and kept["row"] == 0
    page.get_by_role("link", name="Tous les exercices").click()
    expect(page.locator("[data-game=sirius]")).to_contain_text("Continuer")


def test_the_move_of_the_day_is_the_same_on_two_devices(visit: Callable[..., Visit]) -> None:
    met = []
    for size in (PHONE, None):
        page = visit(size=size).page
        page.goto("/")
        page.get_by_role("link", name="Le coup du jour").click()
        until(page, lambda page=page: page.locator("[data-exercise]").count() == 1 and current(page) != "")
        met.append(current(page))
    assert met[0] == met[1]
    assert any(met[0] in exercises(find(name)) for name in SHELF)


def test_one_by_its_address_and_one_that_is_none(visit: Callable[..., Visit]) -> None:
    page = visit().page
    wanted = next(iter(exercises(find("galax"))))
    page.goto(f"/exercises/galax/{wanted}")
    until(page, lambda: page.locator("[data-exercise]").count() == 1 and current(page) == wanted)
    page.goto("/exercises/galax/nothing")
    expect(page.get_by_text("Cet exercice n’existe pas")).to_be_visible()


def test_the_keyboard_is_enough(visit: Callable[..., Visit]) -> None:
    page = visit().page
    page.goto("/exercises/lumens")
    for name in ("Un indice", "Montrez-moi", "Jouer ce coup"):
        until(page, lambda name=name: button(page, name).is_visible())
        button(page, name).focus()
        page.keyboard.press("Enter")
    until(page, lambda: said(page) in ("right", "more"))
