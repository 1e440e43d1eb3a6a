"""Where rules and choices come from, as people see it: on the rule page, in the drawer, when a table is set up."""

from collections.abc import Callable

import pytest

from web.browsing import PHONE, Visit, expect

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]


def test_the_rule_page_marks_what_is_ours(visit: Come) -> None:
    page = visit(size=PHONE, has_touch=True).page
    page.goto("/rules/lumens")
    marks = page.locator("article details summary")
    expect(marks).to_have_count(22)
    (reading,) = [mark for mark in marks.all() if "LU-12" in mark.inner_text()]
    assert "livret · notre lecture" in reading.inner_text()
    reading.tap()
    expect(page.locator("details[open]")).to_contain_text("L’autre lecture")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.goto("/rules/lumens#LU-17")
    expect(page.get_by_text("On s’arrête quand les sacs sont vides")).to_be_visible()


def test_the_drawer_marks_it_too(visit: Come) -> None:
    guest = visit(locale="en-GB")
    guest.open_table("sirius", options={"setup": "random"})
    page = guest.page
    page.get_by_role("button", name="Rules").first.click()
    page.get_by_role("button", name="All the rules").click()
    mark = page.locator("dialog details summary").filter(has_text="SI-05")
    expect(mark).to_contain_text("our reading")
    mark.press("Enter")
    expect(page.locator("dialog details[open]")).to_contain_text("The other reading")


def test_a_choice_reads_like_one(visit: Come) -> None:
    """LU-17 first, by the booklet; LU-04: who chooses places by seats sees where each seat starts."""
    guest = visit()
    page = guest.page
    page.goto("/")
    page.get_by_role("button", name="Inviter ou régler une table de Lumens").click()
    page.get_by_text("Règles de la table").click()
    end = page.get_by_label("Fin de la partie")
    assert end.locator("option").all_inner_texts() == [
        "On s’arrête quand les sacs sont vides (livret)",
        "On joue aussi le dernier jeton de chaque main (maison)",
    ]
    assert end.input_value() == "0"
    page.get_by_label("Cases de départ").select_option(index=1)
    expect(page.get_by_text("départ en m9, en haut à droite")).to_be_visible()
    page.get_by_role("button", name="Ouvrir la table").click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_text("départ en a1, en bas à gauche")).to_be_visible()
    page.get_by_text("Ce qui a été convenu").click()
    expect(page.get_by_text("On s’arrête quand les sacs sont vides (livret)")).to_be_visible()
    expect(page.get_by_text("Chacun prend celle de la place où il s’assoit (livret)")).to_be_visible()


def test_minutes_follow_the_rounds(visit: Come) -> None:
    """FR-09: 10 to 15 minutes a round."""
    page = visit().page
    page.goto("/")
    expect(page.get_by_role("article").last).to_contain_text("10–15 min par manche")
    page.get_by_role("button", name="Inviter ou régler une table de La chasse aux fromages").click()
    expect(page.get_by_text("Environ 40–60 min")).to_be_visible()
    page.get_by_role("group", name="Manches (livret)").get_by_role("radio", name="2", exact=True).check()
    expect(page.get_by_text("Environ 20–30 min")).to_be_visible()
