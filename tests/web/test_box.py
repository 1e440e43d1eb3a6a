"""A game from the real box: tapped in, question by question; stopped, and gone on with."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from conftest import EVERYTHING
from web.browsing import PHONE, Visit, expect, until
from web.robot import OFFERED, Robot

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]


def begin(page: Page, game: str) -> None:
    page.goto("/study")
    page.get_by_role("combobox", name="Jeu").select_option(game)
    page.get_by_label("Nom de la place 1").fill("Mamie")
    page.get_by_label("Nom de la place 2").fill("Zoé")
    page.get_by_role("button", name="Commencer à recopier").click()


def answer(page: Page) -> int:
    """Answers questions, each with the first picture, until a move is wanted. How many there were."""
    idle = page.locator(".copying:not(:has(p[role=status]))")
    for asked in range(40):
        idle.wait_for()
        until(page, lambda: page.locator(".asked li button").count() + page.locator(OFFERED).count() > 0)
        if page.locator(".asked").count() == 0:
            return asked
        before = page.locator(".copying").inner_html()
        named = page.locator(".asked li button").evaluate_all("all => all.map((one) => one.ariaLabel)")
        assert len(named) == len(set(named)) > 1, "what looks alike is one choice"
        seen = page.locator(".asked").inner_text() + " ".join(named)
        assert not re.search(r"\b([IV]+-\d\d|T\d\d|Joueur \d)", seen), "people see pictures, not codes"
        page.locator(".asked li button").first.click()
        until(page, lambda before=before: page.locator(".copying").inner_html() != before)
    pytest.fail("too many questions")


@pytest.mark.parametrize("game", ["luminis", "fromages"] if EVERYTHING else ["luminis"])
def test_a_game_from_the_box_is_tapped_in_and_gone_on_with(visit: Come, game: str) -> None:
    guest = visit(size=PHONE) if game == "fromages" else visit()
    page = guest.page
    begin(page, game)
    assert answer(page) == {"luminis": 7, "fromages": 4}[game]
    expect(page.get_by_role("heading", name="Mamie").or_(page.get_by_role("heading", name="Zoé"))).to_be_visible()
    expect(page.get_by_role("button", name="Retirer le dernier")).to_be_enabled()
    moves = page.locator("aside ol li")
    Robot(page).play(1)
    until(page, lambda: moves.count() > 1 or page.locator(".asked").count() > 0)
    answer(page)
    expect(page.locator("body")).not_to_contain_text("[")
    told = moves.count()
    page.reload()
    page.get_by_role("button", name="Continuer").click()
    answer(page)
    expect(moves).to_have_count(told)
    page.get_by_role("button", name="Retirer le dernier").click()
    expect(page.locator(".asked").or_(page.locator(OFFERED)).first).to_be_visible()
    page.get_by_role("button", name="Fermer cette partie").click()
    page.get_by_role("button", name="Effacer").click()
    expect(page.get_by_role("button", name="Continuer")).to_have_count(0)


def test_many_cards_are_grouped_by_level_with_a_filter(visit: Come) -> None:
    page = visit(size=PHONE).page
    begin(page, "luminis")
    groups = page.get_by_role("group", name="Ne montrer que")
    for _ in range(10):  # spires come first; they are one group
        until(
            page,
            lambda: (
                page.locator(".asked li button").count() > 0 and not page.locator(".copying p[role=status]").count()
            ),
        )
        if groups.count() > 0:
            break
        before = page.locator(".copying").inner_html()
        page.locator(".asked li button").first.click()
        until(page, lambda before=before: page.locator(".copying").inner_html() != before)
    expect(page.locator(".asked h3")).to_have_count(3)
    everything = page.locator(".asked li button").count()
    groups.get_by_role("button", name="Niveau II ·").click()
    expect(page.locator(".asked h3")).to_have_count(1)
    assert 0 < page.locator(".asked li button").count() < everything
    groups.get_by_role("button", name="Niveau II ·").click()
    expect(page.locator(".asked li button")).to_have_count(everything)
