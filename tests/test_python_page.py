"""The page about the Python API says what happens: every block of it is run, one after the other."""

import ast
import doctest
import re

from source_tree import ROOT

PAGE = ROOT / "docs" / "python.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
VERBS = {"new", "load", "shelf", "waiting", "legal", "refusal", "play", "view", "position", "ending", "record"}
MORE = {"take_back", "can_take_back", "describe", "draw", "chance", "close"}


def test_python_page() -> None:
    examples = doctest.DocTestParser().get_doctest("\n".join(BLOCKS), {}, PAGE.name, PAGE.name, 0)
    runner = doctest.DocTestRunner()
    runner.run(examples)
    assert runner.summarize(verbose=False).failed == 0


def test_the_page_shows_every_verb() -> None:
    code = "\n".join(example.source for example in doctest.DocTestParser().get_examples("\n".join(BLOCKS)))
    called = {node.attr for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Attribute)}
    assert called >= VERBS | MORE
