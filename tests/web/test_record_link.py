"""A whole game in a link: copied where it is seen again, opened by anybody; one that leads to nothing says so."""

import base64
import zlib
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from web.browsing import PHONE, Visit, axe, expect
from web.test_study import finished

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]
PLAIN_HTTP = """
    Object.defineProperty(globalThis, "isSecureContext", { value: false });
    delete Crypto.prototype.randomUUID;
    delete Navigator.prototype.clipboard;
"""  # a page that is not secure, as browsers make it
OVER = {"fr-FR": "La partie est finie.", "en-GB": "The game is over."}


def copied_link(page: Page) -> str:
    """What the button of the whole game puts into the clipboard."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copier un lien vers la partie").click()
    expect(page.get_by_role("button", name="Le lien est copié.")).to_be_visible()
    return str(page.evaluate("navigator.clipboard.readText()"))


def kept_games(page: Page) -> int:
    return int(page.evaluate("JSON.parse(localStorage.getItem('box-games') ?? '[]').length"))


@pytest.mark.parametrize("game", ["sirius", "fromages"])
def test_a_finished_game_is_opened_by_its_link(visit: Come, game: str) -> None:
    guest = visit()
    table = finished(guest, game)
    guest.page.goto(f"/replay/{table}")
    link = copied_link(guest.page)
    assert link.startswith(f"{guest.url}/study#record=z") and len(link) < 8000
    for locale, said in OVER.items():
        friend = visit(size=PHONE, locale=locale)
        page = friend.page
        page.goto(link)
        expect(page.get_by_role("heading", name=said)).to_be_visible()
        assert int(page.get_by_role("slider").get_attribute("max") or 0) >= 2
        expect(page.locator(".stage").first).to_be_visible()
        assert axe(page) == []


def test_a_link_leaves_ones_own_games_alone(visit: Come) -> None:
    """What a link tells is kept when something is changed in it, not each time that it is opened."""
    guest, friend = visit(), visit()
    guest.page.goto(f"/replay/{finished(guest, 'sirius')}")
    link = copied_link(guest.page)
    page = friend.page
    page.goto(link)
    page.reload()
    expect(page.get_by_role("slider")).to_be_visible()
    assert kept_games(page) == 0
    page.get_by_role("button", name="Retirer le dernier").click()
    expect(page.get_by_role("heading", name="C’est à")).to_be_visible()  # whoever gave up has not yet
    assert kept_games(page) == 1
    page.get_by_role("button", name="Fermer cette partie").click()
    assert page.url == f"{guest.url}/study"
    page.get_by_role("button", name="Continuer").click()
    assert copied_link(page) != link
    page.goto(link)  # the page stays, and shows what the address says
    expect(page.get_by_role("heading", name="La partie est finie.")).to_be_visible()


def test_without_a_clipboard_the_link_is_there_to_be_copied(visit: Come) -> None:
    guest = visit(size=PHONE)
    page = guest.page
    page.add_init_script(PLAIN_HTTP + "document.execCommand = () => false;")
    page.goto(f"/replay/{finished(guest, 'sirius')}")
    page.get_by_role("button", name="Copier un lien vers la partie").click()
    field = page.get_by_label("Le lien, à copier")
    expect(field).to_be_visible()
    marked = "(field) => field.value.slice(field.selectionStart, field.selectionEnd)"
    link = field.evaluate(marked)
    assert link.startswith(f"{guest.url}/study#record=z")
    assert axe(page) == []
    page.goto(link)
    expect(page.get_by_role("heading", name="La partie est finie.")).to_be_visible()


def packed(text: str) -> str:
    """As web/src/house/packing.ts does it."""
    small = zlib.compress(text.encode(), wbits=-15)
    all_of_it = zlib.crc32(small).to_bytes(4, "big") + small
    return "z" + base64.urlsafe_b64encode(all_of_it).decode().rstrip("=")


LONG = "z" + "A" * 40_000
UNKNOWN = packed('{"game": "none", "seats": 2}')
TOLD = [("zA", "aucune partie", "no game"), (UNKNOWN, "", ""), (LONG, "trop long", "too long")]


@pytest.mark.parametrize(("told", "french", "english"), TOLD, ids=["cut", "unknown", "long"])
def test_a_link_that_leads_to_nothing_says_so(visit: Come, told: str, french: str, english: str) -> None:
    for locale, said in (("fr-FR", french), ("en-GB", english)):
        guest = visit(locale=locale)
        guest.page.goto(f"/study#record={told}")
        expect(guest.page.get_by_role("alert")).to_contain_text(said)
        expect(guest.page.get_by_role("alert")).not_to_be_empty()
        guest.troubles[:] = [one for one in guest.troubles if "404" not in one]  # the house knows no such game


def test_a_browser_that_cannot_unpack_says_so(visit: Come) -> None:
    page = visit().page
    page.add_init_script("delete globalThis.DecompressionStream")
    page.goto(f"/study#record={UNKNOWN}")
    expect(page.get_by_role("alert")).to_contain_text("Ce navigateur ne sait pas lire ce lien")
