"""The workshop: a board drawn by mouse, finger and keyboard, a deck mended by what the house says, a box copied."""

import itertools
import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page

from lumitheque.games import find
from lumitheque.games.edition import load_edition
from web.browsing import DESK, PHONE, Visit, axe, expect, until
from web.robot import Robot

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]
Stroke = tuple[str, str]  # a room, and its cells from the first to the last: in a line

SMALL: tuple[Stroke, ...] = (
    *(("A", "a9 c9"), ("B", "f9 h9"), ("C", "k9 m9"), ("D", "a5 c5"), ("F", "k5 m5")),
    *(("E", "f4 h4"), ("E", "h5 f5"), ("E", "f6 h6"), ("G", "a1 c1"), ("H", "f1 h1"), ("I", "k1 m1")),
)
BY_FINGER: tuple[Stroke, ...] = (
    *(("A", "a15 c15"), ("B", "e15 e13"), ("C", "i15 k15"), ("D", "m15 o15"), ("E", "a8 c8")),
    *(("F", "g7 i7"), ("F", "i8 g8"), ("F", "g9 i9")),
)
BY_KEYS: tuple[Stroke, ...] = (("G", "m8 o8"), ("H", "a1 c1"), ("I", "e1 g1"), ("J", "i1 k1"), ("K", "m1 o1"))
SOUND = "Tout y est"


def begin(page: Page, game: str, how: str) -> None:
    page.goto("/workshop")
    page.locator(".box", has_text=game).click()
    page.get_by_role("button", name=how).click()
    expect(page.get_by_label("Son nom")).to_be_visible()


def spot(page: Page, cell: str) -> dict[str, float]:
    box = page.locator(f"[data-cell='{cell}']").bounding_box()
    assert box is not None
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def take_brush(page: Page, letter: str) -> None:
    page.locator(".brush").filter(has=page.locator(f"b:text-is('{letter}')")).click()


def paint_by_mouse(page: Page, strokes: tuple[Stroke, ...]) -> None:
    for letter, cells in strokes:
        take_brush(page, letter)
        start, end = (spot(page, cell) for cell in cells.split())
        page.mouse.move(start["x"], start["y"])
        page.mouse.down()
        page.mouse.move(end["x"], end["y"])  # in one leap: a quick hand
        page.mouse.up()


def paint_by_finger(page: Page, strokes: tuple[Stroke, ...]) -> None:
    line = page.context.new_cdp_session(page)

    def touch(kind: str, *points: dict[str, float]) -> None:
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    for letter, cells in strokes:
        take_brush(page, letter)
        start, end = (spot(page, cell) for cell in cells.split())
        touch("touchStart", start)
        touch("touchMove", {axis: (start[axis] + end[axis]) / 2 for axis in ("x", "y")})
        touch("touchMove", end)
        touch("touchEnd")


def paint_by_keys(page: Page, strokes: tuple[Stroke, ...]) -> None:
    for letter, cells in strokes:
        page.locator(f"[data-cell='{cells.split()[0]}']").focus()
        page.keyboard.press(letter.lower())
        for _ in range(2):
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")  # the brush is the letter by now


def file_of(page: Page) -> str:
    page.get_by_text("Fichier", exact=True).click()
    text = page.get_by_label("Le fichier, ligne par ligne").input_value()
    page.get_by_text("Dessin", exact=True).click()
    return text


def test_a_palace_is_drawn_by_hand_played_and_opened_elsewhere(visit: Come) -> None:
    guest = visit(has_touch=True)
    page = guest.page
    page.add_init_script("localStorage.setItem('pace', 'at_once')")
    begin(page, "Lumens", "Partir de rien")
    expect(page.get_by_role("button", name="Jouer maintenant")).to_be_disabled()
    paint_by_mouse(page, SMALL)
    page.get_by_role("button", name="À trois ou quatre").click()
    paint_by_finger(page, BY_FINGER)
    paint_by_keys(page, BY_KEYS)
    expect(page.get_by_text(SOUND)).to_be_visible()
    drawn = file_of(page)
    assert drawn.splitlines()[1] == "AAA..BBB..CCC" and drawn.rstrip().splitlines()[-1] == "HHH.III.JJJ.KKK"
    assert axe(page) == []

    page.get_by_label("Son nom").fill("Le palais de Nina")
    page.reload()  # kept while one draws
    expect(page.get_by_label("Son nom")).to_have_value("Le palais de Nina")
    page.get_by_role("button", name="Garder dans la maison").click()
    expect(page.get_by_text("C’est gardé dans la maison.")).to_be_visible()
    page.get_by_role("button", name="Jouer maintenant").click()
    expect(page.get_by_text("Cette table n’est pas celle des règles.")).to_be_visible()
    page.get_by_text("Cette table n’est pas celle des règles.").click()
    expect(page.get_by_text("Le palais de Nina")).to_be_visible()
    Robot(page, hurries=True).play_to_the_end()
    opens_elsewhere(guest, visit(size=PHONE), drawn)


def opens_elsewhere(guest: Visit, friend: Visit, drawn: str) -> None:
    """From the record of the table on the screen, in another browser."""
    table = guest.page.url.rsplit("/", 1)[-1]
    record = guest.ask("GET", f"/api/tables/{table}/record")
    assert record["edition"]["text"] == drawn
    friend.page.goto("/study")
    file = {"name": "game.json", "mimeType": "application/json", "buffer": json.dumps(record).encode()}
    friend.page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    friend.page.get_by_role("button", name="Ouvrir dans l’atelier").click()
    expect(friend.page.get_by_label("Son nom")).to_have_value("Le palais de Nina")
    expect(friend.page.get_by_text(SOUND)).to_be_visible()
    assert file_of(friend.page) == drawn


def test_strokes_are_undone_and_done_again(visit: Come) -> None:
    page = visit().page
    begin(page, "Lumens", "Partir de rien")
    paint_by_mouse(page, SMALL[:2])
    first = file_of(page)
    page.keyboard.press("Control+z")
    page.get_by_role("button", name="Annuler").click()
    assert "A" not in file_of(page).split("3-4")[0]
    page.get_by_role("button", name="Rétablir").click()
    page.keyboard.press("Control+Shift+z")
    assert file_of(page) == first
    expect(page.get_by_role("button", name="Rétablir")).to_be_disabled()


def test_what_is_wrong_is_shown_where_it_is(visit: Come) -> None:
    """A hole in the middle room: the sentence, the rule, the cell."""
    page = visit().page
    begin(page, "Lumens", "Partir de la nôtre")
    take_brush(page, "E")
    middle = spot(page, "g5")
    page.mouse.click(middle["x"], middle["y"])
    expect(page.get_by_text("la case du milieu", exact=False)).to_be_visible()
    page.get_by_role("button", name="À trois ou quatre").click()
    page.get_by_role("button", name="Montrer").first.click()
    expect(page.locator("[data-cell=g5]")).to_be_focused()
    expect(page.locator("[data-cell=g5]")).to_have_accessible_name("g5, passage, à corriger")
    page.get_by_role("link", name="LU-03").click()
    expect(page).to_have_url(re.compile("/rules/lumens#LU-03$"))


BROKEN = (  # what is put into the file, and the field in which it is mended
    ("I-04,I,1,0,0", "I-04,I,x,0,0", "I-04"),
    ("up right,no\nI-09", "up down,no\nI-09", "I-08"),
    ("II-13,II,0,3,2,3,0,0", "II-13,II,0,3,2,0,0,0", "II-13"),  # a second card with an empty centre
    ("II-20,II,", "II-19,II,", "II-19"),
    ("III-05,III,2,", "III-05,III,200,", "III-05"),
)


def broken_deck() -> str:
    deck = load_edition(find("luminis"))
    assert deck is not None
    text = deck.text
    for old, new, _ in BROKEN:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def follow(page: Page, what: str) -> Locator:
    """Open what a message is about."""
    expect(page.get_by_text(what, exact=False).first).to_be_visible()
    page.get_by_role("button", name=re.compile(f"Montrer.*{re.escape(what)}")).first.click()
    return page.get_by_role("dialog")


def test_a_deck_with_five_errors_is_mended_by_its_messages(visit: Come) -> None:
    """Each is shown where it is; one that concerns many cards says what was expected."""
    page = visit().page
    page.goto("/workshop")
    page.locator(".box", has_text="Luminis").click()
    file = {"name": "mon paquet.csv", "mimeType": "text/csv", "buffer": broken_deck().encode()}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    expect(page.get_by_label("Son nom")).to_have_value("mon paquet")
    expect(page.get_by_role("status").filter(has_text="5 choses à corriger")).to_be_visible()
    close = page.get_by_role("button", name="Fermer")

    card = follow(page, "Cost_square « x »")
    assert axe(page) == []
    card.get_by_label("coût, carré", exact=True).fill("1")
    close.click()
    card = follow(page, "« down » n’est pas parmi")
    card.get_by_label("Pointes").last.fill("up right")
    close.click()
    card = follow(page, "« II-19 » est déjà pris")
    card.get_by_label("Nom de la carte").fill("II-20")
    close.click()
    page.get_by_role("button", name="Tableau").click()
    follow(page, "Cost_square « 200 »")
    field = page.get_by_label("III-05, coût, carré")
    expect(field).to_be_focused()
    field.fill("2")
    expect(page.get_by_text("Cartes de niveau II au centre vide", exact=False)).to_be_visible()
    page.get_by_role("button", name="Niveau II", exact=False).first.click()
    page.get_by_label("II-13, centre, carré").fill("3")
    expect(page.get_by_text(SOUND)).to_be_visible()
    assert axe(page) == []


def test_a_box_of_pipes_is_copied_step_by_step(visit: Come) -> None:
    """It counts along, remembers where one stopped, and ends in an edition that can be played with."""
    page = visit(size=PHONE).page
    begin(page, "fromages", "Recopier ma boîte")
    for step, count in enumerate((10, 20, 8, 20, 10, 10, 10)):
        expect(page.get_by_role("heading", name=f"Étape {step + 1} sur 7")).to_be_visible()
        page.get_by_role("textbox", name=re.compile("sans fromage")).fill(str(count))
        page.get_by_role("textbox", name=re.compile("sans fromage")).press("Tab")
        if step == 2:
            page.reload()
        if step == 6:
            expect(page.get_by_text("Le compte y est.")).to_be_visible()
        page.get_by_role("button", name="Suivant" if step < 6 else "Terminer").click()
    expect(page.get_by_role("heading", name="C’est recopié, et c’est vérifié.")).to_be_visible()
    expect(page.get_by_role("button", name="Jouer maintenant")).to_be_enabled()
    page.get_by_role("button", name="Précédent").click()
    page.get_by_role("button", name="Une de plus", exact=False).first.click()
    expect(page.get_by_text("Il y en a une de trop.")).to_be_visible()


def test_cards_are_entered_one_by_one(visit: Come) -> None:
    page = visit(size=PHONE).page
    begin(page, "Luminis", "Recopier ma boîte")
    expect(page.get_by_text("Encore 33 de ce niveau")).to_be_visible()
    page.get_by_role("button", name="Un de plus : centre, carré").click()
    page.get_by_role("button", name="Suivant").click()
    expect(page.get_by_text("Encore 32 de ce niveau")).to_be_visible()
    page.get_by_role("button", name="en haut", exact=True).click()
    page.reload()
    expect(page.get_by_role("heading", name="Étape 2 sur 102")).to_be_visible()
    assert file_of(page).splitlines()[1:] == ["I-01,I,0,0,0,1,0,0,0,0,0,,no", "I-02,I,0,0,0,0,0,0,0,0,0,up,no"]


def test_friends_see_whose_board_it_is(visit: Come) -> None:
    """Invited, they need nothing; what is written in a name stays a text."""
    guest, friend = visit(), visit(size=PHONE)
    guest.ask("PATCH", "/api/me", {"name": "Nina"})
    page = guest.page
    begin(page, "fromages", "Partir de la nôtre")
    page.get_by_label("Son nom").fill("<img src=x onerror=alert(1)>")
    page.get_by_role("button", name="Inviter des amis").click()
    expect(page).to_have_url(re.compile("/table/"))
    friend.page.goto(page.url)
    expect(friend.page.get_by_text("« <img src=x onerror=alert(1)> », apporté par Nina.", exact=False)).to_be_visible()
    assert axe(friend.page) == []
    friend.page.get_by_role("button", name="Ouvrir dans l’atelier").click()
    expect(friend.page.get_by_label("Son nom")).to_have_value("<img src=x onerror=alert(1)>")


GAMES = ("Lumens", "Luminis", "fromages")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_workshop_is_for_everyone(visit: Come, size: dict[str, int]) -> None:
    page = visit(size=size).page
    page.goto("/workshop")
    expect(page.get_by_role("button", name="Recopier ma boîte")).to_be_visible()
    assert axe(page) == []
    for game, how in itertools.product(GAMES, ("Recopier ma boîte", "Partir de la nôtre")):
        begin(page, game, how)
        until(page, lambda: page.locator("main input, [data-cell]").count() > 1 or page.locator(".card").count() > 1)
        assert axe(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
