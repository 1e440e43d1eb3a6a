"""Try it, in the workshop: asked for, followed, read, found again, forgotten when the drawing changes."""

from collections.abc import Callable

import pytest

from judged_editions import pipes_without_cheese
from lumitheque.server.study import judging, reviewer
from web.browsing import PHONE, Visit, axe, expect

pytestmark = pytest.mark.slow
LONG = 300_000  # milliseconds: sixteen deals on a busy machine


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "DEALS", 16)
    monkeypatch.setattr(reviewer, "RENEWED", 0.0)


def test_bots_try_a_deck_on_a_phone(visit: Callable[..., Visit]) -> None:
    page = visit(size=PHONE).page
    page.goto("/workshop")
    page.locator(".box", has_text="fromages").click()
    file = {"name": "paquet.csv", "mimeType": "text/csv", "buffer": pipes_without_cheese().encode()}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    page.get_by_role("button", name="Essayer", exact=True).click(timeout=LONG)
    again = page.get_by_role("button", name="Essayer de nouveau")
    expect(again).to_be_visible(timeout=LONG)
    said = page.get_by_role("region", name="Qu’en disent les robots ?")
    expect(said).to_contain_text("moins de la moitié des points")
    expect(said).to_contain_text("À changer peut-être")
    said.get_by_text("Ce qui va").click()
    expect(said).to_contain_text("Qui commence")
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    page.reload()  # found again, without being asked for
    expect(said).to_contain_text("moins de la moitié des points")
    page.get_by_text("Fichier", exact=True).click()
    text = page.get_by_label("Le fichier, ligne par ligne")
    text.fill(text.input_value().replace("T01,elbow_tr,0", "T01,elbow_tr,1"))
    expect(said).to_contain_text("Le dessin a changé")
