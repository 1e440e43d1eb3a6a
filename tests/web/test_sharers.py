"""Several people on one tablet, in the browser: who plays, and what a PIN keeps apart."""

from collections.abc import Callable
from typing import Any

import pytest

from web.browsing import DESK, PHONE, Visit, axe, expect, until

pytestmark = pytest.mark.slow
SHARE, SOMEBODY, ADD = "Partager cet appareil", "Quelqu’un d’autre", "Ajouter"
CHOOSE_PIN, KEEP_PIN, MAKE_ROOM = "Choisir un code", "Garder ce code", "Laisser la place"


def who(guest: Visit) -> str:
    told: str = guest.ask("GET", "/api/me")["name"]
    return told


def fits(guest: Visit) -> bool:
    return bool(guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def comes_back(guest: Visit, name: str) -> None:
    """The page has begun anew, as somebody else."""
    until(guest.page, lambda: who(guest) == name)
    expect(guest.page.get_by_role("link", name=name).first).to_be_visible()


def tile(scope: Any, name: str) -> Any:
    return scope.get_by_role("button", name=name)


def share_with_pin(tablet: Visit) -> None:
    """Adhara shares her tablet, chooses a PIN and adds Bellatrix, who plays then."""
    tablet.ask("PATCH", "/api/me", {"name": "Adhara"})
    tablet.page.goto("/me#who")
    section = tablet.page.locator("#who")
    section.get_by_role("button", name=SHARE).click()
    expect(tile(section, "Adhara")).to_have_attribute("aria-current", "true")
    section.get_by_role("button", name=CHOOSE_PIN).click()
    section.get_by_label("Quatre chiffres").press_sequentially("4x7-11")
    section.get_by_role("button", name=KEEP_PIN).click()
    expect(section.get_by_text("C’est noté")).to_be_visible()
    tile(section, SOMEBODY).click()
    expect(section.get_by_label("Son nom à table")).to_be_focused()
    assert axe(tablet.page) == [] and fits(tablet)
    section.get_by_label("Son nom à table").fill("Bellatrix")
    section.get_by_role("button", name=ADD, exact=True).click()
    tablet.page.wait_for_url("**/")
    comes_back(tablet, "Bellatrix")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_tablet_for_two_and_a_pin_for_one(visit: Callable[..., Visit], size: dict[str, int]) -> None:
    tablet = visit(size=size)
    page = tablet.page
    share_with_pin(tablet)
    page.get_by_role("button", name="Qui joue").click()
    sheet = page.get_by_role("dialog", name="Qui joue")
    expect(tile(sheet, "Bellatrix")).to_have_attribute("aria-current", "true")
    tile(sheet, "Adhara").click()
    expect(sheet.get_by_label("Le code d’Adhara")).to_be_focused()
    page.keyboard.type("0000")
    expect(sheet.get_by_text("Ce n’est pas le bon code")).to_be_visible()
    assert who(tablet) == "Bellatrix"
    assert axe(page) == [] and fits(tablet)
    page.keyboard.type("4711")
    comes_back(tablet, "Adhara")

    page.goto("/me")
    page.locator("#who").get_by_role("button", name=MAKE_ROOM).click()
    page.wait_for_url("**/")
    expect(page.get_by_role("heading", name="Qui joue")).to_be_visible()
    assert axe(page) == [] and fits(tablet)
    tile(page, "Bellatrix").click()
    comes_back(tablet, "Bellatrix")
    tablet.troubles = [trouble for trouble in tablet.troubles if "403" not in trouble]  # the wrong PIN


def test_who_follows_a_link_says_first_who_plays_and_arrives(visit: Callable[..., Visit]) -> None:
    tablet = visit(size=PHONE)
    tablet.ask("PATCH", "/api/me", {"name": "Adhara"})
    table = tablet.open_table("galax", options={"setup": "random"})
    tablet.ask("PUT", "/api/me/sharers/here")
    tablet.ask("POST", "/api/me/sharers", {"name": "Bellatrix"})
    tablet.ask("POST", "/api/me/aside")
    tablet.page.goto(f"/table/{table}")
    expect(tablet.page.get_by_role("heading", name="Qui joue")).to_be_visible()
    expect(tablet.page.locator(".stage")).to_have_count(0)
    tile(tablet.page, "Adhara").click()
    expect(tablet.page.locator(".stage").first).to_be_visible()
    assert tablet.page.url.endswith(f"/table/{table}")


def test_another_tab_is_nobodys_once_somebody_else_plays(visit: Callable[..., Visit]) -> None:
    tablet = visit()
    tablet.ask("PATCH", "/api/me", {"name": "Adhara"})
    tablet.open_table("galax", options={"setup": "random"})
    expect(tablet.page.locator(".stage").first).to_be_visible()
    tablet.ask("POST", "/api/me/sharers", {"name": "Bellatrix"})
    until(tablet.page, lambda: tablet.page.url == f"{tablet.url}/")  # the tab begins anew,
    comes_back(tablet, "Bellatrix")


def test_a_key_opens_what_a_forgotten_pin_keeps_shut(visit: Callable[..., Visit]) -> None:
    tablet = visit(size=PHONE)
    page = tablet.page
    tablet.ask("PATCH", "/api/me", {"name": "Adhara"})
    key = tablet.ask("POST", "/api/me/key")["key"]
    tablet.ask("PUT", "/api/me/pin", {"pin": "4711"})
    tablet.ask("POST", "/api/me/sharers", {"name": "Bellatrix"})
    tablet.ask("POST", "/api/me/aside")
    page.goto("/")
    tile(page, "Adhara").click()
    page.get_by_role("link", name="J’ai une clé").click()
    page.get_by_label("Les huit mots").fill(key)
    page.get_by_role("button", name="Retrouver mes parties").click()
    page.wait_for_url("**/")
    comes_back(tablet, "Adhara")
    assert [one["name"] for one in tablet.ask("GET", "/api/me/sharers")["sharers"]] == ["Adhara", "Bellatrix"]
