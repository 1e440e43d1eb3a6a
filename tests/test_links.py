"""Every link and picture of every page leads somewhere: to a file that is kept, to an anchor as code hosts make them.

No network is asked: links to other hosts only have to look like some.
"""

import functools
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from source_tree import ROOT, kept_files

sys.path.append(str(ROOT))

from scripts.documentation.markdown import ELSEWHERE, anchors, slug, targets

HOME = ROOT / "scripts" / "documentation" / "home.md"  # stands in docs/ when the site is built, and is checked then
PAGES = [path for path in kept_files() if path.suffix == ".md" and path != HOME]
ANCHORED = {".md"}
HOST = re.compile(r"[\w.-]+(?::\d+)?")


@functools.cache
def anchors_of(page: Path) -> set[str]:
    return anchors(page.read_text(encoding="utf-8"))


@functools.cache
def kept_places() -> frozenset[Path]:
    """What a code host shows: files under version control, and the folders that they are in."""
    files = kept_files()
    return frozenset({*files, *(parent for file in files for parent in file.parents)})


def trouble(page: Path, target: str) -> str | None:
    """What is wrong with a link, if anything."""
    if ELSEWHERE.match(target):
        told = urlsplit(target)
        good = told.scheme == "mailto" or (told.scheme in {"http", "https"} and HOST.fullmatch(told.netloc))
        return None if good else "no address"
    name, _, anchor = unquote(target).partition("#")
    path = Path(os.path.normpath(page.parent / name)) if name else page
    if name.startswith("/") or path not in kept_places():
        return "no such file in the repository"
    if anchor and path.suffix in ANCHORED and anchor not in anchors_of(path):
        return f"no such heading in {path.relative_to(ROOT)}"
    return None


def broken(page: Path) -> Iterator[str]:
    for target in targets(page.read_text(encoding="utf-8")):
        if wrong := trouble(page, target):
            yield f"{page.relative_to(ROOT)}: {target}: {wrong}"


@pytest.mark.skipif(not PAGES, reason="not a git checkout")
def test_links_lead_somewhere() -> None:
    assert [link for page in PAGES for link in broken(page)] == []


def test_a_broken_link_is_seen(tmp_path: Path) -> None:
    """The checker itself: of these, the last line alone is good."""
    page = ROOT / "docs" / "arena.md"
    assert trouble(page, "nowhere.md") == "no such file in the repository"
    assert trouble(page, "/arena.md") == "no such file in the repository"
    assert trouble(page, "python.md#the-ende") == "no such heading in docs/python.md"
    assert trouble(page, "#nothing") == "no such heading in docs/arena.md"
    assert trouble(page, "https:///page") == "no address"
    assert trouble(page, "python.md#the-end") is trouble(page, "images/") is trouble(page, "#what-is-kept") is None


def test_links_are_found() -> None:
    text = '[a](1) ![b](2 "t") [![c](3)](4)\n[two\nlines](5)\n`[no](6)` <img alt="" src="7">\n\n```\n[no](8)\n```\n'
    assert sorted(targets(text)) == ["1", "2", "3", "4", "5", "7"]


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        ("What the numbers mean", "what-the-numbers-mean"),
        ("HTTP & WebSocket: a _view_", "http--websocket-a-_view_"),
        ("Ce qu’on a lu, à part", "ce-quon-a-lu-à-part"),
    ],
)
def test_anchors_are_those_of_code_hosts(heading: str, anchor: str) -> None:
    assert slug(heading) == anchor
    assert anchors(f"# {heading}\n\n## [{heading}](there.md)\n") == {anchor, f"{anchor}-1"}
