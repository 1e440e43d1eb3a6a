"""The ludothèque as plain files in a folder of some web space: the same robot plays there, and nobody else is asked."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from lumitheque.games import SHELF
from lumitheque.referee.lessons import lessons
from web.browsing import PHONE, Visit, axe, expect, until
from web.plain_files import served, write_site
from web.robot import OVER, Robot, take_lesson
from web.test_on_device import begin
from web.test_record_link import PLAIN_HTTP, copied_link

pytestmark = pytest.mark.slow
FOLDER = "club/games"  # of the web space: whatever begins with "/" would leave it
REFUSED = 400
Come = Callable[..., Visit]


@pytest.fixture(scope="module")
def space(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A web space with a site in a folder, as `lumitheque site` writes it."""
    space = tmp_path_factory.mktemp("space")
    write_site(space / FOLDER)
    return space


@pytest.fixture(scope="module")
def site(space: Path) -> Iterator[str]:
    with served(space) as address:
        yield f"{address}/{FOLDER}/"


@pytest.fixture
def visit(browser: Browser, site: str) -> Iterator[Come]:
    """Opens devices at the site; none may have had trouble, left the folder, or asked for what is not there."""
    visits: list[Visit] = []

    def come(**options: Any) -> Visit:
        one = Visit(browser, site, **{"size": PHONE} | options)
        one.page.on("response", lambda answer: note_refusal(one, answer))
        visits.append(one)
        one.page.goto("")
        return one

    yield come
    for one in visits:
        one.go()


def note_refusal(visit: Visit, answer: Any) -> None:
    if answer.status >= REFUSED:
        visit.troubles.append(f"{answer.status}: {answer.url}")


def title(game: str) -> str:
    return str(SHELF[game].words("fr")["title"])


def test_the_shelf_opens(visit: Come) -> None:
    page = visit().page
    for game in SHELF:
        expect(page.get_by_role("heading", name=title(game)).first).to_be_visible()
    assert axe(page) == []


def save_record(page: Page, path: Path) -> None:
    """Takes the finished game on the screen along, as a file."""
    with page.expect_download() as download:
        page.locator(OVER).get_by_role("link", name="Télécharger").click()
    download.value.save_as(path)


def is_shown_whole(page: Page, total: int, over: str) -> None:
    expect(page.get_by_role("slider")).to_have_attribute("max", str(total))
    expect(page.get_by_role("heading", name=over)).to_be_visible()
    assert axe(page) == []


def test_a_whole_game_with_a_reload_is_seen_again_from_file_and_link(visit: Come, tmp_path: Path) -> None:
    page = visit().page
    robot = Robot(page, hurries=True)
    begin(page, "lumens")
    robot.play(6)
    address = page.url
    page.reload()
    assert page.url == address
    until(page, lambda: robot.is_over() or robot.offered() > 0)
    robot.play_to_the_end()
    expect(page.locator(OVER)).to_contain_text("Revanche")
    assert axe(page) == []
    save_record(page, tmp_path / "game.json")

    page.get_by_role("link", name="Coup par coup").click()
    slider = page.get_by_role("slider")
    total = int(slider.get_attribute("max") or 0)
    assert total > 10
    page.get_by_role("button", name="Un coup en avant").click()
    expect(slider).to_have_value("1")
    assert axe(page) == []
    link = copied_link(page)

    page.goto("#/study")
    page.get_by_label("Choisir un fichier").set_input_files(tmp_path / "game.json")
    is_shown_whole(page, total, "La partie est finie.")
    friend = visit(locale="en-GB").page
    assert link.startswith(f"{friend.url}#/study?record=z"), "all of it is in the fragment"
    friend.goto(link)
    is_shown_whole(friend, total, "The game is over.")


@pytest.mark.parametrize("game", [game for game in SHELF if game != "lumens"])
def test_every_game_begins_and_is_played_against_a_bot(visit: Come, game: str) -> None:
    page = visit().page
    begin(page, game)
    robot = Robot(page, hurries=True)
    robot.play(8)
    until(page, lambda: robot.is_over() or robot.offered() > 0)
    assert axe(page) == []
    page.get_by_role("link", name="Retour").first.click()
    expect(page.get_by_role("heading", name=title(game)).first).to_be_visible()


def test_lessons_and_rules_are_there(visit: Come) -> None:
    page = visit().page
    for game in SHELF.values():
        page.goto(f"#/learn/{game.name}")
        said = lessons(game, "fr")[0].steps[0].text
        expect(page.get_by_text(said.partition(".")[0]).first).to_be_visible()
        assert axe(page) == []
        page.goto(f"#/rules/{game.name}")
        expect(page.locator(f"[id='{game.letters}-00']")).to_be_attached()
        assert axe(page) == []


def test_a_lesson_is_finished(visit: Come) -> None:
    page = visit().page
    page.goto("#/learn/sirius")
    take_lesson(page)


@pytest.mark.parametrize("locale", ["fr-FR", "en-GB"])
def test_a_link_that_was_cut_is_told(visit: Come, locale: str) -> None:
    page = visit(locale=locale).page
    page.goto("#/study?record=zA")
    said = {"fr-FR": "ne mène à aucune partie", "en-GB": "leads to no game"}[locale]
    expect(page.get_by_role("alert")).to_contain_text(said)
    assert axe(page) == []


def test_plain_http_plays_and_brings_games_too(visit: Come) -> None:
    """A web space without HTTPS: browsers keep some of their gifts from it."""
    guest = visit()
    page = guest.page
    page.add_init_script(PLAIN_HTTP)
    page.goto("")
    begin(page, "sirius")
    Robot(page, hurries=True).play(2)
    page.goto("#/study")
    page.get_by_role("combobox", name="Jeu").select_option("lumens")
    page.get_by_role("button", name="Commencer à recopier").click()
    expect(page.locator(".asked button").first).to_be_visible()


def test_a_site_that_was_kept_is_played_without_network(browser: Browser, space: Path) -> None:
    with served(space) as address:
        guest = Visit(browser, f"{address}/{FOLDER}/", PHONE, service_workers="allow")
        page = guest.page
        page.goto("#/me")
        page.get_by_role("button", name="Tout garder ici").click()
        expect(page.get_by_text("Tout est sur cet appareil")).to_be_visible()
    page.goto("#/")
    page.reload()
    begin(page, "galax")
    Robot(page, hurries=True).play(4)
    address = page.url
    page.reload()
    until(page, lambda: Robot(page).offered() > 0)
    assert page.url == address
    guest.go()


def test_what_leaves_the_folder_is_noticed(visit: Come) -> None:
    guest = visit()
    guest.page.evaluate("fetch('/api/words')")
    until(guest.page, lambda: len(guest.troubles) == 3)
    told = "\n".join(sorted(guest.troubles))
    assert "404: " in told and "asked elsewhere: " in told and "console: " in told
    guest.troubles.clear()
