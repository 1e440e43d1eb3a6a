"""The reference of the Python API: a page for each room, from the docstrings of its modules."""

import ast
import re
from typing import Any

from griffe import Extension, Module
from scripts.documentation.pages import ROOT

PACKAGE = ROOT / "src" / "lumitheque"
# Rooms that others build on, in the order of the navigation, with the modules that are for them; none: all. A room or
# module that is not there is left out.
ROOMS: dict[str, tuple[str, ...]] = {
    "referee": (),
    "games": ("game", "rule", "chance", "edition", "ending", "origins", "speech"),
    "kernels": (),
    "batch": (),
    "bots": ("protocol", "players", "levels", "compiled", "simple_bots", "search_bot", "rollout_bot", "opponent_model"),
    "engines": (),
    "agents": (),
    "arena": (),
    "reviews": ("running", "shapes", "reasons", "telling"),
    "adapters": (),
    "testkit": (),
    "tables": ("commands", "events", "keys"),
    "art": (),
    "languages": (),
}
MAPPED = re.compile(r"^ *[\w/]+\.py\b")


def module_pages() -> dict[str, str]:
    """The pages by place."""
    rooms = {room: _modules(room, chosen) for room, chosen in ROOMS.items() if (PACKAGE / room).is_dir()}
    pages = {"reference/python/lumitheque.md": _page("lumitheque", [])}
    for room, modules in rooms.items():
        pages[f"reference/python/{room}.md"] = _page(f"lumitheque.{room}", modules)
    return pages


def _modules(room: str, chosen: tuple[str, ...]) -> list[str]:
    there = sorted(path.stem for path in (PACKAGE / room).glob("*.py") if not path.stem.startswith("_"))
    named = [module for module in chosen if module in there] if chosen else there
    return [module for module in named if _speaks((PACKAGE / room / f"{module}.py").read_text(encoding="utf-8"))]


def _speaks(source: str) -> bool:
    """Whether a module has anything with a docstring that others may use."""
    return any(
        isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_") and ast.get_docstring(node)
        for node in ast.parse(source).body
    )


def _page(package: str, modules: list[str]) -> str:
    """What the package says of itself (all that it has, if there are no modules), then its modules."""
    map_only = "\n      members: false" if modules else ""
    whole = f"::: {package}\n    options:\n      show_root_heading: false\n      heading_level: 1{map_only}"
    return "\n\n".join([f"# {package}", whole, *(f"::: {package}.{module}" for module in modules)]) + "\n"


class Maps(Extension):
    """A package's docstring is its map, a line for each module: shown as it is written."""

    def on_module(self, *, mod: Module, **_: Any) -> None:
        if mod.docstring and mod.is_init_module:
            mod.docstring.value = fence_maps(mod.docstring.value)


def fence_maps(text: str) -> str:
    """Put every paragraph that begins with a module's name, and code, between fences."""
    parts = []
    for paragraph in text.split("\n\n"):
        lines = paragraph.split("\n")
        code = MAPPED.match(lines[0]) or paragraph.startswith(("    ", "import ", ">>> "))
        parts.append("\n".join(["```text", *lines, "```"]) if code else paragraph)
    return "\n\n".join(parts)
