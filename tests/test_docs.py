"""What the pages say is true: links lead somewhere, and the examples of the README do what they show."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from source_tree import ROOT, kept_files

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
BLOCK = re.compile(r"^ *```(\w+)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
RULE_ID = re.compile("[A-Z]{2}-[0-9]{2}")
LOOSE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(text: str, language: str) -> str:
    """All code of one language in a page."""
    return "\n".join(code for found, code in BLOCK.findall(text) if found == language)


def broken_links(page: Path) -> list[str]:
    broken = []
    for target in LINK.findall(BLOCK.sub("", page.read_text(encoding="utf-8"))):
        name, _, anchor = target.partition("#")
        if target.startswith(("http://", "https://", "mailto:")):
            continue
        path = page.parent / name if name else page
        if not path.exists() or (
            RULE_ID.fullmatch(anchor) and f'id="{anchor}"' not in path.read_text(encoding="utf-8")
        ):
            broken.append(target)
    return broken


def test_links_lead_somewhere() -> None:
    pages = [path for path in kept_files() if path.suffix == ".md"]
    if not pages:
        pytest.skip("not a git checkout")
    found = {str(page.relative_to(ROOT)): broken_links(page) for page in pages}
    assert {page: links for page, links in found.items() if links} == {}


@pytest.mark.parametrize("page", ["README.md", "docs/bots.md"])
def test_python_of_the_pages(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    examples = doctest.DocTestParser().get_doctest(blocks(text, "python"), {}, page, page, 0)
    assert examples.examples
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(examples)
    assert runner.summarize().failed == 0


@pytest.mark.slow
def test_commands_of_the_readme(tmp_path: Path) -> None:
    """`$ lumitheque …` in the README prints what stands below it; … stands for anything."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    own = os.environ | {"PATH": path, "COLUMNS": "100", "LUMITHEQUE_LANG": "en"}
    shown = re.findall(r"^\$ (lumitheque .*)\n((?:(?!\$ ).*\n)*)", blocks(README, "console"), re.MULTILINE)
    assert shown
    for command, expected in shown:
        words = shlex.split(command)
        told = subprocess.run(words, cwd=tmp_path, env=own, capture_output=True, text=True, check=False)
        said, wanted = (told.stdout + told.stderr).strip() + "\n", expected.replace("…", "...").strip() + "\n"
        assert doctest.OutputChecker().check_output(wanted, said, LOOSE), f"{command}\n{said}"
