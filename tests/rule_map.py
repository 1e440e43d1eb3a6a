"""Which tests prove which rule: read off `@pytest.mark.rule(…)` in the test sources, written to docs/rule-map.md."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from lumitheque.games import SHELF, Game
from source_tree import ROOT, Function, parse, python_files

PAGE = ROOT / "docs" / "rule-map.md"
HEADING = """# Which test proves which rule

Made by `make rule-map` from the marks `@pytest.mark.rule("SI-07", …)` on the tests; a rule without a test fails the
suite. The names of the rules lead to the rule pages.
"""

HOUSE = [game for game in SHELF.values() if game.package.startswith("lumitheque.")]  # not games that tests bring along
Proofs = dict[str, list[tuple[str, str]]]  # by rule: files and tests


def marked_ids(node: ast.AST) -> list[str]:
    """The ids that marks anywhere in a piece of source name."""
    ids = []
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ("pytest.mark.rule", "mark.rule"):
            ids += [str(ast.literal_eval(argument)) for argument in call.args]
    return ids


def marked_tests(path: Path) -> Iterator[tuple[str, str]]:
    """(rule id, test) of one file. A mark outside any test, such as one in a table of cases, goes to the whole file."""
    for node in parse(path).body:
        is_test = isinstance(node, Function | ast.ClassDef) and node.name.lower().startswith("test")
        for rule_id in marked_ids(node):
            yield rule_id, getattr(node, "name", "") if is_test else "(cases)"


def find_proofs() -> Proofs:
    """Every rule that a test names, with those tests, in the order of the sources."""
    proofs: Proofs = defaultdict(list)
    for path in python_files("tests"):
        if not path.name.startswith("test_"):
            continue
        for rule_id, test in marked_tests(path):
            proof = (str(path.relative_to(ROOT)), test)
            if proof not in proofs[rule_id]:
                proofs[rule_id].append(proof)
    return dict(proofs)


def unproven(game: Game, proofs: Proofs) -> list[str]:
    return [rule_id for rule_id in game.rule_ids if rule_id not in proofs]


def write_row(game: Game, rule_id: str, proofs: Proofs) -> str:
    tests: dict[str, list[str]] = defaultdict(list)
    for file, test in proofs.get(rule_id, []):
        tests[file].append(test.removeprefix("test_").replace("_", " "))
    told = "; ".join(f"[{Path(file).stem}](../{file}): {', '.join(names)}" for file, names in tests.items())
    page = f"../src/lumitheque/games/{game.name}/words/en/rules.md"
    return f"| [{rule_id}]({page}#{rule_id}) | {told or '**none**'} |"


def write_page(proofs: Proofs) -> str:
    """docs/rule-map.md."""
    parts = [HEADING]
    for game in HOUSE:
        rows = [write_row(game, rule_id, proofs) for rule_id in game.rule_ids]
        title = game.words("en")["title"]
        parts.append("\n".join([f"## {title}\n", "| rule | proven by |", "| --- | --- |", *rows, ""]))
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(write_page(find_proofs()), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)} written")
