"""The print shop on the page of rules: a small form, and a PDF among the downloads."""

from collections.abc import Callable
from pathlib import Path

import pytest

from web.browsing import DESK, PHONE, Visit, axe, expect

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_game_is_printed_from_its_rules(visit: Come, size: dict[str, int]) -> None:
    guest = visit(size=size)
    page = guest.page
    page.goto("/rules/luminis")
    page.get_by_role("button", name="Imprimer", exact=True).click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("checkbox", name="les cartes")).to_be_checked()
    expect(sheet.get_by_role("checkbox", name="le plateau")).to_have_count(0)
    assert axe(page) == []
    sheet.get_by_role("checkbox", name="les cartes").press("Space")
    sheet.get_by_role("checkbox", name="Sans couleurs").check()
    with page.expect_download() as coming:
        sheet.get_by_role("button", name="Faire le PDF").click()
    assert coming.value.suggested_filename == "luminis.pdf"
    assert Path(coming.value.path()).read_bytes().startswith(b"%PDF")
    expect(sheet.get_by_text("dans vos téléchargements")).to_be_visible()
    for name in ("une aide de jeu", "les règles"):
        sheet.get_by_role("checkbox", name=name).uncheck()
    expect(sheet.get_by_role("button", name="Faire le PDF")).to_be_disabled()


def test_a_printed_code_leads_to_its_game(visit: Come) -> None:
    page = visit().page
    page.goto("/study?game=fromages")
    expect(page.locator("select").first).to_have_value("fromages")
