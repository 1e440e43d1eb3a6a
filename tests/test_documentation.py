"""The documentation as a site: it is built without a warning, asks nobody else, and holds what the pages hold."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from source_tree import ROOT

sys.path.append(str(ROOT))

pytest.importorskip("mkdocs", reason="the extra docs is not installed")

from markdown_it import MarkdownIt
from scripts.documentation import contents, pages, schemas
from scripts.documentation.interfaces import file_pages
from scripts.documentation.markdown import lead_links, respace_lists
from scripts.documentation.modules import fence_maps

ASKING = re.compile(r"""(?:src|srcset|data|poster)=["']?(?:https?:)?//|@import|url\(["']?(?:https?:)?//""")
LINKED = re.compile(r"<link\b[^>]*>")
COUNTED = ("li", "table", "td", "pre", "h2", "h3", "blockquote", "img")


class Tags(HTMLParser):
    """Counts the elements of a text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: dict[str, int] = {}
        self.links: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found[tag] = self.found.get(tag, 0) + 1
        if tag == "a":
            self.links += [value for name, value in attrs if name == "href" and value]

    def counts(self) -> dict[str, int]:
        return {tag: self.found.get(tag, 0) for tag in COUNTED}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "scripts.documentation", str(folder)]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    assert "WARNING" not in told.stderr
    return folder


def html_pages(site: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(site.rglob("*.html")):
        yield path.relative_to(site).as_posix(), path.read_text(encoding="utf-8")


def article(html: str) -> str:
    """What a page itself says."""
    return html.partition("<article")[2].partition("</article>")[0]


# --- the navigation, without building --------------------------------------------------------------------------------


def places(entries: object) -> Iterator[str]:
    if isinstance(entries, str):
        yield entries
    else:
        for entry in entries.values() if isinstance(entries, dict) else entries:  # type: ignore[attr-defined]
            yield from places(entry)


def test_every_page_has_one_place_in_the_navigation() -> None:
    found = pages.gather()
    there = list(places(contents.navigation(found, {}, [])))
    assert sorted(there) == sorted(page.place for page in found.values())
    assert {place for place in there if "/" not in place} >= {"python.md", "architecture.md", "lisezmoi.md"}


def test_a_page_that_no_list_names_is_reachable_all_the_same() -> None:
    class Shortened(pages.Page):
        text = property(lambda page: (ROOT / page.source).read_text(encoding="utf-8").replace("- [Bots](bots.md)", ""))

    found = pages.gather() | {pages.LIST: Shortened(pages.LIST, pages.HOME)}
    assert contents.navigation(found, {}, [])[-1] == {"More": [{"Bots": "bots.md"}]}


def test_the_list_names_readers() -> None:
    listed = contents.sections("## Players\n\n- [A](a.md): x\n- [B](../B.md) (in French): y\n\n## Hosts\n\n- [C](d/)\n")
    assert listed == {"Players": [("A", "docs/a.md"), ("B · français", "B.md")], "Hosts": [("C", "docs/d")]}


# --- Markdown --------------------------------------------------------------------------------------------------------


def test_links_are_led() -> None:
    way = {"a.md": "b.md", "src/x.py": None, "p.png": "q.png"}.get
    text = "[A](a.md) [`x`](src/x.py) `[A](a.md)` [![p](p.png)](src/x.py) [w](https://example.org)\n\n```\n[A](a.md)\n```\n"
    led = "[A](b.md) `x` `[A](a.md)` ![p](q.png) [w](https://example.org)\n\n```\n[A](a.md)\n```\n"
    assert lead_links(text, way) == led


def test_lists_are_respaced() -> None:
    text = "Text:\n- one\n  more\n  - two\n\n    ```text\n    - three\n    ```\n1. four\n"
    spaced = "Text:\n\n- one\n    more\n    - two\n\n        ```text\n        - three\n        ```\n\n1. four\n"
    assert respace_lists(text) == spaced
    text = "plain - not\n2. not one\n- five\n\n  six\n- seven 8\n  9. not one\n"
    spaced = "plain - not\n2. not one\n\n- five\n\n    six\n\n- seven 8\n    9. not one\n"
    assert respace_lists(text) == spaced


def test_maps_are_shown_as_they_are() -> None:
    assert fence_maps("A room.\n\na.py  one\nb.py  two") == "A room.\n\n```text\na.py  one\nb.py  two\n```"


# --- schemas ---------------------------------------------------------------------------------------------------------


def test_a_schema_is_told_in_words() -> None:
    reader = schemas.Reader("s.md")
    said = {
        "text, 1 to 64 letters": {"type": "string", "minLength": 1, "maxLength": 64},
        "[Move](s.md#move) or null": {"anyOf": [{"$ref": "#/$defs/Move"}, {"type": "null"}]},
        "list of whole number, 0 or more": {"type": "array", "items": {"type": "integer", "minimum": 0}},
        '`"a"` or `"b"`': {"enum": ["a", "b"]},
        "list of 2: text, number": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}]},
        "object, each value true or false": {"type": "object", "additionalProperties": {"type": "boolean"}},
        "text or null": {"type": ["string", "null"]},
        "anything": {},
    }
    assert [reader.kind(schema) for schema in said.values()] == list(said)


def test_messages_of_a_schema_in_a_file(tmp_path: Path) -> None:
    """A union that is told apart by a field is written message by message."""
    go = {"type": "object", "properties": {"do": {"enum": ["go"]}, "n": {"type": "integer"}}, "required": ["do", "n"]}
    union = {"anyOf": [{"$ref": "#/$defs/Go"}]}
    union["discriminator"] = {"propertyName": "do", "mapping": {"go": "#/$defs/Go"}}  # type: ignore[assignment]
    path = tmp_path / "engine.json"
    path.write_text(json.dumps({**union, "$defs": {"Go": go}}), encoding="utf-8")
    text = file_pages([path])["schemas/engine.md"]
    assert '`"do": "go"`\n' in text
    assert text.count("| `n` | whole number | required |") == 1


# --- the site, built -------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_no_page_asks_another_host(site: Path) -> None:
    for name, html in html_pages(site):
        assert not ASKING.search(html), name
        assert not [link for link in LINKED.findall(html) if "//" in link and "canonical" not in link], name
    for path in site.rglob("*.css"):
        assert not ASKING.search(path.read_text(encoding="utf-8")), path.name


@pytest.mark.slow
def test_every_page_is_reached_from_the_home_page(site: Path) -> None:
    html = {name: text for name, text in html_pages(site) if name != "404.html"}
    reached, waiting = {"index.html"}, ["index.html"]
    while waiting:
        name = waiting.pop()
        for link in Tags(html[name]).links:
            target = (site / name).parent / link.partition("#")[0]
            place = target.resolve().relative_to(site.resolve()).as_posix() if "//" not in link else ""
            if place in html and place not in reached:
                reached.add(place)
                waiting.append(place)
    assert html.keys() - reached == set()


@pytest.mark.slow
def test_pages_render_as_on_a_code_host(site: Path) -> None:
    """As many items, tables, cells, code blocks, headings and pictures as by the rules of code hosts."""
    reader = MarkdownIt("commonmark").enable("table")
    for page in pages.gather().values():
        if page.source == pages.LIST:
            continue
        path = (site / page.place.replace("README.md", "index.md")).with_suffix(".html")
        shown = article(path.read_text(encoding="utf-8"))
        assert Tags(shown).counts() == Tags(reader.render(page.text)).counts(), page.source
        assert not re.search(r"<td>(?:(?!</td>).)*\\\|", shown), page.source


@pytest.mark.slow
def test_references_hold_what_the_program_has(site: Path) -> None:
    from lumitheque.cli.app import COMMANDS
    from lumitheque.server.live.schema import message_schemas

    def page(name: str) -> str:
        return (site / "reference" / name).read_text(encoding="utf-8")

    assert [name for name in COMMANDS if f'id="lumitheque-{name}"' not in page("commands.html")] == []
    told = message_schemas()
    tags = [tag for union in ("ClientMessage", "ServerMessage") for tag in told[union]["discriminator"]["mapping"]]
    assert [tag for tag in tags if f'"{tag}"</code>' not in page("websocket.html")] == []
    assert [name for name in told if f'id="{name.lower()}"' not in page("shapes.html")] == []
    assert "lumitheque.referee.referee.Referee.play" in page("python/referee.html")
    assert "GET /api/games" in page("http.html")


@pytest.mark.slow
def test_it_is_read_from_plain_files(site: Path) -> None:
    """In a browser, without a server: nobody else is asked, nothing is wider than a phone, and the search finds."""
    from playwright.sync_api import sync_playwright

    from web.browsing import launch

    troubles: list[str] = []
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for width, theme in ((360, "dark"), (1440, "light")):
            page = browser.new_page(viewport={"width": width, "height": 740}, color_scheme=theme)  # type: ignore[arg-type]
            page.on("pageerror", lambda error: troubles.append(str(error)))
            page.on("request", lambda one: troubles.append(one.url) if one.url.startswith("http") else None)
            for name in ("index", "rules", "hosting", "reference/http", "reference/python/referee", "schemas/galax"):
                page.goto((site / f"{name}.html").as_uri())
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name}, {width}"
        page.get_by_placeholder("Search").fill("playouts")
        found = page.locator(".md-search-result__item a").first
        found.wait_for(timeout=60_000)
        found.click()
        page.wait_for_url(re.compile("playouts"))
        browser.close()
    assert troubles == []
