"""A language that nobody wrote code for: found by its folder, chosen in the page, and everything said in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from scripts.pseudo_locale import CLOSES, CODE, OPENS, write_pseudo_locale

from lumitheque.games import SHELF
from lumitheque.games.fromages.position import RAT_NAMES
from lumitheque.languages.folders import MORE
from open_house import OpenHouse
from source_tree import ROOT, kept_files
from web.browsing import Visit, expect, until

# Words outside brackets, by block of text: what nobody translated. A picture is one block. Notation is no language:
# rule ids, cells, rooms, cards, players, a sum.
STRAY = r"""([opens, closes]) => {
  const NOTATION = /^([A-Z]{2}-\d\d|[a-z]\d*|[A-Z]|[IVX]+(-\d+)?|P\d|Σ)$/;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const blocks = new Map();
  while (walker.nextNode()) {
    const node = walker.currentNode, parent = node.parentElement;
    if (!parent.checkVisibility() || parent.closest("code, kbd, .wordmark, .languages")) continue;
    let block = parent.closest("svg") ?? parent;
    while (getComputedStyle(block).display.startsWith("inline") && block.parentElement) block = block.parentElement;
    blocks.set(block, (blocks.get(block) ?? "") + node.data + (parent.closest("svg") ? " " : ""));
  }
  return [...blocks.values()].flatMap((text) => {
    let depth = 0, outside = "";
    for (const sign of text) {
      if (sign === opens) depth++;
      else if (sign === closes) depth--;
      else if (depth === 0) outside += sign;
    }
    return (outside.match(/\p{L}[\p{L}\d-]*/gu) ?? []).filter((word) => !NOTATION.test(word));
  });
}"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    """A house with one more folder of languages."""
    folder = tmp_path_factory.mktemp("languages")
    write_pseudo_locale(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(MORE, str(folder))
        with OpenHouse() as house:
            yield house


@pytest.fixture(scope="module")
def guest(browser: Browser, house: OpenHouse) -> Iterator[Visit]:
    """Somebody who chose the language in the page."""
    visit = Visit(browser, house.url)
    visit.page.goto("/")
    visit.page.locator(f"button[lang={CODE}]").click()
    expect(visit.page.locator("html")).to_have_attribute("lang", CODE)
    yield visit
    visit.go()


def stray(guest: Visit) -> list[str]:
    """Words on the screen in no brackets, but for those in names of people, rats and languages."""
    rats = " ".join(RAT_NAMES)
    names = f"{guest.ask('GET', '/api/me')['name']} greedy {rats} Français English"
    found: list[str] = guest.page.evaluate(STRAY, [OPENS, CLOSES])
    return [word for word in found if word not in names.split()]


def shown(guest: Visit, path: str, what: str) -> None:
    guest.page.goto(path)
    expect(guest.page.locator(what).first).to_be_visible()
    until(guest.page, lambda: OPENS in guest.page.inner_text("body"))


def test_the_shelf_is_reworded_where_it_stands(guest: Visit) -> None:
    shown(guest, "/", "article")
    assert stray(guest) == []
    assert guest.page.locator("html").get_attribute("data-missing-words") == "0"
    guest.page.locator("button[lang=fr]").click()
    expect(guest.page.get_by_role("heading", name="À quoi joue-t-on")).to_be_visible()
    guest.page.locator(f"button[lang={CODE}]").click()
    expect(guest.page.get_by_role("heading", name=OPENS).first).to_be_visible()
    until(guest.page, lambda: stray(guest) == [])


@pytest.mark.parametrize("path", ["/me", "/study", "/rules/sirius", "/rules/lumens", "/learn/galax"])
def test_pages_say_nothing_else(guest: Visit, path: str) -> None:
    shown(guest, path, "main, h1")
    until(guest.page, lambda: len(guest.page.inner_text("body")) > 200)
    assert stray(guest) == []


@pytest.mark.parametrize("name", SHELF)
def test_tables_say_nothing_else(guest: Visit, name: str) -> None:
    table = guest.open_table(name)
    expect(guest.page.locator("section.bar")).to_be_visible()
    until(guest.page, lambda: stray(guest) == [])
    denied = guest.context.request.post(f"{guest.url}/api/tables/{table}/commands", data={"command": {"do": "start"}})
    assert denied.json()["sentence"].startswith(OPENS)


def test_no_code_knows_it() -> None:
    known: list[Path] = [ROOT / "scripts" / "pseudo_locale.py"]
    code = [path for path in kept_files() if path.suffix in (".py", ".ts", ".svelte", ".js", ".html")]
    assert [path for path in code if path not in known and CODE in path.read_text(encoding="utf-8")] == []
