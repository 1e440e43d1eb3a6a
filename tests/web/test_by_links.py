"""Two people play by links, each on a device of their own, without a house: every link carries the whole game."""

import base64
import json
import os
import random
import re
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from lumitheque.browser.device_files import kept_device_files
from lumitheque.referee import Referee, new
from lumitheque.referee.checking import check_record
from lumitheque.referee.deal import deal_seed
from lumitheque.referee.records import read_record
from open_house import OpenHouse
from web.browsing import PHONE, Visit, axe, expect, until
from web.plain_files import served, write_site
from web.robot import OVER, Robot

pytestmark = pytest.mark.slow
TABLE = re.compile(r"/table/d-link-[0-9a-f]{32}$")
TOKEN = "5" * 32
OPTIONS = {"setup": "random", "patience": 40}
ALL = bool(os.environ.get("LUMITHEQUE_TEST_ALL"))
QUIET = 0 if ALL else 34  # quiet moves after which the robots take over: at 40 the game is over


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site in a folder of a plain file server."""
    place = tmp_path_factory.mktemp("served")
    write_site(place / "games")
    with served(place) as address:
        yield address


@pytest.fixture
def come(browser: Browser, site: str) -> Iterator[Callable[..., Visit]]:
    visits: list[Visit] = []

    def open_device(**options: Any) -> Visit:
        visits.append(Visit(browser, site, **options))
        return visits[-1]

    yield open_device
    for one in visits:
        one.go()


def packed(token: str, link: dict[str, Any], format_number: int = 1) -> str:
    """What house/packing.ts makes of a link, made by hand."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    small = squeeze.compress(json.dumps([format_number, token, link]).encode()) + squeeze.flush()
    letters = base64.urlsafe_b64encode(zlib.crc32(small).to_bytes(4, "big") + small).decode().rstrip("=")
    return f"z{letters}"


def unpacked(address: str) -> tuple[str, dict[str, Any]]:
    letters = address.rpartition("/")[2].rpartition("#")[2][1:]
    small = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))[4:]
    _, token, link = json.loads(zlib.decompress(small, -15))
    return token, link


def begin(page: Page, address: str) -> None:
    page.goto(address)
    page.get_by_role("button", name="Inviter ou régler une table de Sirius").click()
    page.get_by_text("Un ami, un lien par coup").click()
    page.get_by_label("Votre prénom").fill("Camille")
    page.get_by_label("Prénom de l’autre personne").fill("Zoé")
    page.get_by_role("button", name="Commencer", exact=True).click()
    expect(page).to_have_url(TABLE)


def read(page: Page, link: str) -> None:
    """Open a link of a game that is known here."""
    page.goto(link)
    expect(page).to_have_url(TABLE)


def accept(page: Page, link: str, name: str | None = None) -> None:
    """Open a first link."""
    page.goto(link)
    field = page.get_by_label("Comment vous appelle-t-on ?")
    if name:
        field.fill(name)
    assert axe(page) == []
    page.get_by_role("button", name="Jouer", exact=True).click()
    expect(page).to_have_url(TABLE)


def answer(page: Page, robot: Robot) -> str | None:
    """Play until there is a link to send; None if there is none, because the game is over."""
    link = page.get_by_label("Le lien de la partie")
    while True:
        until(page, lambda: link.is_visible() or robot.offered() > 0 or robot.is_over() or robot._skip())
        page.wait_for_timeout(60)  # the panel comes with the last tap
        if link.is_visible():
            return link.input_value()
        if robot.is_over():
            return None
        robot.step()


def late_game(seed: int, quiet: int = 34) -> Referee:
    """Played at random until nobody has taken anything for so many moves."""
    referee, dice = new("sirius", 2, seed=deal_seed(TOKEN, ["link", "link"]), options=OPTIONS), random.Random(seed)
    while referee.waiting() and referee.position()["quiet"] < quiet:
        seat = referee.waiting()[0]
        referee.play(dice.choice(referee.legal(seat)), seat)
    assert referee.waiting()
    return referee


def link_of(referee: Referee) -> dict[str, Any]:
    return {
        "game": "sirius",
        "rules": referee.game.rules_version,
        "options": dict(referee.options),
        "names": ["Camille", "Zoé"],
        "seat": referee.waiting()[0],
        "plays": [[decision.text] for decision in referee.decisions],
    }


def test_two_devices_begin_a_game(come: Callable[..., Visit]) -> None:
    """From the set-up of one device to the board of the other, and back, in the house's usual places."""
    one, other = come(size=PHONE), come()
    begin(one.page, "/games/")
    robots = Robot(one.page, 1, hurries=True), Robot(other.page, 2, hurries=True)
    link = first = answer(one.page, robots[0])
    assert first is not None and "/games/#/link/" in first and axe(one.page) == []
    accept(other.page, first)
    for _ in range(2):
        reply = answer(other.page, robots[1])
        assert reply is not None
        read(one.page, reply)
        read(one.page, reply)  # the same link again is the same game
        link = answer(one.page, robots[0])
        assert link is not None
        read(other.page, link)
    assert len(unpacked(link or "")[1]["plays"]) >= 4
    until(other.page, lambda: robots[1].offered() > 0)

    read(other.page, first)  # an old link changes nothing
    expect(other.page.get_by_text("C’est un ancien lien")).to_be_visible()
    until(other.page, lambda: robots[1].offered() > 0)
    assert axe(other.page) == []

    for visit, standing in ((one, "à Zoé de jouer"), (other, "à vous")):
        visit.page.goto("/games/#/")
        mine = visit.page.get_by_role("region", name="Vos parties")
        expect(mine.get_by_role("listitem")).to_have_count(1)
        expect(mine).to_contain_text(standing)
        expect(mine).to_contain_text("par liens")


def test_a_long_game_goes_to_its_end(come: Callable[..., Visit]) -> None:
    """Two robots play the rest of a long game by its links, in `make test-all` the whole of it. Both devices see the
    end, and the record holds."""
    referee = late_game(2, QUIET)
    link = link_of(referee)
    one, other = come(), come(size=PHONE)
    visits = [one, other] if link["seat"] == 0 else [other, one]
    letters = packed(TOKEN, link)
    assert len(referee.decisions) >= QUIET
    accept(one.page, f"/games/#/link/{letters}")
    robots = {visit: Robot(visit.page, 5, hurries=True) for visit in visits}
    here, there, knows = one, other, False
    while sent := answer(here.page, robots[here]):
        assert len(sent) < 2000
        if knows:
            read(there.page, sent)
        else:
            accept(there.page, sent)
        knows, here, there = True, there, here
        if robots[there].is_over():
            break
    for visit in visits:
        until(visit.page, robots[visit].is_over)
        assert axe(visit.page) == []
    with one.page.expect_download() as saved:
        one.page.get_by_role("link", name="Télécharger la partie").click()
    record = read_record(saved.value.path().read_bytes())
    assert check_record(record).waiting() == []
    assert [text for _, text in record.moves][: len(referee.decisions)] == [one.text for one in referee.decisions]


def test_odd_links_are_refused_and_say_why(come: Callable[..., Visit]) -> None:
    visit = come(size=PHONE)
    page, link = visit.page, link_of(late_game(2))
    accept(page, f"/games/#/link/{packed(TOKEN, link)}")
    robot = Robot(page, 1, hurries=True)
    reply = answer(page, robot)
    assert reply is not None
    played = unpacked(reply)[1]["plays"]

    def told(changes: dict[str, Any], sentence: str, number: int = 1, token: str = TOKEN) -> None:
        page.goto(f"/games/#/link/{packed(token, {**link, **changes}, number)}")
        expect(page.get_by_text(sentence)).to_be_visible()

    told({"plays": [*played, ["a1-j10"]]}, "(règle SI-")
    assert axe(page) == []
    told({"plays": [*played[:-1], ["zz"]]}, "Ce lien raconte une autre partie")
    assert axe(page) == []
    page.get_by_role("link", name="Garder ma partie").click()
    expect(page).to_have_url(TABLE)
    told({"options": {**link["options"], "directions": 4}}, "il a été modifié")
    told({"rules": 99}, "une autre version des règles")
    told({}, "plus récente", number=2)
    page.goto(f"/games/#/link/{packed(TOKEN, link)[:-6]}")
    expect(page.get_by_text("Ce lien est incomplet")).to_be_visible()

    page.goto(f"/games/#/link/{packed('6' * 32, {**link, 'options': {}, 'plays': []})}")
    page.get_by_role("button", name="Jouer", exact=True).click()
    expect(page.get_by_text("quelque chose reste caché")).to_be_visible()
    read(page, reply)
    assert unpacked(page.get_by_label("Le lien de la partie").input_value())[1]["plays"] == played


def test_a_house_needs_no_server_for_it(browser: Browser) -> None:
    """In the page of a house each device keeps its own side, and the house is told of no table."""
    house = OpenHouse()
    house.app.services.device_files.folder = kept_device_files()
    with house:
        one, other = Visit(browser, house.url), Visit(browser, house.url, size=PHONE, locale="en-GB")
        begin(one.page, "/")
        link = answer(one.page, Robot(one.page, 1, hurries=True))
        assert link is not None and link.startswith(f"{house.url}/link#")
        other.page.goto(link)
        other.page.get_by_label("What are you called?").fill("Zed")
        other.page.get_by_role("button", name="Play", exact=True).click()
        expect(other.page).to_have_url(TABLE)
        other.page.get_by_role("button", name="Table").click()
        other.page.get_by_role("button", name="Resign").click()
        other.page.get_by_role("button", name="Yes").click()
        last = other.page.get_by_label("The link of the game")
        expect(last).to_be_visible()
        one.page.goto(last.input_value())
        expect(one.page.locator(OVER)).to_contain_text("Revanche par liens")
        one.page.get_by_role("button", name="Revanche par liens").click()
        until(one.page, lambda: TABLE.search(one.page.url) is not None and not one.page.locator(OVER).is_visible())
        assert one.ask("GET", "/api/mine")["tables"] == other.ask("GET", "/api/mine")["tables"] == []
        one.go()
        other.go()
