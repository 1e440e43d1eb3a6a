"""The rules as a page: pictures by the games' own boards, contents that follow, and anything found on a phone."""

import re
from collections.abc import Callable

import pytest

from command_line import HOUSE
from web.browsing import DESK, PATIENCE, PHONE, Visit, axe, expect

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]


@pytest.mark.parametrize("game", HOUSE)
def test_every_picture_is_drawn_by_the_board(visit: Come, game: str) -> None:
    guest = visit(size=PHONE)
    guest.page.goto(f"/rules/{game}")
    figures = guest.page.locator("figure[data-figure]")
    expect(figures.first).to_be_attached()
    for number in range(figures.count()):
        figure = figures.nth(number)
        figure.scroll_into_view_if_needed()
        expect(figure).to_have_attribute("data-drawn", "true", timeout=PATIENCE)
        assert figure.locator("button").count() == 0 or figure.locator("[inert]").count() == 1
    assert figures.count() >= 3
    expect(guest.page.get_by_text(re.compile(r"\((empty_bags|random|classique|by_hand)\)"))).to_have_count(0)


def test_anything_is_found_on_a_phone(visit: Come) -> None:
    guest = visit(size=PHONE)
    page = guest.page
    page.goto("/rules/sirius")
    field = page.get_by_label("Chercher dans les règles")
    field.fill("champion portee")
    page.get_by_role("button", name=re.compile("^SI-07")).click()
    expect(page.locator("p.pointed")).to_contain_text("SI-07")
    expect(page.locator("p.pointed")).to_be_in_viewport()
    page.get_by_label("Aller à").select_option(label="Fin de la partie")
    expect(page.get_by_role("heading", name="Fin de la partie")).to_be_in_viewport()
    assert axe(page) == []


def test_the_contents_follow_at_a_desk(visit: Come) -> None:
    guest = visit(size=DESK)
    page = guest.page
    page.goto("/rules/lumens")
    contents = page.get_by_role("navigation", name="Sommaire")
    contents.get_by_role("button", name="La fin et le décompte").click()
    expect(page.get_by_role("heading", name="La fin et le décompte")).to_be_in_viewport()
    expect(contents.locator("[aria-current]")).to_have_text("La fin et le décompte")
