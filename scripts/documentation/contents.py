"""The navigation, read off docs/README.md: a heading is a section, an item of its list a page.

A page that is not on the list stands below the page that leads to it; one of docs/ to which nothing leads, at the end.
"""

import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from scripts.documentation.pages import LIST, ROOT, Page, pages_in, place_of, within

ITEM = re.compile(r"^- \[([^\]]+)\]\(([^)#\s]+)[^)]*\)( \(in French\))?", re.MULTILINE)
SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
REST = "More"

Entry = dict[str, Any]  # a title, and a place or more entries


def sections(text: str) -> dict[str, list[tuple[str, str]]]:
    """The list as titles and paths in the repository, by section."""
    parts = SECTION.split(text)[1:]
    return {
        name: [
            (f"{title} · français" if french else title, within(LIST, target))
            for title, target, french in ITEM.findall(items)
        ]
        for name, items in zip(parts[::2], parts[1::2], strict=True)
    }


def navigation(pages: Mapping[str, Page], generated: Mapping[str, list[Entry]], reference: list[Entry]) -> list[Entry]:
    """What MkDocs is told. `generated`: what stands in folders whose pages are only in the site."""
    listed = sections(pages[LIST].text)
    chosen = {source for items in listed.values() for _, path in items for source in _sources(path, pages)}
    below = _below(pages, chosen)
    contents: list[Entry] = [{"Home": place_of(LIST)}]
    for name, items in listed.items():
        contents.append({name: [_entry(title, path, pages, below, generated) for title, path in items]})
    contents.append({"Reference": reference})
    left = [page for page in below.get(LIST, []) if page.source not in chosen]
    return [*contents, {REST: [{page.title: page.place} for page in left]}] if left else contents


def _sources(path: str, pages: Mapping[str, Page]) -> list[str]:
    """The pages that an item of the list names: one, or a folder's."""
    return [path] if path in pages else pages_in(ROOT / path) if (ROOT / path).is_dir() else []


def _below(pages: Mapping[str, Page], chosen: set[str]) -> dict[str, list[Page]]:
    """Pages that are not on the list, by the page below which they stand."""
    below: dict[str, list[Page]] = {}
    for page in pages.values():
        if page.source in chosen or page.source == LIST:
            continue
        index = str(PurePosixPath(page.source).with_name("README.md"))
        above = page.found_on or (index if index in chosen else LIST)
        while above not in chosen and above != LIST:
            above = pages[above].found_on or LIST
        below.setdefault(above, []).append(page)
    return below


def _entry(
    title: str,
    path: str,
    pages: Mapping[str, Page],
    below: Mapping[str, list[Page]],
    generated: Mapping[str, list[Entry]],
) -> Entry:
    if path in generated:
        return {title: generated[path]}
    sources = _sources(path, pages)
    children: list[Any] = [pages[source].place for source in sources]
    for source in sources:
        children += [{_titled(page): page.place} for page in sorted(below.get(source, []), key=lambda page: page.place)]
    return {title: children[0] if len(children) == 1 else children}


def _titled(page: Page) -> str:
    """A game has four pages, in two languages."""
    if not page.place.startswith("games/"):
        return page.title
    said = {"fr": {"rules": "règles", "aid": "aide"}, "en": {"rules": "rules", "aid": "aid"}}
    stem = PurePosixPath(page.place).name.split(".")[0]
    name = re.split(r"\s*[:·—–]", page.title)[0]
    return f"{name} · {said.get(page.language, {}).get(stem, stem)}"
