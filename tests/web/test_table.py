"""At the table: two people, reloads, a house that goes away, the keyboard, refusals, hints, hands behind a curtain."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from open_house import OpenHouse, settings
from web.browsing import PHONE, Visit, expect, until
from web.robot import OFFERED, Robot

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]


def test_two_browsers_at_one_table(visit: Come) -> None:
    ada, ben = visit(), visit(locale="en-GB")
    table = ada.ask("POST", "/api/tables", {"terms": {"game": "sirius", "options": {"setup": "random"}}, "sit": [0]})
    address = f"/table/{table['table']['id']}"
    ada.page.goto(address)
    ben.page.goto(address)
    ben.page.get_by_role("textbox", name="What should we call you?").fill("Ben")
    ben.page.get_by_role("button", name="Sit down").click()
    ada.page.get_by_role("button", name="Commencer").click()
    until(ada.page, lambda: Robot(ada.page).offered() + Robot(ben.page).offered() > 0)
    for _ in range(6):
        mover = ada if Robot(ada.page).offered() else ben
        other = ben if mover is ada else ada
        Robot(mover.page).play(2)
        until(other.page, lambda other=other: Robot(other.page).offered() > 0)
    ada.page.get_by_role("textbox", name="Dire quelque chose").first.fill("<b>Bien</b> joué")
    ada.page.keyboard.press("Enter")
    expect(ben.page.get_by_text("<b>Bien</b> joué").first).to_be_visible()


def test_a_reload_in_the_middle_of_a_turn(visit: Come) -> None:
    guest = visit()
    guest.open_table("luminis")
    robot = Robot(guest.page)
    robot.play(3)
    guest.page.wait_for_timeout(300)
    before = guest.ask("GET", guest.page.url.removeprefix(guest.url).replace("/table/", "/api/tables/"))
    guest.page.reload()
    robot.play(1)
    after = guest.ask("GET", guest.page.url.removeprefix(guest.url).replace("/table/", "/api/tables/"))
    assert after["table"]["state"]["seq"] >= before["table"]["state"]["seq"]


def test_a_house_that_goes_away_and_comes_back(browser: Browser, tmp_path: Path) -> None:
    with OpenHouse(settings(str(tmp_path))) as house:
        guest, port = Visit(browser, house.url), house.port
        guest.open_table("lumens")
        robot = Robot(guest.page)
        robot.play(4)
    expect(guest.page.get_by_text("La maison ne répond plus")).to_be_visible()
    with OpenHouse(settings(str(tmp_path)), port=port):
        expect(guest.page.get_by_text("La maison ne répond plus")).to_be_hidden()
        robot.play(6)
        assert robot.taps >= 10
        guest.go()


def test_an_illegal_move_is_refused_with_its_rule(visit: Come) -> None:
    guest = visit()
    guest.open_table("lumens")
    page = guest.page
    page.get_by_role("button", name="Écrire un coup").wait_for()  # our turn, and nothing on its way that could end it
    page.keyboard.press("/")
    page.get_by_role("combobox", name="Écrire un coup").fill("a1=9")
    page.keyboard.press("Enter")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("LU-")
    alert.get_by_role("button", name="Voir la règle").click()
    expect(page.locator("dialog .pointed")).to_be_visible()


def test_a_hint_with_chances(visit: Come) -> None:
    guest = visit()
    guest.open_table("sirius", options={"setup": "random"})
    page = guest.page
    until(page, lambda: page.locator(OFFERED).count() > 0)
    page.get_by_role("button", name="Conseil", exact=True).click()
    expect(page.get_by_role("region", name="Conseil")).to_contain_text("%")
    page.get_by_role("region", name="Conseil").get_by_role("listitem").first.get_by_role("button").click()
    expect(page.get_by_role("region", name="Conseil")).to_be_hidden()


def test_hands_are_hidden_between_people_who_share_a_device(visit: Come) -> None:
    guest = visit()
    names = {"0": "Mamie", "1": "Zoé"}
    opening = {"terms": {"game": "luminis", "seats": 2}, "sit": [0, 1], "names": names, "start": True}
    table = guest.ask("POST", "/api/tables", opening)["table"]["id"]
    page = guest.page
    page.goto(f"/table/{table}")
    opener = page.get_by_role("button", name="ouvrir")
    expect(page.locator("main .stage").first).to_be_visible()  # the board that everybody may see
    opener.click()
    expect(opener).to_be_hidden()
    Robot(page).play(1)
    expect(page.get_by_role("heading", name="Passez l’appareil à")).to_be_visible()
    assert page.locator(OFFERED).count() == 0
    expect(page.locator("main .stage").first).to_be_visible()
    for name in names.values():
        expect(page.locator(".seats").get_by_text(name)).to_be_visible()


def test_what_is_said_reaches_people(visit: Come) -> None:
    ada, ben = visit(), visit(size=PHONE)
    table = ada.ask("POST", "/api/tables", {"terms": {"game": "sirius", "options": {"setup": "random"}}, "sit": [0]})
    path = f"/api/tables/{table['table']['id']}/commands"
    ben.ask("POST", path, {"command": {"do": "sit"}})
    ada.ask("POST", path, {"command": {"do": "start"}})
    ben.page.goto(f"/table/{table['table']['id']}")
    ben.page.locator(".stage").first.wait_for()
    unread = ben.page.get_by_text("1 message non lu")
    ada.ask("POST", path, {"command": {"do": "say", "phrase": "hello"}})
    expect(ben.page.locator(".bubble")).to_have_text("Bonjour !")
    expect(unread).to_be_attached()
    ben.page.get_by_role("button", name="Journal").click()
    expect(ben.page.locator("dialog").get_by_text("Bonjour !").first).to_be_visible()
    expect(unread).not_to_be_attached()


def test_keys_say_what_can_be_done_what_changed_and_how_it_stands(visit: Come) -> None:
    guest = visit()
    guest.open_table("lumens")
    page = guest.page
    Robot(page).play(2)
    until(page, lambda: page.locator(OFFERED).count() > 0)
    spoken = page.locator("p.hidden[aria-live]")
    for key in ("?", "!", "."):
        page.keyboard.press(key)
        page.wait_for_timeout(100)
        assert len(spoken.inner_text()) > 10, key
