"""How the house says no to a browser: a page of the house in the reader's language; programs are told in JSON."""

from collections.abc import Iterator

import httpx
import pytest

from lumitheque.reception.faults import Fault
from lumitheque.server.built_page import WEB, build_mark
from lumitheque.server.fault_pages import fault_page
from open_house import OpenHouse

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8", "accept-language": "fr"}


@pytest.fixture(scope="module")
def visitor() -> Iterator[httpx.Client]:
    with OpenHouse() as house, httpx.Client(base_url=house.url) as client:
        yield client


@pytest.mark.parametrize("path", ["/nowhere", "/table", "/Rules/sirius", "/rules.html"])
def test_an_unknown_address_gives_a_browser_the_page(visitor: httpx.Client, path: str) -> None:
    answer = visitor.get(path, headers=BROWSER)
    assert answer.status_code == 404
    assert answer.content == (WEB / "index.html").read_bytes()


def test_programs_are_told_in_json(visitor: httpx.Client) -> None:
    answer = visitor.get("/nowhere")
    assert answer.status_code == 404 and answer.json()["code"] == "not_found"
    assert "accept" in answer.headers["vary"]


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/assets/index-of-before.js", 404, "Il n’y a rien à cette adresse"),
        ("/api/tables/none", 404, "Cette table n’est plus là"),
        ("/live", 426, "Ici on parle en WebSocket."),
    ],
)
def test_other_refusals_are_small_pages(visitor: httpx.Client, path: str, status: int, said: str) -> None:
    answer = visitor.get(path, headers=BROWSER)
    assert answer.status_code == status and answer.headers["content-type"].startswith("text/html")
    assert said in answer.text and '<html lang="fr">' in answer.text and 'href="/"' in answer.text


def test_a_house_that_is_called_otherwise_says_so_in_style(visitor: httpx.Client) -> None:
    other = {"host": "elsewhere.example", "accept-language": "en"}
    answer = visitor.get("/", headers=BROWSER | other)
    assert answer.status_code == 421 and "This house has another name" in answer.text
    assert visitor.get("/static/house.css", headers=other).status_code == 200


def test_what_was_asked_is_text_on_the_page() -> None:
    page = fault_page(Fault("bad_request", "<b>&"), 400, "en").decode()
    assert "&lt;b&gt;&amp;" in page and "<b>" not in page and "{{" not in page


def test_a_page_that_may_do_better_soon_asks_again() -> None:
    assert 'http-equiv="refresh"' in fault_page(Fault("paused", "…"), 503, "fr").decode()
    assert "refresh" not in fault_page(Fault("not_found", "…"), 404, "fr").decode()


def test_the_house_says_which_build_it_serves() -> None:
    assert (WEB / "assets" / build_mark()).is_file()
    with OpenHouse() as house:
        assert house.guest().live().welcome["page"] == build_mark()
