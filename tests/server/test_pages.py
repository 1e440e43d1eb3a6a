"""The page of the house is served whole, packed, from this house alone, and nothing else is."""

import gzip
import re
from collections.abc import Iterator

import httpx
import pytest

from lumitheque.server.built_page import WEB
from open_house import OpenHouse

ADDRESSES = ("/", "/table/{table}", "/replay/{table}", "/learn/lumens", "/rules/sirius", "/study", "/me", "/link")
GONE = ("/table/none", "/replay/none", "/table/a/b", "/table/%00", "/replay/%E0%A4", "/learn/chess", "/rules/chess")
TAGS = re.compile(r"<meta property=[^>]+>\s*")  # what a messenger shows of a link


@pytest.fixture(scope="module")
def visitor() -> Iterator[httpx.Client]:
    assert (WEB / "index.html").is_file(), "the page is not built: make web"
    with OpenHouse() as house, httpx.Client(base_url=house.url) as client:
        yield client


def check_page(answer: httpx.Response, status: int) -> None:
    assert answer.status_code == status
    assert TAGS.sub("", answer.text) == (WEB / "index.html").read_text(encoding="utf-8")
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_address_of_the_page_gives_the_page(visitor: httpx.Client, address: str) -> None:
    terms = {"game": "sirius", "options": {"setup": "random"}}
    table = visitor.post("/api/tables", json={"terms": terms}).json()["table"]["id"] if "{" in address else ""
    check_page(visitor.get(address.format(table=table)), 200)


@pytest.mark.parametrize("address", GONE)
def test_what_is_gone_gives_the_page_and_says_so(visitor: httpx.Client, address: str) -> None:
    check_page(visitor.get(address), 404)


def test_what_the_page_loads_is_kept_for_ever_and_comes_packed(visitor: httpx.Client) -> None:
    script = re.search(r'src="(/assets/[^"]+\.js)"', (WEB / "index.html").read_text())
    assert script
    with visitor.stream("GET", script[1]) as answer:
        packed = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]
    plain = visitor.get(script[1], headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert gzip.decompress(packed) == plain.content == (WEB / script[1].removeprefix("/")).read_bytes()


@pytest.mark.parametrize("name", ["icon.svg", "icon-192.png", "icon-512.png", "badge-96.png", "manifest.webmanifest"])
def test_what_a_home_screen_needs(visitor: httpx.Client, name: str) -> None:
    answer = visitor.get(f"/{name}")
    assert answer.status_code == 200
    assert answer.content == (WEB / name).read_bytes()


@pytest.mark.parametrize(
    "path", ["/assets/..%2findex.html", "/assets/%2e%2e%2f%2e%2e%2fapp.py", "/assets/none.js", "/nowhere"]
)
def test_nothing_else_is_given(visitor: httpx.Client, path: str) -> None:
    assert visitor.get(path).status_code == 404
