"""The process that builds one module: `python -m lumitheque.browser GAME FOLDER`. building.py starts it."""

import sys
from pathlib import Path

from lumitheque.browser.describing import description, written
from lumitheque.browser.exports import exports_of
from lumitheque.browser.linking import linked
from lumitheque.browser.plain_ir import check_versions, plain
from lumitheque.browser.wrapping import wrapped
from lumitheque.games import find
from lumitheque.games.game import GameError


def build(name: str, folder: Path) -> None:
    """Write NAME.wasm and NAME.json."""
    check_versions()
    game = find(name)
    exports = exports_of(game)
    rules = {export.name: plain(export.rule, export.kinds) for export in exports}
    results = {export.name: export.result or rules[export.name].result for export in exports}
    modules = {library: module for rule in rules.values() for library, module in rule.modules.items()}
    wrappers = {name: wrapped(name, rule, results[name]) for name, rule in rules.items()}
    (folder / f"{name}.wasm").write_bytes(linked(wrappers, modules.values()))
    (folder / f"{name}.json").write_text(written(description(game, rules, results)), encoding="utf-8")


if __name__ == "__main__":
    try:
        build(sys.argv[1], Path(sys.argv[2]))
    except GameError as error:  # one line, for whoever started this
        raise SystemExit(str(error)) from None
