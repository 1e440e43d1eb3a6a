"""Where one is signed in, and the recovery key, in the browser."""

from collections.abc import Callable

import pytest

from web.browsing import DESK, PHONE, Visit, axe, expect, until

pytestmark = pytest.mark.slow
MAKE, HAVE, SIGN_OUT = "Faire ma clé", "J’ai une clé", "Déconnecter : Chrome sur Linux"


def who(guest: Visit) -> str:
    told: str = guest.ask("GET", "/api/me")["id"]
    return told


def pair(guest: Visit, other: Visit) -> None:
    """Make the other device the same person."""
    code = guest.ask("POST", "/api/me/transfer")["code"]
    other.ask("POST", "/api/me/receive", {"code": code})


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_key_leads_back_to_ones_games(visit: Callable[..., Visit], size: dict[str, int]) -> None:
    guest, newcomer = visit(size=size), visit(size=size)
    guest.ask("PATCH", "/api/me", {"name": "Adhara"})
    guest.page.goto("/me#key")
    guest.page.get_by_role("button", name=MAKE).click()
    words = guest.page.get_by_role("list", name="Les huit mots de votre clé")
    expect(words.get_by_role("listitem")).to_have_count(8)
    key = " ".join(words.get_by_role("listitem").all_inner_texts())
    file = guest.page.get_by_role("link", name="Enregistrer").get_attribute("href") or ""
    assert key.replace(" ", "%20") in file.replace("%20%20", "%20")
    assert axe(guest.page) == []
    guest.page.emulate_media(media="print")
    expect(guest.page.locator("header.top")).to_be_hidden()
    expect(guest.page.locator("#devices")).to_be_hidden()
    expect(words).to_be_visible()
    guest.page.emulate_media(media="screen")
    guest.page.get_by_role("button", name="Elle est en lieu sûr").click()
    expect(words).to_have_count(0)

    newcomer.page.goto("/me#have-key")
    newcomer.page.get_by_label("Les huit mots").fill("bada beda")
    newcomer.page.get_by_role("button", name="Retrouver mes parties").click()
    expect(newcomer.page.get_by_role("alert").filter(has_text="Cette clé n’ouvre rien")).to_be_visible()
    assert axe(newcomer.page) == []
    newcomer.page.get_by_label("Les huit mots").fill(f" {key.upper()} ")
    newcomer.page.get_by_role("button", name="Retrouver mes parties").click()
    newcomer.page.wait_for_url("**/")
    assert who(newcomer) == who(guest)
    newcomer.troubles = [trouble for trouble in newcomer.troubles if "403" not in trouble]  # the wrong key


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_device_is_signed_out_from_another(visit: Callable[..., Visit], size: dict[str, int]) -> None:
    guest, lost = visit(size=size), visit()
    guest.ask("PATCH", "/api/me", {"name": "Adhara"})
    pair(guest, lost)
    person = who(guest)
    lost.open_table("galax", options={"setup": "random"})
    expect(lost.page.locator(".stage")).to_be_visible()
    guest.page.goto("/me")
    section = guest.page.locator("#devices")
    expect(section.get_by_role("listitem")).to_have_count(2)
    expect(section.get_by_role("listitem").first).to_contain_text("Cet appareil")
    assert axe(guest.page) == []
    assert guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    section.get_by_role("button", name=SIGN_OUT).click()
    section.get_by_role("button", name="Oui, déconnecter").click()
    expect(section.get_by_role("listitem")).to_have_count(1)
    until(lost.page, lambda: lost.page.url == f"{lost.url}/")  # its page begins anew,
    assert who(lost) != person and who(guest) == person  # as somebody else


def test_after_a_game_with_people_a_key_is_offered_once(visit: Callable[..., Visit]) -> None:
    guest, friend = visit(), visit(size=PHONE)
    table = guest.open_table("galax", options={"setup": "random"}, bots={}, start=False)
    friend.ask("POST", f"/api/tables/{table}/commands", {"command": {"do": "sit", "seat": 1}})
    guest.ask("POST", f"/api/tables/{table}/commands", {"command": {"do": "start"}})
    guest.ask("POST", f"/api/tables/{table}/commands", {"command": {"do": "resign", "seat": 0}})
    friend.page.goto(f"/table/{table}")
    offer = friend.page.get_by_text("Gardez votre place")
    expect(offer).to_be_visible()
    friend.page.get_by_role("button", name="Plus tard").click()
    expect(offer).to_have_count(0)
    friend.page.reload()
    expect(friend.page.get_by_role("link", name="Télécharger la partie")).to_be_visible()
    expect(offer).to_have_count(0)


def test_after_a_game_with_bots_no_key_is_offered(visit: Callable[..., Visit]) -> None:
    guest = visit()
    table = guest.open_table("galax", options={"setup": "random"})
    guest.ask("POST", f"/api/tables/{table}/commands", {"command": {"do": "resign", "seat": 0}})
    expect(guest.page.get_by_role("link", name="Télécharger la partie")).to_be_visible()
    expect(guest.page.get_by_text("Gardez votre place")).to_have_count(0)
