"""Which Python modules the page has, and which parts of them are written by hand instead.

Translated is everything that the local house shares with the server: tables, referee, notation, bots. What Python does
with files, threads and NumPy's machine code is replaced by `web/src/local/instead/`, name by name.
"""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

from lumitheque.browser.translation.modules import TranslationError, find_module, is_for_types, place_of, translate
from lumitheque.games import SHELF
from lumitheque.games.game import Game

ROOTS = ("tables", "tables.telling", "referee.views", "bots.players", "reception.pocket_routes", "reception.names")
GAME_PARTS = ("record", "rules", "knowledge", "notation", "edition", "facts")  # skill is in the WebAssembly module
WHOLE = frozenset(
    ("games", "games.rule", "games.machine_code", "languages", "tables.keys", "bots.compiled")
)  # replaced as a whole
PARTS = {
    "games.edition": {"record_from", "blank", "numbers_of", "_built_in"},
    "games.real": {"power_of_two", "log"},
    "games.fromages.skill.finding": {"LACKS"},
    "games.fromages.skill.paths": {"tally_of_paths"},
    "bots.levels": {"levels"},
    "bots.workspaces": {
        "NODES",
        "records",
        "as_words",
        "playout_stream",
        "tree_workspace",
        "alpha_beta_workspace",
        "transposition_table",
        "in_threads",
        "load_view",
    },
    "reviews.reasons": {"has_facts"},
    "referee.decisions": {"what_changed", "before_change"},
    "referee.chance_log": {"playout_chance"},
}
GONE = {  # what only the replaced parts need, or nobody in the page
    "games.edition": {"Record", "_field", "_with_attributes"},
    "games.fromages.skill.paths": {"ease", "lacking_of_paths"},
}
PACKAGE = "lumitheque."


def write_translations(folder: Path) -> list[str]:
    """Translate all that the page needs; returns the modules' names. Files that stay the same are not touched."""
    folder.mkdir(parents=True, exist_ok=True)
    names = sorted(modules())
    for name in names:
        short = name.removeprefix(PACKAGE)
        text = f'export * from "#instead/{short}";\n' if short in WHOLE else _translated(name, short)
        _write(folder / f"{short}.js", text)
    _write(folder / "index.js", _index(names))
    for path in folder.glob("*.js"):
        if path.stem != "index" and f"{PACKAGE}{path.stem}" not in names:
            path.unlink()
    return names


def _translated(name: str, short: str) -> str:
    return translate(name, PARTS.get(short, set()), GONE.get(short, set()))


def _write(path: Path, text: str) -> None:
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def _index(names: list[str]) -> str:
    """MODULES: what loads each module, by its name without the package."""
    lines = [f'  "{name.removeprefix(PACKAGE)}": () => import("{place_of(name)}"),' for name in names]
    return "\n".join(["export const MODULES = {", *lines, "};", ""])


def modules() -> set[str]:
    """The roots, the parts of all games, and whatever they import."""
    todo = [PACKAGE + root for root in ROOTS]
    todo += [name for game in SHELF.values() for name in parts_of(game)]
    found: set[str] = set()
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            if name.removeprefix(PACKAGE) not in WHOLE:
                todo += imported_by(name)
    return found


def parts_of(game: Game) -> Iterator[str]:
    yield game.package
    for part in GAME_PARTS:
        if find_module(f"{game.package}.{part}"):
            yield f"{game.package}.{part}"


def imported_by(name: str) -> Iterator[str]:
    """Our own modules that a module imports when it is loaded."""
    path = Path(str(importlib.import_module(name).__file__))
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if is_for_types(node) or not isinstance(node, ast.ImportFrom) or not str(node.module).startswith(PACKAGE):
            continue
        for alias in node.names:
            full = f"{node.module}.{alias.name}"
            yield full if find_module(full) else str(node.module)


__all__ = ["TranslationError", "modules", "write_translations"]
