"""Deciding ahead on the page: lines on a board, standing moves from a list, with taps and keys; nobody else sees it."""

from collections.abc import Callable
from typing import Any

import pytest

from orders import DAYS, game_from
from web.browsing import DESK, PHONE, Visit, axe, expect

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]


def state(guest: Visit, table: str) -> Any:
    return guest.ask("GET", f"/api/tables/{table}")["table"]["state"]


def do(guest: Visit, table: str, **command: Any) -> None:
    guest.ask("POST", f"/api/tables/{table}/commands", {"command": command})


def two_at_table(come: Come, game: str, size: dict[str, int], **terms: Any) -> tuple[Visit, Visit, str]:
    """Somebody who waits, at the table's page; the other, who is to move; and their table."""
    guests = come(size=size), come(size=size)
    for guest in guests:
        guest.ask("GET", "/api/me")
    opening = {"terms": {"game": game, "clock": DAYS, **terms}, "sit": [0]}
    table: str = guests[0].ask("POST", "/api/tables", opening)["table"]["id"]
    do(guests[1], table, do="sit")
    do(guests[0], table, do="start")
    while game == "luminis" and not any(move.startswith("draw") for move in to_move(guests, table)[1]):
        mover, legal = to_move(guests, table)
        do(mover, table, do="play", moves=legal[:1])
    mover, _ = to_move(guests, table)
    waits = guests[1] if mover is guests[0] else guests[0]
    for guest, name in ((waits, "Ada"), (mover, "Ben")):
        guest.ask("PATCH", "/api/me", {"name": name})
    waits.page.goto(f"/table/{table}")
    return waits, mover, table


def to_move(guests: tuple[Visit, Visit], table: str) -> tuple[Visit, list[str]]:
    return next((guest, legal) for guest in guests if (legal := state(guest, table).get("legal")))


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_line_is_planned_kept_and_played(visit: Come, size: dict[str, int]) -> None:
    ada, ben, table = two_at_table(visit, "sirius", size, options={"setup": "random"})
    page = ada.page
    line = plan_a_line(ada, table)
    expect(page.locator("[data-order]")).to_contain_text("Une réponse attend")
    page.reload()
    expect(page.locator("[data-order]")).to_contain_text("Une réponse attend")
    ben.page.goto(f"/table/{table}")
    expect(ben.page.locator(".stage")).to_be_visible()
    expect(ben.page.locator("[data-order]")).to_have_count(0)
    do(ben, table, do="play", moves=line[:1])
    expect(page.locator("[data-order]")).to_contain_text("Prévoir ma réponse")
    assert state(ada, table)["moves"] == 2 and state(ben, table)["legal"]


def plan_a_line(ada: Visit, table: str) -> list[str]:
    """The first legal move and the first answer to it."""
    page, game = ada.page, game_from(ada.ask("GET", f"/api/tables/{table}")["table"])
    theirs = game.legal()[0]
    game.play(theirs)
    mine = game.legal()[0]
    page.get_by_role("button", name="Non merci").click()  # on a phone the coach waits until that is answered
    page.locator(".coach").get_by_role("button", name="Fermer").click()
    page.get_by_role("button", name="Prévoir ma réponse").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Que jouerait Ben ?")
    move_on(dialog, theirs, 1)
    expect(dialog).to_contain_text("Et vous, que répondez-vous ?")
    expect(dialog.get_by_role("button", name="Garder cette suite")).to_have_count(0)
    move_on(dialog, mine, 2)
    assert axe(page) == []
    dialog.get_by_role("button", name="Garder cette suite").click()
    expect(dialog.locator("li").filter(has_text="Coup")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    (kept,) = ada.ask("GET", f"/api/tables/{table}/orders")["lines"]
    assert [planned["move"] for planned in kept] == [theirs, mine]
    return [theirs, mine]


def move_on(dialog: Any, move: str, made: int) -> None:
    """A piece is taken up and set down, with the keyboard alone."""
    for cell in move.split("-"):
        place = dialog.locator(f"[data-cell='{cell}']")
        place.focus()
        place.press("Enter")
    expect(dialog.locator("[data-line]")).to_have_attribute("data-line", str(made))


def test_standing_moves_in_order_and_what_became_of_them(visit: Come) -> None:
    ada, ben, table = two_at_table(visit, "luminis", PHONE)
    page = ada.page
    page.get_by_role("button", name="Prévoir ma réponse").click()
    dialog = page.get_by_role("dialog")
    for choice in ("Piocher sur la pile 3", "Passer, si je ne peux ni piocher ni poser"):
        dialog.get_by_role("button", name=choice).click()
        expect(dialog.get_by_role("button", name=choice)).to_have_attribute("aria-pressed", "true")
    assert axe(page) == []
    assert ada.ask("GET", f"/api/tables/{table}/orders")["standing"] == ["draw 3", "pass"]
    dialog.get_by_role("button", name="Piocher sur la pile 3").click()
    expect(dialog.get_by_role("button", name="Piocher sur la pile 3")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Escape")
    do(ben, table, do="play", moves=["draw 1"])
    broken = page.locator("[data-order=broken]")
    expect(broken).to_contain_text("Votre réponse prévue n’a pas été jouée.")
    broken.get_by_role("button", name="Compris").click()
    expect(broken).to_have_count(0)


def test_no_planning_against_the_clock_or_alone_with_bots(visit: Come) -> None:
    hurried = {"kind": "fischer", "seconds": 600, "increment": 5}
    ada, _, _ = two_at_table(visit, "sirius", DESK, options={"setup": "random"}, clock=hurried)
    expect(ada.page.locator(".stage")).to_be_visible()
    expect(ada.page.locator("[data-order]")).to_have_count(0)
    alone = visit()
    alone.open_table("sirius", options={"setup": "random"})
    expect(alone.page.locator(".stage")).to_be_visible()
    expect(alone.page.locator("[data-order]")).to_have_count(0)
