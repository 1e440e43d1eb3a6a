"""A table that is not as the rules set it up says so, wherever one meets it. And a house that asks for its code."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route

import lumitheque as lt
from lumitheque.games.edition import load_edition
from open_house import OpenHouse
from web.browsing import Visit, axe, expect, until

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]
CHOSEN, BROUGHT = "Elle part d’une position choisie", "ont été apportés"


def test_a_chosen_position_is_told_before_one_sits_while_one_plays_and_afterwards(visit: Come) -> None:
    host, guest = visit(), visit()
    start = lt.new("luminis", 2, 7)
    terms = {"game": "luminis", "position": start.position(), "listed": True}
    terms["edition"] = {"name": "reconstruction", "text": load_edition(start.game).text}
    table = host.ask("POST", "/api/tables", {"terms": terms, "sit": [0]})["table"]["id"]
    page = guest.page
    page.goto("/")
    expect(page.get_by_text("position choisie, plateau ou cartes apportés").first).to_be_visible()
    page.goto(f"/table/{table}")
    note = page.get_by_role("note").filter(has_text="Cette table n’est pas celle des règles.")
    expect(note).to_contain_text(CHOSEN)
    expect(note).to_contain_text(BROUGHT)
    assert axe(page) == []
    page.get_by_role("textbox", name="Comment vous appelle-t-on").fill("Zoé")
    page.get_by_role("button", name="S’asseoir", exact=True).click()
    expect(page.get_by_role("button", name="Se lever")).to_be_visible()
    host.ask("POST", f"/api/tables/{table}/commands", {"command": {"do": "start"}})
    page.get_by_role("heading", name="La table se prépare").wait_for(state="hidden")
    expect(note).to_contain_text(CHOSEN)
    assert axe(page) == []
    host.ask("POST", f"/api/tables/{table}/commands", {"command": {"do": "resign"}})
    page.goto(f"/replay/{table}")
    page.get_by_role("slider").wait_for()
    expect(note).to_contain_text(CHOSEN)


def test_a_table_as_the_rules_have_it_says_nothing(visit: Come) -> None:
    guest = visit()
    guest.open_table("luminis")
    guest.page.get_by_role("button", name="Table").first.wait_for()
    expect(guest.page.get_by_role("note")).to_have_count(0)


def test_a_new_house_code_shows_the_door_to_those_who_are_in(visit: Come, house: OpenHouse) -> None:
    guest = visit()
    page = guest.page
    under_way: list[Route] = []  # what the table asks for by the way, refused when it arrives

    def hold(route: Route) -> None:
        if len(under_way) < 2:
            under_way.append(route)
        else:
            route.continue_()

    page.route(re.compile("/api/(games|mine)$"), hold)
    table = guest.open_table("lumens")
    page.get_by_role("button", name="Table").first.wait_for()
    until(page, lambda: len(under_way) == 2)
    host = house.guest("Host")
    host.http.post("/api/host/enter", json={"code": house.host_code()}).raise_for_status()
    try:
        host.http.patch("/api/host", json={"house_code": "fromage"}).raise_for_status()
        for request in under_way:
            with page.expect_response(request.request.url) as refused:
                request.continue_()
            assert refused.value.status == 403
        field = page.locator("input")
        field.wait_for()
        field.fill("fromage")
        field.press("Enter")
        page.get_by_role("button", name="Table").first.wait_for()
        assert table in page.url
        guest.troubles[:] = [one for one in guest.troubles if "403" not in one]  # a browser writes refusals down
    finally:
        host.http.patch("/api/host", json={"house_code": ""}).raise_for_status()
