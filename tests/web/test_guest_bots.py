"""Guest bots on the page: made and revoked under "Me", invited to a table, marked at their seat, on the ladder."""

import re
from collections.abc import Callable

import pytest

from guest_bots import Robot
from open_house import OpenHouse, wait_for
from web.browsing import DESK, PHONE, Visit, axe, expect

pytestmark = pytest.mark.slow
NAME = "Rollo (bot, Ada L.)"


def fits(guest: Visit) -> bool:
    """Nothing is wider than the screen."""
    return bool(guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_my_bots(visit: Callable[..., Visit], size: dict[str, int]) -> None:
    guest = visit(size=size)
    guest.page.goto("/me#bots")
    section = guest.page.locator("#bots")
    section.get_by_label("Son nom").fill("Rollo")
    section.get_by_label("Qui l’a écrit").fill("Ada L.")
    section.get_by_role("button", name="Créer un robot").click()
    token = section.get_by_role("textbox", name="Le jeton")
    expect(token).to_have_value(re.compile("lumibot_[0-9a-f]{32}"))
    assert fits(guest) and axe(guest.page) == []
    headers = {"Authorization": f"Bearer {token.input_value()}"}
    me = guest.context.request.get(f"{guest.url}/api/bot/me", headers=headers)
    assert me.json()["name"] == NAME
    section.get_by_role("button", name="Je l’ai gardé").click()
    expect(token).to_have_count(0)
    guest.page.reload()
    expect(section.get_by_role("heading", name="Rollo, d’Ada L.")).to_be_visible()
    assert "lumibot_" not in guest.page.content()
    section.get_by_role("button", name="Révoquer le jeton").click()
    section.get_by_role("button", name="Oui, révoquer").click()
    expect(section.get_by_role("button", name="Révoquer le jeton")).to_have_count(0)
    assert guest.context.request.get(f"{guest.url}/api/bot/me", headers=headers).status == 401
    section.get_by_role("button", name="Supprimer : Rollo").click()
    section.get_by_role("button", name="Oui, supprimer").click()
    expect(section.get_by_text("Vous n’avez pas encore de robot.")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_bot_is_invited_and_marked(visit: Callable[..., Visit], house: OpenHouse, size: dict[str, int]) -> None:
    name = f"Rollo {size['width']}"
    robot = Robot(house, house.guest("Ada"), name)
    events = robot.events()
    events.hear("hello")
    guest = visit(size=size)
    table = guest.open_table("galax", bots={}, start=False, options={"setup": "random"})
    guest.page.get_by_role("button", name=f"Inviter {name}, d’Ada L.").first.click()
    assert events.hear("invited")["table"] == table
    assert robot.sit(table).status_code == 200
    place = guest.page.get_by_role("listitem").filter(has_text=f"{name} (bot, Ada L.)")
    expect(place.first).to_contain_text("Robot")
    assert fits(guest)
    guest.ask("POST", f"/api/tables/{table}/commands", {"command": {"do": "start"}})
    expect(guest.page.locator(".seats")).to_contain_text("Rollo")
    assert axe(guest.page) == [] and fits(guest)
    robot.post(f"tables/{table}/resign")
    wait_for(lambda: guest.ask("GET", f"/api/tables/{table}")["table"]["state"]["status"] == "over")
    guest.page.goto(f"/replay/{table}")
    expect(guest.page.get_by_text(f"{name} (bot, Ada L.)").first).to_be_visible()
    guest.page.goto("/bots")
    expect(guest.page.get_by_role("row").filter(has_text=f"{name}, d’Ada L.").first).to_be_visible()
    assert axe(guest.page) == [] and fits(guest)
