"""The frame around a board: where it stands on low and on large screens, what it says when something cannot be done."""

from collections.abc import Callable
from typing import Any

import pytest

from command_line import HOUSE
from conftest import EVERYTHING
from web.browsing import PHONE, Visit, expect, until
from web.robot import OVER, Robot
from web.test_games import QUICK

pytestmark = pytest.mark.slow

LYING, LARGE = {"width": 740, "height": 360}, {"width": 2560, "height": 1440}

PLACES = """() => {
  const box = (query) => document.querySelector(query)?.getBoundingClientRect();
  const [main, bar, seats] = [box("main"), box(".bar"), box(".seats")];
  return { top: main.top, height: main.height, right: main.right, beside: Math.min(bar.left, seats.left),
           page: [document.documentElement.scrollWidth, document.documentElement.scrollHeight] };
}"""


@pytest.mark.parametrize("game", HOUSE)
def test_a_phone_that_lies_has_its_board_left_and_the_rest_right(visit: Callable[..., Visit], game: str) -> None:
    guest = visit(size=LYING, has_touch=True)
    guest.open_table(game, options=QUICK[game])
    expect(guest.page.locator(".stage").first).to_be_visible()
    places: dict[str, Any] = guest.page.evaluate(PLACES)
    assert (places["top"], places["height"]) == (0, LYING["height"])
    assert places["right"] <= places["beside"], "something lies over the board"
    assert places["page"] == [LYING["width"], LYING["height"]]
    if EVERYTHING:
        Robot(guest.page).play_to_the_end()
        expect(guest.page.locator(OVER)).to_be_visible()


def test_a_large_screen_has_larger_type_and_a_stage_that_is_told_truly(visit: Callable[..., Visit]) -> None:
    guest = visit(size=LARGE)
    guest.open_table("galax", options=QUICK["galax"])
    expect(guest.page.locator(".stage")).to_be_visible()
    told: dict[str, Any] = guest.page.evaluate("""() => {
      const stage = document.querySelector(".stage"), style = getComputedStyle(stage.firstElementChild);
      const type = parseFloat(getComputedStyle(document.querySelector(".sentence")).fontSize);
      return { type, wide: stage.offsetWidth,
               width: parseFloat(style.getPropertyValue("--stage-width")),
               end: stage.getBoundingClientRect().top + parseFloat(style.getPropertyValue("--stage-height")),
               bar: document.querySelector(".bar").getBoundingClientRect().top };
    }""")
    assert told["type"] >= 24
    assert abs(told["width"] - told["wide"]) < 1
    assert told["end"] <= told["bar"]


def test_a_refusal_says_what_to_do_now_and_goes_with_the_next_choice(visit: Callable[..., Visit]) -> None:
    guest = visit()
    guest.open_table("fromages")
    until(guest.page, lambda: guest.page.locator("[data-offered='true']").count() > 0)
    refusal = guest.page.get_by_role("alert")
    guest.page.locator(".mine [data-cell]:not([data-offered])").first.click()
    expect(refusal).to_contain_text("D’abord, piochez")
    expect(refusal).not_to_contain_text("FR-00")
    guest.page.locator(".piles [data-offered='true']").first.click()
    expect(refusal).to_have_count(0)


def test_the_bar_is_called_after_whose_turn_it_is(visit: Callable[..., Visit]) -> None:
    guest, friend = visit(), visit()
    friend.ask("PATCH", "/api/me", {"name": "Adhara"})
    table = guest.open_table("sirius", options={"setup": "random"}, bots={}, start=False)
    friend.ask("POST", f"/api/tables/{table}/commands", {"command": {"do": "sit", "seat": 1}})
    guest.ask("POST", f"/api/tables/{table}/commands", {"command": {"do": "start"}})
    state = guest.ask("GET", f"/api/tables/{table}")["table"]["state"]
    mine = guest.page.get_by_role("region", name="À vous !")
    theirs = guest.page.get_by_role("region", name="Adhara réfléchit…")
    for _ in range(2):
        if state["waiting"] == [0]:
            expect(mine).to_be_visible()
            mover = guest
        else:
            expect(theirs).to_be_visible()
            mover = friend
        move = mover.ask("GET", f"/api/tables/{table}")["table"]["state"]["legal"][0]
        mover.ask("POST", f"/api/tables/{table}/commands", {"command": {"do": "play", "moves": [move]}})
        state = guest.ask("GET", f"/api/tables/{table}")["table"]["state"]


def test_a_tablet_shows_coach_board_and_hand_at_once(visit: Callable[..., Visit]) -> None:
    guest = visit(size={"width": 768, "height": 1024}, has_touch=True)
    guest.open_table("lumens", seats=4)
    expect(guest.page.locator(".coach")).to_be_visible()
    expect(guest.page.locator(".hand .face").first).to_be_visible()
    lies: dict[str, float] = guest.page.evaluate("""() => {
      const box = (query) => document.querySelector(query).getBoundingClientRect();
      return { coach: box(".coach").bottom, board: box(".stage").top,
               hand: box(".hand").bottom, bar: box(".bar").top };
    }""")
    assert lies["coach"] <= lies["board"], "the coach lies over the board"
    assert lies["hand"] <= lies["bar"], "the bar lies over the hand"


def test_the_coach_says_the_aim_and_each_kind_of_action_once(visit: Callable[..., Visit]) -> None:
    guest = visit()
    table = guest.open_table("sirius", options={"setup": "random"})
    coach, board = guest.page.locator(".coach"), guest.page.locator(".stage")
    expect(coach).to_contain_text("jusqu’à la dernière pièce adverse")
    until(guest.page, lambda: guest.page.locator("[data-offered='true']").count() > 0)
    expect(coach).to_contain_text("Allez sur une pièce que vous dominez")
    assert guest.page.evaluate("document.activeElement.tagName") == "BODY", "it steals the focus"
    seen, lies = coach.bounding_box(), board.bounding_box()
    assert seen and lies and seen["x"] >= lies["x"] + lies["width"], "it lies over the board"
    coach.get_by_role("button", name="Fermer").click()
    expect(coach).to_have_count(0)
    guest.page.goto(f"/table/{table}")
    expect(coach).to_contain_text("jusqu’à la dernière pièce adverse")
    expect(coach).not_to_contain_text("Allez sur une pièce")


def test_the_coach_says_one_thing_at_a_time(visit: Callable[..., Visit]) -> None:
    """Neither over the answer to a hint nor tip after tip: once one is closed, the next waits for the next decision."""
    guest = visit(size=PHONE)
    guest.open_table("lumens", options={"places": "seats"})
    coach, hint = guest.page.locator(".coach"), guest.page.get_by_role("region", name="Conseil")
    expect(coach).to_be_visible()
    guest.page.get_by_role("button", name="Conseil", exact=True).click()
    expect(hint).to_be_visible()
    expect(coach).to_have_count(0)
    hint.get_by_role("button", name="Fermer").click()
    coach.get_by_role("button", name="Fermer").click()
    expect(coach).to_have_count(0)
