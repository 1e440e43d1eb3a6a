"""The end of a game: who won and why, and what a device keeps of it."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from web.browsing import PHONE, Visit, expect

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]
BLOCKED = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError') }})"


def command(who: Visit, table: str, **what: Any) -> None:
    who.ask("POST", f"/api/tables/{table}/commands", {"command": what})


def begin(one: Visit, other: Visit, **more: Any) -> str:
    """A game between two people."""
    terms = {"game": "sirius", "options": {"setup": "random"}, **more}
    table: str = one.ask("POST", "/api/tables", {"terms": terms, "sit": [0]})["table"]["id"]
    command(other, table, do="sit", seat=1)
    command(one, table, do="start")
    return table


def given_up(winner: Visit, loser: Visit) -> str:
    """A game between two people that the second gives up, on the winner's screen."""
    table = begin(winner, loser)
    command(loser, table, do="resign", seat=1)
    winner.page.goto(f"/table/{table}")
    return table


def test_the_end_says_why_and_the_device_remembers(visit: Come) -> None:
    ada, mamie = visit(), visit()
    mamie.ask("PATCH", "/api/me", {"name": "Mamie"})
    over = ada.page.locator(".over")
    given_up(ada, mamie)
    expect(over).to_contain_text("Vous avez gagné")
    expect(over).to_contain_text("Mamie abandonne, et la partie s’arrête là.")
    expect(over).to_contain_text("Première victoire à Sirius")
    expect(over.locator(".next ~ ul")).to_contain_text("Première victoire")  # what comes once moves no button
    expect(ada.page.locator(".foot .hidden").first).to_contain_text("Mamie abandonne")
    expect(ada.page.locator(".afterglow.bright")).to_be_attached()
    table = given_up(ada, mamie)
    expect(over).to_contain_text("Deuxième victoire contre Mamie")
    expect(over).to_contain_text("2 victoires de suite")
    ada.page.reload()  # looked at again, it is not counted again
    expect(over).to_contain_text("Deuxième victoire contre Mamie")
    mamie.page.goto(f"/table/{table}")
    expect(mamie.page.locator(".over")).to_contain_text("Vous abandonnez, et la partie s’arrête là.")

    over.get_by_role("link", name="Mes petites lumières").click()
    kept = ada.page.locator("#keepsakes")
    expect(kept).to_contain_text("2 victoires · 0 défaite")
    expect(kept.get_by_text("Première victoire à deux : allumée")).to_be_attached()
    kept.get_by_role("button", name="Tout éteindre").click()
    kept.get_by_role("button", name="Oui").click()
    expect(kept).to_contain_text("la première lampe attend")


def test_a_draw_is_agreed_on_and_told_to_everybody(visit: Come) -> None:
    ada, mamie, onlooker = visit(), visit(size=PHONE), visit(size=PHONE)
    ada.ask("PATCH", "/api/me", {"name": "Bellatrix de la Voie"})
    table = begin(ada, mamie)
    for guest in (ada, mamie, onlooker):
        guest.page.goto(f"/table/{table}")
    command(ada, table, do="offer_draw", seat=0)
    yes, no = (mamie.page.get_by_role("button", name=name, exact=True) for name in ("D’accord", "Non"))
    expect(yes).to_be_visible()
    one, other = yes.bounding_box(), no.bounding_box()
    assert one and other and one["y"] == other["y"], "yes and no stay together"
    assert 0 <= other["x"] - one["x"] - one["width"] < 24 and other["x"] + other["width"] <= 360
    expect(onlooker.page.locator(".asked")).to_contain_text("propose la nulle")
    expect(onlooker.page.locator(".asked button")).to_have_count(0)
    yes.click()
    for guest in (ada, mamie, onlooker):
        over = guest.page.locator(".over")
        expect(over).to_contain_text("Partie nulle")
        expect(over).to_contain_text("Nulle d’un commun accord.")
        expect(over.locator(".won")).to_have_count(0)
    expect(onlooker.page.locator(".over")).not_to_contain_text("Ce qu’il en reste")


def test_time_that_is_up_as_onlookers_and_players_are_told(visit: Come) -> None:
    ada, eve, onlooker = visit(), visit(), visit()
    ada.ask("PATCH", "/api/me", {"name": "Adhara"})
    eve.ask("PATCH", "/api/me", {"name": "Électre"})
    table = begin(ada, eve, clock={"kind": "per_move", "seconds": 1})
    for guest in (ada, eve, onlooker):
        guest.page.goto(f"/table/{table}")
    over = onlooker.page.locator(".over")
    expect(over.get_by_role("heading")).to_have_text(re.compile("^Victoire d’(Adhara|Électre)$"))
    expect(over).to_contain_text(re.compile(r"Plus de temps pour (Adhara|Électre)\s: la partie s’arrête là\."))
    told = [guest.page.locator(".over").inner_text() for guest in (ada, eve)]
    assert sum("Vous avez gagné" in one for one in told) == 1
    assert sum("Votre temps est écoulé" in one for one in told) == 1


def test_a_blocked_store_changes_nothing_else(visit: Come) -> None:
    ada, mamie = visit(), visit()
    ada.page.add_init_script(BLOCKED)
    given_up(ada, mamie)
    expect(ada.page.locator(".over")).to_contain_text("Vous avez gagné")
