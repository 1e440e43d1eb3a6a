"""Where there is nothing to show, the page says so like the house, and knows a way on."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route

from open_house import OpenHouse
from web.browsing import PHONE, Visit, expect

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]


def forgive(guest: Visit) -> None:
    """What a browser itself writes down of an answer that is 404, or of a script that is not there."""
    known = ("Failed to load resource", "dynamically imported", "Unable to preload")
    guest.troubles[:] = [one for one in guest.troubles if not any(part in one for part in known)]


def leads_on(page: Page) -> None:
    main = page.get_by_role("main")
    expect(main.get_by_role("link", name="Vers l’étagère")).to_be_visible()
    expect(page.get_by_role("banner")).to_contain_text("Lumithèque")


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/nowhere", "Il n’y a rien à cette adresse"),
        ("/table/none", "Cette table n’est plus là"),
        ("/replay/none", "Cette table n’est plus là"),
        ("/table/%E0%A4", "Il n’y a rien à cette adresse"),
        ("/learn/chess", "Ce jeu n’est pas sur l’étagère"),
        ("/rules/chess", "Ce jeu n’est pas sur l’étagère"),
    ],
)
def test_an_address_that_leads_nowhere(visit: Come, address: str, said: str) -> None:
    guest = visit(size=PHONE)
    answer = guest.page.goto(address)
    assert answer and answer.status == 404
    expect(guest.page.get_by_role("heading", level=1)).to_have_text(said)
    leads_on(guest.page)
    assert said in guest.page.title()
    forgive(guest)


def test_a_table_that_is_deleted_under_ones_eyes(visit: Come, house: OpenHouse) -> None:
    guest = visit()
    table = guest.open_table("galax", options={"setup": "random"})
    expect(guest.page.locator(".stage")).to_be_visible()
    host = house.guest("Host")
    host.http.post("/api/host/enter", json={"code": house.host_code()}).raise_for_status()
    host.http.delete(f"/api/host/tables/{table}").raise_for_status()
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("Cette table n’est plus là")
    leads_on(guest.page)
    forgive(guest)


def test_a_page_whose_parts_are_gone_is_loaded_again_once_and_then_says_so(visit: Come) -> None:
    guest = visit()
    guest.page.goto("/")
    loads: list[str] = []
    guest.page.on("load", lambda page: loads.append(page.url))

    def missing(route: Route) -> None:
        route.fulfill(status=404, body="{}")

    guest.context.route(re.compile(r"/assets/Me-"), missing)
    guest.page.get_by_role("link", name=re.compile("mes réglages")).click()
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("La maison a été mise à jour")
    assert loads == [f"{guest.url}/me"]
    guest.context.unroute(re.compile(r"/assets/Me-"), missing)
    guest.page.get_by_role("button", name="Recharger la page").click()
    expect(guest.page.get_by_role("heading", level=1)).not_to_have_text("La maison a été mise à jour")
    forgive(guest)


def test_a_document_of_before_whose_script_is_gone(visit: Come) -> None:
    guest = visit()
    guest.context.route(re.compile(r"/assets/index-[\w-]+\.js"), lambda route: route.fulfill(status=404, body="{}"))
    guest.page.goto("/")
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("La maison a été mise à jour")
    expect(guest.page).to_have_url(re.compile("/renewed$"))
    expect(guest.page.get_by_role("link", name="Vers l’étagère")).to_be_visible()
    forgive(guest)


def test_a_tab_of_before_is_told_that_the_house_was_updated(visit: Come, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lumitheque.server.live.socket.build_mark", lambda: "index-later.js")
    guest = visit()
    guest.page.goto("/")
    note = guest.page.get_by_role("status").filter(has_text="La maison vient d’être mise à jour.")
    expect(note).to_be_visible()
    note.get_by_role("button", name="Plus tard").click()
    expect(note).to_have_count(0)
