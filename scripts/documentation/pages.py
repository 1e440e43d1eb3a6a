"""Which Markdown files of the repository are pages of the site, where they stand there, and links between them.

A page is what is in docs/, the README, and every Markdown file that a page leads to.
"""

import os
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from scripts.documentation import markdown

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
LIST = "docs/README.md"  # its place is the home page's: it is the navigation
HOME = "index.md"
GAME_PAGE = re.compile(r"src/lumitheque/games/(\w+)/words/(\w+)/(\w+)\.md")
FRENCH = {"LISEZMOI.md", "docs/hebergement.md", "docs/atelier.md", "docs/site-statique.md"}


class Page(NamedTuple):
    source: str  # in the repository
    place: str  # in the site
    found_on: str | None = None  # the page that led to it first, if it is not in docs/

    @property
    def text(self) -> str:
        return (ROOT / self.source).read_text(encoding="utf-8")

    @property
    def title(self) -> str:
        heading = markdown.HEADING.search(markdown.FENCED.sub("", self.text))
        plain = heading[1] if heading else Path(self.source).stem
        return re.sub(r"!?\[([^\]]*)\]\([^)]*\)|[`*]", r"\1", plain)

    @property
    def language(self) -> str:
        game = GAME_PAGE.fullmatch(self.source)
        return game[2] if game else "fr" if self.source in FRENCH else "en"


def place_of(source: str) -> str:
    """Where a file of the repository stands in the site."""
    if source == LIST:
        return HOME
    if game := GAME_PAGE.fullmatch(source):
        return f"games/{game[1]}/{game[3]}.{game[2]}.md"
    if source.startswith("docs/"):
        return source.removeprefix("docs/")
    if source.startswith("benchmarks/results/"):
        return f"measurements/{Path(source).name}"
    return source.lower() if "/" not in source else source


def within(source: str, target: str) -> str:
    """The path in the repository that a link on a page leads to."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(source), target))


def led_to(page: Page) -> Iterator[str]:
    """The files and folders that a page leads to, by their paths in the repository."""
    for target in markdown.targets(page.text):
        name = target.partition("#")[0]
        if name and not markdown.ELSEWHERE.match(name):
            yield within(page.source, name)


def pages_in(folder: Path) -> list[str]:
    """The pages of a folder: its list of them, or all that have a title."""
    index = folder / "README.md"
    every = (path for path in sorted(folder.glob("*.md")) if path.read_text(encoding="utf-8").startswith("# "))
    found = [index] if index.is_file() else every
    return [path.relative_to(ROOT).as_posix() for path in found]


def gather() -> dict[str, Page]:
    """All pages by their path in the repository."""
    listed = [path for path in led_to(Page(LIST, HOME)) if path.endswith(".md")]
    inside = [path.relative_to(ROOT).as_posix() for path in sorted(DOCS.rglob("*.md"))]
    sources = dict.fromkeys([LIST, *listed, *inside, "README.md"])  # in the order of the list
    found = {source: Page(source, place_of(source)) for source in sources if (ROOT / source).is_file()}
    waiting = list(found.values())
    while waiting:
        page = waiting.pop(0)
        for path in led_to(page):
            there = ROOT / path
            for source in pages_in(there) if there.is_dir() else [path]:
                if source.endswith(".md") and source not in found and (ROOT / source).is_file():
                    found[source] = Page(source, place_of(source), page.source)
                    waiting.append(found[source])
    return found


class Way:
    """From a link as it is in the repository to the one of the site."""

    def __init__(self, pages: dict[str, Page], folders: dict[str, str]) -> None:
        self.pages, self.folders = pages, folders  # folders that have a page which is only in the site

    def __call__(self, page: Page, target: str) -> str | None:
        name, mark, anchor = target.partition("#")
        if not name:
            return target
        path = within(page.source, name)
        place = self._place(path)
        return None if place is None else os.path.relpath(place, posixpath.dirname(page.place) or ".") + mark + anchor

    def _place(self, path: str) -> str | None:
        index = f"{path}/README.md"
        if known := self.pages.get(path) or self.pages.get(index):
            return known.place
        if path in self.folders:
            return self.folders[path]
        there = ROOT / path
        if there.is_dir() and (inside := [page for page in pages_in(there) if page in self.pages]):
            return self.pages[inside[0]].place
        if path.startswith("docs/") and there.is_file():
            return path.removeprefix("docs/")  # a picture, a schema
        return None
