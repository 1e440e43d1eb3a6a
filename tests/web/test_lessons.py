"""Lessons on the page: each to its end; a refused move, the step that teaches its rule, and back to the game."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from conftest import few_of
from lumitheque.games import SHELF
from lumitheque.referee.lessons import Lesson, lessons, where_taught
from web.browsing import PHONE, Visit, axe, expect, until
from web.robot import OFFERED, take_lesson

pytestmark = pytest.mark.slow
Come = Callable[..., Visit]
HOUSE = [game for game in SHELF.values() if game.package.startswith("lumitheque.")]
ALL = [lesson for game in HOUSE for lesson in lessons(game, "fr")]
FIRST = [lesson for lesson in ALL if lesson.name == "first"]


def name_of(lesson: Lesson) -> str:
    return f"{lesson.game}-{lesson.name}"


every_lesson = pytest.mark.parametrize("lesson", ALL, ids=name_of)
STEP, ASIDE = ".teacher .count", ".teacher .waiting"
SETUP: dict[str, Any] = {"setup": "random"}


def text_of(lesson: Lesson, number: int) -> str:
    return lesson.steps[number - 1].text


@pytest.mark.parametrize("lesson", few_of(ALL, *FIRST), ids=name_of)
def test_every_lesson_can_be_finished(visit: Come, lesson: Lesson) -> None:
    page = visit().page
    page.goto(f"/learn/{lesson.game}/{lesson.name}")
    expect(page.locator(".teacher .text")).to_have_text(text_of(lesson, 1))
    take_lesson(page)
    expect(page.get_by_role("listitem").filter(has_text=lesson.title)).to_contain_text("apprise")


@every_lesson
def test_every_step_can_be_opened_by_itself(visit: Come, lesson: Lesson) -> None:
    """The last step is where all that precedes was played."""
    page = visit(size=PHONE).page
    for number in (len(lesson.steps) // 2, len(lesson.steps)):
        page.goto(f"/learn/{lesson.game}/{lesson.name}/{number}")
        expect(page.locator(".teacher .text")).to_have_text(text_of(lesson, number))
        expect(page.locator("main.stage")).to_be_visible()
        expect(page.locator(".teacher .wrong")).to_have_count(0)


def begin(guest: Visit, **terms: Any) -> str:
    """A game of Sirius in which it is this guest's turn."""
    table = guest.open_table("sirius", options=SETUP, terms=terms)
    until(guest.page, lambda: guest.page.locator(OFFERED).count() > 0)
    return table


def refuse_a_move(page: Any) -> Lesson:
    """Types a move that SI-02 refuses for either colour; the lesson that teaches it."""
    page.locator("body").press("/")
    field = page.locator("#typed-move")
    field.fill("a5-a7")
    field.press("Enter")
    expect(page.locator(".fault")).to_contain_text("SI-02")
    found = where_taught(lessons(SHELF["sirius"], "fr"), "SI-02")
    assert found is not None
    return found[0]


def test_a_refused_move_leads_to_its_lesson_and_back(visit: Come) -> None:
    guest = visit()
    page, table = guest.page, begin(guest)
    lesson = refuse_a_move(page)
    before = guest.ask("GET", f"/api/tables/{table}")["table"]["state"]
    page.get_by_role("link", name="Voir en une minute").press("Enter")
    page.wait_for_url(re.compile(rf"/learn/sirius/{lesson.name}/\d\?table={table}"))
    expect(page.locator(ASIDE)).to_have_text(re.compile("Votre partie vous attend, telle"))
    number = int(page.url.split("?")[0].rsplit("/", 1)[1])
    expect(page.locator(".teacher .text")).to_have_text(text_of(lesson, number))
    page.get_by_role("button", name="Montrez-moi").click()
    page.get_by_role("button", name="Jouer ce coup").click()
    expect(page.get_by_text("Voilà pour cette règle.")).to_be_visible()
    back = page.get_by_role("button", name="Revenir à la partie")
    expect(back).to_be_focused()
    assert axe(page) == []
    back.press("Enter")
    page.wait_for_url(f"**/table/{table}")
    until(page, lambda: page.locator(OFFERED).count() > 0)
    after = guest.ask("GET", f"/api/tables/{table}")["table"]["state"]
    told = ("moves", "waiting", "legal", "view", "seq")
    assert [after.get(part) for part in told] == [before.get(part) for part in told]


def test_the_lesson_says_that_the_clock_runs_on(visit: Come) -> None:
    guest = visit(size=PHONE, has_touch=True)
    page, table = guest.page, begin(guest, clock={"kind": "per_move", "seconds": 600})
    refuse_a_move(page)
    expect(page.locator(".fault")).to_contain_text("La pendule tourne pendant ce temps.")
    page.get_by_role("link", name="Voir en une minute").tap()
    expect(page.locator(ASIDE)).to_contain_text("la pendule, elle, tourne toujours")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.get_by_role("button", name="Revenir à la partie").tap()
    page.wait_for_url(f"**/table/{table}")


def test_people_who_share_a_device_find_the_same_seat_again(visit: Come) -> None:
    guest = visit()
    page = guest.page
    opening = {"terms": {"game": "sirius", "seats": 2, "options": SETUP}, "sit": [0, 1], "start": True}
    table = guest.ask("POST", "/api/tables", opening)["table"]["id"]
    page.goto(f"/table/{table}")
    until(page, lambda: page.locator(OFFERED).count() > 0)
    seat = guest.ask("GET", f"/api/tables/{table}")["table"]["state"]["waiting"]
    refuse_a_move(page)
    page.get_by_role("link", name="Voir en une minute").click()
    page.get_by_role("button", name="Revenir à la partie").click()
    page.wait_for_url(f"**/table/{table}")
    until(page, lambda: page.locator(OFFERED).count() > 0)
    assert guest.ask("GET", f"/api/tables/{table}")["table"]["state"]["waiting"] == seat
    refuse_a_move(page)  # it is this seat's move that is judged, as before


def test_the_lesson_can_be_taken_to_its_end_instead(visit: Come) -> None:
    guest = visit()
    page = guest.page
    begin(guest)
    refuse_a_move(page)
    page.get_by_role("link", name="Voir en une minute").click()
    page.get_by_role("button", name="Montrez-moi").click()
    page.get_by_role("button", name="Jouer ce coup").click()
    page.get_by_role("button", name="Continuer la leçon").click()
    expect(page.locator(ASIDE)).to_have_count(0)
    take_lesson(page)


@pytest.mark.parametrize("size", [PHONE, None], ids=["phone", "desk"])
def test_a_course_is_followed_and_remembered(visit: Come, size: dict[str, int] | None) -> None:
    page = visit(size=size).page
    course = lessons(SHELF["sirius"], "fr")
    page.goto("/learn/sirius")
    expect(page.locator(".teacher .text")).to_have_text(text_of(course[0], 1))
    for _ in range(2):
        page.get_by_role("button", name="Montrez-moi").click()
        page.get_by_role("button", name="Jouer ce coup").click()
        page.wait_for_timeout(1500)
    page.reload()
    expect(page.locator(STEP)).to_contain_text("Étape 3 sur 9")
    page.get_by_role("button", name="Toutes les leçons").click()
    rows = page.get_by_role("navigation", name="Les leçons").get_by_role("listitem")
    expect(rows).to_have_count(len(course))
    expect(rows.nth(0)).to_contain_text("2 étapes sur 9")
    expect(rows.nth(1)).to_contain_text("minutes")
    assert axe(page) == []
    take_lesson(page)
    expect(page.get_by_role("heading", name=re.compile("Bravo"))).to_be_focused()
    assert axe(page) == []
    expect(page.get_by_role("link", name="Exercices de Sirius")).to_have_attribute("href", "/exercises/sirius")
    expect(page.get_by_role("link", name="Le coup du jour")).to_have_attribute("href", "/exercises/day")
    page.get_by_role("link", name=f"Leçon suivante\u00a0: {course[1].title}").press("Enter")
    expect(page.locator(".teacher .text")).to_have_text(text_of(course[1], 1))
    page.goto("/")
    line = page.get_by_role("link", name=re.compile(f"^Sirius.: {course[1].title}"))
    expect(line).to_contain_text(f"1 leçon apprise sur {len(course)}")
    line.click()
    expect(page.locator(".teacher .text")).to_have_text(text_of(course[1], 1))
