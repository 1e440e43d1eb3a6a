"""What others did since one's last turn: told in one glance, looked at again by one tap, skipped by one tap."""

from collections.abc import Callable

import pytest

from lumitheque.reception import pacing
from lumitheque.reception.pacing import Pacing
from web.browsing import PHONE, Visit, expect
from web.robot import OFFERED

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]


def test_what_bots_did_is_told_and_can_be_looked_at_again(visit: Come) -> None:
    guest = visit(size=PHONE)
    page = guest.page
    guest.open_table("fromages", seats=4)
    table = f"/api/tables/{page.url.rsplit('/', 1)[1]}"
    told, acted = page.locator("[data-since]"), False
    while True:  # until it is our turn again
        state = guest.ask("GET", table)["table"]["state"]
        if acted and state.get("legal") and state["view"]["phase"] == "turn":
            break
        acted = acted or bool(state.get("legal"))
        if state.get("legal"):
            guest.ask("POST", f"{table}/commands", {"command": {"do": "play", "moves": state["legal"][:1]}})
    expect(told).to_have_attribute("data-since", "3")  # every bot once
    present = page.locator(".stage").inner_text()
    page.get_by_role("button", name="Revoir").click()
    skip = page.get_by_role("button", name="Passer")
    expect(skip).to_be_visible()
    assert page.locator(OFFERED).count() == 0  # the past cannot be played
    skip.click()
    expect(page.get_by_role("button", name="Revoir")).to_be_visible()
    assert page.locator(".stage").inner_text() == present
    assert page.locator(OFFERED).count() > 0


def test_one_tap_skips_what_bots_take_their_time_for(visit: Come, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(pacing.PACINGS, "calm", Pacing(600, 600))
    guest = visit(size=PHONE)
    guest.open_table("lumens", terms={"pace": "calm"})  # both choose where they begin, and the bot takes its time
    skip = guest.page.get_by_role("button", name="Passer")
    skip.click()
    expect(skip).to_be_hidden()
