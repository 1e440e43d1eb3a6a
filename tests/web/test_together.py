"""Together: who is there, whose turn it is, how friends come to a table, and the next game."""

import re
from collections.abc import Callable

import pytest

from lumitheque.games import find
from web.browsing import PHONE, Visit, expect
from web.robot import Robot

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]
BOARD = ".stage"  # the game has begun


def invite(host: Visit, game: str = "sirius", **terms: object) -> str:
    """A table of two at which the host sits and one place is free; its address."""
    body = {"terms": {"game": game, "options": {"setup": "random"} if game == "sirius" else {}, **terms}, "sit": [0]}
    return f"/table/{host.ask('POST', '/api/tables', body)['table']['id']}"


def sit_down(guest: Visit, name: str) -> None:
    guest.page.get_by_role("textbox", name="Comment vous appelle-t-on ?").fill(name)
    guest.page.get_by_role("button", name="S’asseoir", exact=True).click()


def loudest(guest: Visit, *names: str) -> None:
    """The buttons that stand out: what this person should do next, and nothing else."""
    expect(guest.page.locator("main .button.main")).to_have_text(list(names))


def test_friends_at_the_table_are_there(visit: Come) -> None:
    ada, ben = visit(), visit()
    address = invite(ada)
    ada.page.goto(address)
    ben.page.goto(address)
    sit_down(ben, "Ben")
    ada.page.get_by_role("button", name="Commencer").click()
    for page in (ada.page, ben.page):
        page.locator(BOARD).wait_for()
        places = page.get_by_role("list", name="Table")
        expect(places.get_by_role("listitem")).to_have_count(2)  # nobody looks on
        expect(places).not_to_contain_text("absent")
    ben.page.goto("/")
    expect(ada.page.get_by_role("list", name="Table")).to_contain_text("absent")
    second = ben.context.new_page()
    second.goto(address)
    expect(ada.page.get_by_role("list", name="Table")).not_to_contain_text("absent")


def move(mover: Visit, table: str) -> None:
    """Any legal move of somebody whose page is elsewhere."""
    state = mover.ask("GET", f"/api/tables/{table}")["table"]["state"]
    command = {"do": "play", "moves": state["legal"][:1]}
    mover.ask("POST", f"/api/tables/{table}/commands", {"command": command})


def test_the_shelf_says_whose_turn_it_is_while_a_friend_moves(visit: Come) -> None:
    ada, ben = visit(size=PHONE), visit()
    ben.ask("PATCH", "/api/me", {"name": "Mamie"})
    table = invite(ada).removeprefix("/table/")
    for who, command in ((ben, {"do": "sit"}), (ada, {"do": "start"})):
        who.ask("POST", f"/api/tables/{table}/commands", {"command": command})
    mine = ada.ask("GET", "/api/mine")["tables"][0]
    if mine["people"][0] in mine["waiting"]["people"]:
        move(ada, table)
    page = ada.page
    page.goto("/")
    strip = page.get_by_role("navigation", name="Vos parties qui attendent")
    strip.get_by_role("button", name="Votre partie en cours").click()  # one tap away on a phone
    expect(page.get_by_text("à Mamie de jouer")).to_be_in_viewport()
    move(ben, table)
    expect(page).to_have_title("(1) À vous · Lumithèque")
    way = strip.get_by_role("link", name="Reprendre : Sirius contre Mamie, à vous")
    way.click()
    page.wait_for_url(f"**/table/{table}")


def test_whoever_arrives_knows_what_to_do_next(visit: Come) -> None:
    ada, ben = visit(), visit(size=PHONE)
    address = invite(ada)
    ada.page.goto(address)
    loudest(ada, "Copier le lien")
    ben.page.goto(address)
    loudest(ben, "S’asseoir")
    expect(ben.page.get_by_text(find("sirius").words("fr")["aim"])).to_be_visible()
    expect(ben.page.get_by_role("link", name="Sirius en trois minutes")).to_be_visible()
    sit_down(ben, "Mamie")
    loudest(ben)
    loudest(ada, "Commencer")
    places = ada.page.get_by_role("list", name="Qui est à la table").get_by_role("listitem")
    expect(places.nth(1)).to_contain_text("Mamie")
    expect(places.nth(1)).to_contain_text("Là")
    ben.page.get_by_role("textbox", name="Dire quelque chose").fill("Me voilà !")
    ben.page.keyboard.press("Enter")
    expect(ada.page.get_by_role("list", name="Journal").get_by_text("Me voilà !")).to_be_visible()
    ada.page.get_by_role("textbox", name="Comment vous appelle-t-on ?").fill("Ada")
    ada.page.get_by_role("button", name="C’est moi").click()
    expect(ben.page.get_by_role("list", name="Qui est à la table")).to_contain_text("Ada")
    ben.page.goto("/")
    loudest(ada, "Copier le lien")  # not all are there


def give_up(guest: Visit, table: str) -> None:
    guest.ask("POST", f"/api/tables/{table}/commands", {"command": {"do": "resign"}})


@pytest.mark.parametrize("way", ["Revanche", "Plus fort"])
def test_one_tap_against_bots_and_the_next_game_begins(visit: Come, way: str) -> None:
    guest = visit()
    page = guest.page
    table = guest.open_table("sirius", options={"setup": "random"})
    page.locator(BOARD).wait_for()
    give_up(guest, table)
    page.get_by_role("button", name=way).click()
    page.wait_for_url(lambda url: "/table/" in url and not url.endswith(table))
    page.locator(BOARD).wait_for()
    told = guest.ask("GET", page.url.removeprefix(guest.url).replace("/table/", "/api/tables/"))["table"]
    assert told["own_seats"] == [1], "seats change"
    assert (told["state"]["sitters"][0]["sitter"]["level"] == "greedy") is (way == "Revanche")
    if way == "Revanche":
        Robot(page).play(2)  # the page is told what happens at the new table
        expect(page.get_by_role("button", name="Conseil", exact=True)).to_be_visible()


def test_whoever_agrees_is_carried_along(visit: Come) -> None:
    ada, ben = visit(), visit()
    address = invite(ada)
    table = address.removeprefix("/table/")
    for who, command in ((ben, {"do": "sit"}), (ada, {"do": "start"})):
        who.ask("POST", f"/api/tables/{table}/commands", {"command": command})
    ada.page.goto(address)
    ben.page.goto(address)
    give_up(ada, table)
    ada.page.get_by_role("button", name="Revanche").click()
    expect(ada.page.get_by_text("Revanche demandée")).to_be_visible()
    ben.page.get_by_role("button", name="Revanche").click()
    for page in (ada.page, ben.page):
        page.wait_for_url(lambda url: "/table/" in url and not url.endswith(table))
        page.locator(BOARD).wait_for()
    assert ada.page.url == ben.page.url


def test_every_free_seat_is_offered_another_character(visit: Come) -> None:
    ada = visit(size=PHONE)
    address = invite(ada, "fromages", seats=4, pace="brisk")
    ada.page.goto(address)
    offers = ada.page.get_by_role("button", name=re.compile("^Installer "))
    for free in (3, 2, 1):
        expect(offers).to_have_count(free)
        named = [one.removeprefix("Installer ") for one in offers.all_inner_texts()]
        there = ada.page.get_by_role("list", name="Qui est à la table").locator(".name").all_inner_texts()
        assert len(set(named)) == free and not any(name in " ".join(there) for name in named)
        offers.first.click()
    ada.page.get_by_role("button", name="Commencer").click()
    ada.page.locator(BOARD).wait_for()
    ada.page.get_by_role("button", name="Table", exact=True).click()
    expect(ada.page.locator("dl")).to_contain_text(re.compile(r"Rythme des robots\s*Vif"))
