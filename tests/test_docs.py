"""What the pages say is true: what they name is there, and the examples of the README do what they show."""

import doctest
import functools
import importlib
import importlib.util
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
LOOSE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(text: str, language: str) -> str:
    """All code of one language in a page."""
    return "\n".join(code for found, code in BLOCK.findall(text) if found == language)


@pytest.mark.parametrize("folder", ["docs", "docs/decisions"])
def test_lists_of_pages_are_whole(folder: str) -> None:
    """README.md of the folder leads to every other page in it."""
    pages = {page.name for page in (ROOT / folder).glob("*.md")} - {"README.md"}
    listed = LINK.findall((ROOT / folder / "README.md").read_text(encoding="utf-8"))
    assert pages <= {target.partition("#")[0] for target in listed}


# --- what developers' pages name -------------------------------------------------------------------------------------

WRITTEN = {"rule-map.md", "sources.md"}  # by a script
GUIDES = [ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md", ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]
FILE = re.compile(r"(?<![\w/.*<-])(?:[\w.-]+/)*[\w-]+\.(?:svelte\.ts|py|ts|svelte)(?!\w)")
FOLDER = re.compile(r"(?<![\w/.:*<-])(?:[a-z_]+/)+(?=`)")
NAME = re.compile(r"(?<![\w./-])[A-Z][a-z]+(?:[A-Z][a-z]+)*(?![\w-])")
DOTTED = re.compile(r"\blumitheque(?:\.\w+)+")
TO_BE_WRITTEN = re.compile("[cC]omet|NAME")  # the game that CONTRIBUTING adds, and any game
DEFINED = re.compile(
    r"^\s*(?:export )?(?:class|type|interface|const|enum)\s+(\w+)|^([A-Z]\w*)\s*[:=]|\"([A-Z]\w*)\"", re.MULTILINE
)
FOREIGN = {"AutoresetMode", "False", "Lax", "Nice", "PettingZooWrapper", "RandomRolloutEvaluator", "SameSite", "True"}


def quoted(text: str) -> str:
    """What stands in backticks within a line."""
    return " ".join(f"`{code}`" for code in re.findall("`([^`\n]+)`", BLOCK.sub("", text)))


@functools.cache
def defined_names() -> set[str]:
    """Classes, types and constants of the program and the page, and tags that messages are known by."""
    sources = [path for path in kept_files() if path.suffix in (".py", ".ts", ".svelte")]
    return {
        next(filter(None, found)) for path in sources for found in DEFINED.findall(path.read_text(encoding="utf-8"))
    }


def is_there(dotted: str) -> bool:
    """Whether a module, or something in one, can be had by that name."""
    module, _, rest = dotted.partition(".")
    found = importlib.import_module(module)
    for name in rest.split("."):
        module = f"{module}.{name}"
        if importlib.util.find_spec(module) if hasattr(found, "__path__") else None:
            found = importlib.import_module(module)
        elif not hasattr(found, name):
            return False
        else:
            found = getattr(found, name)
    return True


@pytest.mark.parametrize("page", [page for page in GUIDES if page.name not in WRITTEN], ids=lambda page: page.name)
def test_what_guides_name_is_there(page: Path) -> None:
    """Every file, folder, class and Python name, so that a rename reaches the pages too."""
    files = [f"/{path.relative_to(ROOT).as_posix()}" for path in kept_files()]
    if not files:
        pytest.skip("not a git checkout")
    text = page.read_text(encoding="utf-8")
    gone = {name for name in FILE.findall(text) if not any(file.endswith(f"/{name}") for file in files)}
    gone |= {name for name in FOLDER.findall(quoted(text)) if not any(f"/{name}" in file for file in files)}
    gone |= set(NAME.findall(quoted(text))) - defined_names() - FOREIGN
    gone |= {name for name in DOTTED.findall(quoted(text)) if not is_there(name)}
    assert {name for name in gone if not TO_BE_WRITTEN.search(name)} == set()


@pytest.mark.parametrize("page", ["README.md", "docs/bots.md", "docs/review.md"])
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
