"""A game over days, on the page: what is agreed, holidays, substitutes, one's seat back; by a clock that tests move."""

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from lumitheque.server.upkeep import clocks
from open_house import MovedClock, OpenHouse, settings
from web.browsing import PHONE, Visit, axe, expect

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]
DAY = 24 * 3600_000
RANDOM = {"setup": "random"}
OVER_DAYS = {"clock": {"kind": "days", "days": 2}, "substitute": "greedy"}


CLOCK = MovedClock()


@pytest.fixture(scope="module")
def house() -> Iterator[OpenHouse]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clocks, "SHORT_ABSENCE", 1 << 60)  # a clock that jumps is not downtime
        with OpenHouse(settings(clock=CLOCK)) as house:
            yield house


def two_at_table(ada: Visit, ben: Visit, **terms: Any) -> str:
    """A game of Sirius between Ada, who is to move, and Ben; on both screens."""
    for visit, name in ((ada, "Ada"), (ben, "Ben")):
        visit.ask("PATCH", "/api/me", {"name": name})
    opening = {"terms": {"game": "sirius", "options": RANDOM, **OVER_DAYS, **terms}, "sit": [0]}
    table: str = ada.ask("POST", "/api/tables", opening)["table"]["id"]
    obey(ben, table, do="sit")
    obey(ada, table, do="start")
    state = ada.ask("GET", f"/api/tables/{table}")["table"]["state"]
    if state["waiting"] == [1]:
        legal = ben.ask("GET", f"/api/tables/{table}")["table"]["state"]["legal"]
        obey(ben, table, do="play", moves=legal[:1])
    for visit in (ada, ben):
        visit.page.goto(f"/table/{table}")
    return table


def obey(visit: Visit, table: str, **command: Any) -> None:
    visit.ask("POST", f"/api/tables/{table}/commands", {"command": command})


def open_set_up(visit: Visit) -> None:
    visit.page.goto("/")
    visit.page.get_by_role("button", name="Choisir les robots et la durée pour Sirius").click()
    visit.page.get_by_role("dialog").get_by_text("Des amis, par un lien").click()


def test_a_table_over_days_is_agreed_upon(visit: Come) -> None:
    ada = visit(size=PHONE)
    open_set_up(ada)
    sheet = ada.page.get_by_role("dialog")
    sheet.locator("summary").filter(has_text="Pendule").click()
    sheet.get_by_text("Plusieurs jours", exact=True).click()
    expect(sheet.get_by_role("spinbutton", name="Jours par coup")).to_have_value("2")
    expect(sheet.get_by_label("Le robot joue en attendant")).to_be_checked()
    sheet.get_by_text("Une réserve de jours").last.click()
    sheet.get_by_label("Jours en réserve").fill("5")
    sheet.get_by_label("Jours rendus").fill("0")
    sheet.get_by_label("Il joue de lui-même").select_option(label="Après 3 jours d’absence")
    assert axe(ada.page) == []
    sheet.get_by_role("button", name="Ouvrir la table").click()
    ada.page.wait_for_url("**/table/*")
    told = ada.ask("GET", f"/api/tables/{ada.page.url.rpartition('/')[2]}")["table"]
    assert told["clock"] == {"kind": "days", "days": 0, "bank": 5}
    assert (told["when_late"], told["away"]) == ("substitute", 3 * DAY // 1000) and told["substitute"]


def test_time_is_up_the_substitute_plays_and_one_tap_takes_the_seat_back(visit: Come) -> None:
    ada, ben = visit(size=PHONE), visit()
    two_at_table(ada, ben, when_late="substitute")
    expect(ada.page.get_by_text(re.compile("À jouer avant le"))).to_be_visible()
    expect(ben.page.get_by_text(re.compile("Ada a jusqu’au"))).to_be_visible()
    CLOCK.at += 2 * DAY + 1000
    back = ada.page.get_by_role("button", name="Reprendre ma place")
    expect(back).to_be_visible()
    expect(ada.page.get_by_text(re.compile("Votre temps était écoulé"))).to_be_visible()
    expect(ben.page.get_by_text(re.compile("Le temps d’Ada est écoulé")).first).to_be_visible()
    assert axe(ada.page) == []
    back.click()
    expect(back).to_have_count(0)
    expect(ben.page.get_by_text("Ada reprend sa place.").first).to_be_visible()


def test_somebody_else_takes_the_seat(visit: Come) -> None:
    ada, ben, zoe = visit(), visit(), visit(size=PHONE)
    table = two_at_table(ada, ben, when_late="offered")
    zoe.ask("PATCH", "/api/me", {"name": "Zoé"})
    zoe.page.goto(f"/table/{table}")
    take = zoe.page.get_by_role("button", name="Prendre cette place")
    expect(ada.page.get_by_text(re.compile("À jouer avant"))).to_be_visible()
    expect(take).to_have_count(0)
    CLOCK.at += 2 * DAY + 1000
    expect(ada.page.get_by_text(re.compile("la place est à qui la prend"))).to_be_visible()
    take.click()
    expect(ada.page.get_by_role("button", name="Reprendre ma place")).to_have_count(0)
    expect(ben.page.get_by_text("Zoé prend la place et joue jusqu’à la fin.").first).to_be_visible()
    expect(zoe.page.get_by_role("list").get_by_text("vous").first).to_be_visible()


def test_holidays_are_set_once_and_seen_at_the_table(visit: Come) -> None:
    CLOCK.at = time.time_ns() // 1_000_000  # the page proposes days by its own clock
    ada, ben = visit(size=PHONE), visit()
    two_at_table(ada, ben)
    ada.page.goto("/me")
    section = ada.page.locator("#absences")
    today = ada.page.evaluate(f"new Date({CLOCK.at}).toLocaleDateString('sv-SE')")
    section.get_by_label("Premier jour").fill(today)
    section.get_by_role("button", name="Ajouter").click()
    expect(section.get_by_text("C’est noté.")).to_be_visible()
    expect(section.get_by_text(re.compile("Un jour commencé"))).to_be_visible()
    expect(ben.page.get_by_text(re.compile("en vacances jusqu’au")).first).to_be_visible()
    section.get_by_label("J’ai des heures de repos").check()
    expect(section.get_by_label("De", exact=True)).to_have_value("22:00")
    section.get_by_label("À", exact=True).fill("13:00")
    section.get_by_role("button", name="Garder").click()
    expect(section.get_by_text("Les heures de repos durent 12 h au plus.")).to_be_visible()
    section.get_by_label("À", exact=True).fill("07:30")
    section.get_by_role("button", name="Garder").click()
    expect(section.get_by_text("C’est noté.")).to_be_visible()
    assert ada.ask("GET", "/api/me/absences")["quiet"] == {"begins": "22:00", "ends": "07:30"}
    assert axe(ada.page) == []
    ada.troubles.clear()  # the browser notes each refusal
    ada.page.reload()
    expect(section.get_by_label("À", exact=True)).to_have_value("07:30")


def test_the_substitute_plays_for_somebody_who_left_and_everybody_reads_it(visit: Come) -> None:
    ada, ben = visit(), visit()
    two_at_table(ada, ben, clock={"kind": "none"}, away=1)
    ada.page.goto("/")
    CLOCK.at += 60_000
    expect(ben.page.get_by_text(re.compile(r"Ada est absent\s: .* joue en attendant")).first).to_be_visible()
    ada.page.go_back()
    ada.page.get_by_role("button", name="Reprendre ma place").click()
    expect(ben.page.get_by_text("Ada reprend sa place.").first).to_be_visible()
