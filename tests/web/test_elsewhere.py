"""Several games at once: the next one where it is my turn is one tap and one key away, and the tab counts them."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from web.browsing import PHONE, Visit, axe, expect
from web.test_together import invite, move, sit_down

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]
DAYS = {"kind": "days", "days": 2}
BADGES = """() => {
    window.badges = [];
    navigator.setAppBadge = async (count) => void window.badges.push(count);
    navigator.clearAppBadge = async () => void window.badges.push(0);
}"""


def two_tables(ada: Visit, ben: Visit) -> list[str]:
    """Two games of Sirius over days between the same people, begun."""
    found = []
    for _ in range(2):
        address = invite(ada, clock=DAYS)
        ben.page.goto(address)
        if not found:
            sit_down(ben, "Ben")
        else:
            ben.page.get_by_role("button", name="S’asseoir", exact=True).click()
        expect(ben.page.get_by_role("button", name="Se lever")).to_be_visible()
        table = address.rpartition("/")[2]
        ada.ask("POST", f"/api/tables/{table}/commands", {"command": {"do": "start"}})
        found.append(table)
    return found


def to_move(ada: Visit, ben: Visit, table: str) -> Visit:
    return ada if ada.ask("GET", f"/api/tables/{table}")["table"]["state"].get("legal") else ben


def till_it_is(one: Visit, other: Visit, table: str) -> None:
    """The other moves until it is one's turn."""
    while to_move(one, other, table) is not one:
        move(other, table)


def till_it_is_not(one: Visit, other: Visit, table: str) -> None:
    while to_move(one, other, table) is one:
        move(one, table)


def badge(page: Page) -> int:
    return int(page.evaluate("window.badges.at(-1) ?? -1"))


def test_the_next_game_is_one_tap_and_one_key_away(visit: Come) -> None:
    ada, ben = visit(size=PHONE), visit()
    first, second = two_tables(ada, ben)
    till_it_is_not(ada, ben, first)
    till_it_is_not(ada, ben, second)
    ada.page.add_init_script(f"({BADGES})()")
    ada.page.goto(f"/table/{first}")
    strip = ada.page.get_by_role("link", name=re.compile("À vous aussi"))
    ada.page.locator(".stage").first.wait_for()
    expect(strip).to_have_count(0)
    till_it_is(ada, ben, second)  # told live, while Ada looks at the other table
    expect(strip).to_contain_text("Sirius, avec Ben")
    expect(strip).to_contain_text("encore 47 h")
    expect(ada.page).to_have_title(re.compile(r"^\(1\) "))
    assert badge(ada.page) == 1 and axe(ada.page) == []
    ada.page.keyboard.press("n")
    expect(ada.page).to_have_url(re.compile(second))
    till_it_is(ada, ben, first)
    expect(ada.page).to_have_title(re.compile(r"^\(1\) "))
    expect(strip).to_have_count(0)  # it is her turn here
    till_it_is_not(ada, ben, second)
    strip.click()
    expect(ada.page).to_have_url(re.compile(first))


def test_the_shelf_says_how_much_time_is_left_and_the_badge_counts(visit: Come) -> None:
    ada, ben = visit(), visit()
    first, second = two_tables(ada, ben)
    for table in (first, second):
        till_it_is(ada, ben, table)
    ada.page.add_init_script(f"({BADGES})()")
    ada.page.goto("/")
    expect(ada.page.locator("#mine li").first).to_contain_text("à vous, encore 47 h")
    expect(ada.page.get_by_role("navigation", name="Vos parties qui attendent")).to_contain_text("encore 47 h")
    assert badge(ada.page) == 2
