"""The host's page: it lets a pasted link in at once, says how the house stands, and looks like the house."""

import re
from collections import Counter
from collections.abc import Callable

import pytest

from lumitheque.server.notices.sender import Sender
from open_house import OpenHouse
from web.browsing import PHONE, Visit, axe, expect

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]


def paste(visit: Visit, text: str) -> None:
    """What a keyboard or a long press does with a text in the clipboard."""
    visit.page.get_by_label("Lien ou code de l’hôte").evaluate(
        """(field, text) => {
            const data = new DataTransfer();
            data.setData("text/plain", text);
            field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
        }""",
        text,
    )


def test_a_pasted_link_lets_the_host_in_who_then_reads_how_the_house_stands(visit: Come, house: OpenHouse) -> None:
    camille = house.guest("Camille")
    table = camille.open("galax", sit=[0], options={"setup": "random"})
    camille.live()
    host = visit(size=PHONE)
    host.page.goto("/host")
    expect(host.page.get_by_text("Cette page est pour l’hôte")).to_be_visible()
    paste(host, f"http://192.168.1.20:8642/host#{house.host_code()}")
    now = host.page.locator("section", has=host.page.get_by_role("heading", name="En ce moment"))
    expect(now).to_contain_text("1 partie de Galax attend des joueurs.")
    expect(now).to_contain_text("Camille")
    line = host.page.get_by_role("listitem").filter(has_text="attend encore une personne")
    expect(line).to_contain_text("Camille")
    assert axe(host.page) == []
    line.get_by_role("button", name="Fermer").click()
    line.get_by_role("button", name="Vraiment ? Oui, fermer").click()
    expect(now).not_to_contain_text("Galax")
    assert camille.look(table)["state"]["status"] == "closed"


def test_the_host_reads_whom_running_games_wait_for(visit: Come, house: OpenHouse) -> None:
    camille, mamie = house.guest("Camille"), house.guest("Mamie")
    table = camille.open("galax", sit=[0], options={"setup": "random"})
    mamie.must(table, "sit", seat=1)
    camille.must(table, "start")
    host = visit()
    host.page.goto(f"/host#{house.host_code()}")
    now = host.page.locator("section", has=host.page.get_by_role("heading", name="En ce moment"))
    expect(now).to_contain_text(re.compile(r"1 partie de Galax attend (Camille|Mamie)\."))
    camille.must(table, "resign", seat=0)


def test_a_link_lets_the_host_in_through_a_locked_door(visit: Come, house: OpenHouse) -> None:
    host = visit()
    host.page.goto(f"/host#{house.host_code()}")
    expect(host.page.get_by_role("heading", name="Les portes")).to_be_visible()
    assert "#" not in host.page.url
    field = host.page.get_by_label("Code de la maison")
    field.fill("sésame")
    host.page.get_by_role("button", name="Garder").click()
    expect(host.page.get_by_role("status")).to_contain_text("C’est noté.")
    stranger = visit()
    stranger.page.goto(f"/host#{house.host_code()}")
    expect(stranger.page.get_by_role("heading", name="Les portes")).to_be_visible()
    field.fill("")
    host.page.get_by_role("button", name="Garder").click()
    expect(host.page.get_by_role("status")).to_contain_text("C’est noté.")


def test_the_host_reads_what_could_not_be_sent(visit: Come, house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    async def given_up(_: Sender) -> Counter[str]:
        return Counter({"failing": 1, "unreachable": 12})

    host = visit(size=PHONE)
    host.page.goto(f"/host#{house.host_code()}")
    expect(host.page.get_by_role("heading", name="Les tables")).to_be_visible()
    expect(host.page.get_by_role("heading", name="Nouvelles")).to_have_count(0)
    monkeypatch.setattr(Sender, "given_up", given_up)
    host.page.reload()
    lines = host.page.locator("section", has_text="Nouvelles qui n’ont pas pu partir").get_by_role("listitem")
    expect(lines).to_have_text(
        ["12 nouvelles. Le service n’est pas joignable.", "Une nouvelle. Le service est en panne."]
    )
    assert axe(host.page) == []
