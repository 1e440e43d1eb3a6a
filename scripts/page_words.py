"""Write web/src/words/said.d.ts: the types of what the page says, from the messages of the base language.

The board of the template, which is not on the shelf, has its types in web/template/said.d.ts.
"""

from pathlib import Path
from typing import Any

from lumitheque.languages import BASE, Catalogue, house_catalogues
from lumitheque.languages.messages import Message, Number, Part, Switch, read_message
from lumitheque.server.catalogues import board_catalogues

ROOT = Path(__file__).parents[1]
TYPES = ROOT / "web" / "src" / "words" / "said.d.ts"
TEMPLATE_TYPES = ROOT / "web" / "template" / "said.d.ts"
TEMPLATE = ROOT / "templates" / "game" / "lueur"
HEADING = "/** What {} says. Made by `make web-types` from the messages of the base language. */\n"


def kinds(message: Message) -> dict[str, str]:
    """The parts of a message with their types."""
    found: dict[str, str] = {}
    for piece in message:
        if isinstance(piece, Switch):
            found[piece.name] = "number" if piece.kind == "plural" else "string | number | boolean"
            for case in piece.cases.values():
                found = {**kinds(case), **found}
        elif isinstance(piece, Part | Number):
            found.setdefault(piece.name, "string | number")
    return found


def type_of(words: Any, depth: int) -> str:
    if isinstance(words, list):
        inner = {type_of(one, depth) for one in words}
        assert len(inner) == 1, f"one kind of message in a list: {words}"
        return f"({inner.pop()})[]" if isinstance(words[0], str) else f"[{', '.join(['string'] * len(words[0]))}][]"
    if isinstance(words, str):
        parts = kinds(read_message(words))
        named = "; ".join(f"{name}: {kind}" for name, kind in parts.items())
        return f"(parts: {{ {named} }}) => string" if parts else "string"
    indent = "  " * (depth + 1)
    lines = [f"{indent}{quoted(key)}: {type_of(value, depth + 1)};" for key, value in words.items()]
    return "\n".join(["{", *lines, "  " * depth + "}"])


def quoted(key: str) -> str:
    return key if key.isidentifier() else f'"{key}"'


def write_types() -> str:
    page = {catalogue.name.rpartition("/")[2]: catalogue.words(BASE) for catalogue in house_catalogues("page")}
    boards = {name: catalogue.words(BASE) for name, catalogue in board_catalogues()}
    said = f"export type Said = {{\n  page: {type_of(page, 1)};\n  boards: Boards;\n}};\n"
    return f"{HEADING.format('the page')}{said}\nexport interface Boards {type_of(boards, 0)}\n"


def write_template_types() -> str:
    """The template's board among the others, for the compiler alone."""
    words = Catalogue(f"games/{TEMPLATE.name}/board", TEMPLATE / "words").words(BASE)
    module = '"../src/words/said"'
    added = f"declare module {module} {{\n  interface Boards {type_of({TEMPLATE.name: words}, 1)}\n}}\n"
    return f"{HEADING.format('the template')}export type {{ Boards }} from {module};\n\n{added}"


if __name__ == "__main__":
    TYPES.write_text(write_types(), encoding="utf-8")
    TEMPLATE_TYPES.write_text(write_template_types(), encoding="utf-8")
    print(f"{TYPES.name} written")
