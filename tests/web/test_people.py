"""People one knows, in the browser: the link, inviting in one tap, the strip on the shelf, muting."""

from collections.abc import Callable

import pytest

from web.browsing import DESK, PHONE, Visit, axe, expect

pytestmark = pytest.mark.slow
SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])


def named(guest: Visit, name: str) -> Visit:
    guest.ask("PATCH", "/api/me", {"name": name})
    return guest


def fits(guest: Visit) -> bool:
    fits: bool = guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return fits


@SIZES
def test_two_get_to_know_each_other_by_a_link(visit: Callable[..., Visit], size: dict[str, int]) -> None:
    hadar, newcomer = named(visit(size=size), "Hadar"), visit(size=size)
    hadar.page.goto("/me#people")
    section = hadar.page.locator("#people")
    expect(section).to_contain_text("Personne encore")
    section.get_by_role("button", name="Faire un lien").click()
    link = section.get_by_label("Mon lien").input_value()
    assert axe(hadar.page) == [] and fits(hadar)
    newcomer.page.goto(link)
    expect(newcomer.page.get_by_role("heading", name="Hadar aimerait jouer avec vous")).to_be_visible()
    assert axe(newcomer.page) == [] and fits(newcomer)
    newcomer.page.get_by_label("Votre nom à table").fill("Izar")
    newcomer.page.get_by_role("button", name="Avec plaisir").click()
    expect(newcomer.page.get_by_role("heading", name="Vous vous connaissez maintenant")).to_be_visible()
    hadar.page.reload()
    expect(section).to_contain_text("Izar")
    section.locator("summary", has_text="Izar").click()
    section.get_by_role("button", name="Bloquer", exact=True).click()
    expect(section).to_contain_text("bloqué")
    assert axe(hadar.page) == [] and fits(hadar)


@SIZES
def test_one_tap_invites_and_the_shelf_says_so_at_once(visit: Callable[..., Visit], size: dict[str, int]) -> None:
    hadar, izar = named(visit(size=size), "Hadar"), named(visit(size=size), "Izar")
    token = hadar.ask("POST", "/api/me/people/link")["link"].rpartition("/")[2]
    izar.ask("POST", f"/api/people/{token}")
    izar.page.goto("/")
    expect(izar.page.locator(".shelf a, .shelf button").first).to_be_visible()
    hadar.open_table("lumens", seats=3, bots={}, start=False)
    hadar.page.get_by_role("button", name="Inviter Izar").click()
    expect(hadar.page.get_by_role("button", name="Izar : c’est demandé")).to_be_disabled()
    strip = izar.page.get_by_role("list", name="Invitations")
    expect(strip).to_contain_text("Hadar vous invite : Lumens")
    assert axe(izar.page) == [] and axe(hadar.page) == [] and fits(izar) and fits(hadar)
    izar.page.get_by_role("link", name="J’arrive : Lumens avec Hadar").click()
    expect(izar.page.get_by_role("heading", name="Hadar")).to_be_visible()
    izar.page.goto("/")
    izar.page.get_by_role("button", name="Pas cette fois").click()
    expect(strip).to_have_count(0)
    izar.page.reload()
    expect(izar.page.locator(".shelf a, .shelf button").first).to_be_visible()
    expect(strip).to_have_count(0)


def test_whoever_is_muted_is_not_read(visit: Callable[..., Visit]) -> None:
    hadar, izar = named(visit(), "Hadar"), named(visit(), "Izar")
    table = hadar.open_table("lumens", bots={}, start=False)
    say = {"do": "say", "text": "des mots"}
    izar.ask("POST", f"/api/tables/{table}/commands", {"command": {"do": "sit", "seat": 1}})
    izar.ask("POST", f"/api/tables/{table}/commands", {"command": say})
    expect(hadar.page.locator(".log ol").get_by_text("des mots")).to_be_visible()  # it is read aloud, too
    hadar.ask("PATCH", f"/api/me/people/{izar.ask('GET', '/api/me')['id']}", {"muted": True})
    hadar.page.reload()
    expect(
        hadar.page.get_by_role("list", name="Le fil de la partie").or_(hadar.page.locator(".log ol"))
    ).to_be_visible()
    expect(hadar.page.get_by_text("des mots")).to_have_count(0)
