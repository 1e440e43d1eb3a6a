"""Write a pseudo-locale: `python -m scripts.pseudo_locale FOLDER [CODE]` makes FOLDER/CODE: a language made of French.

Accents on every letter show where an encoding fails, two fifths more length show where a page is too narrow, and
brackets around every message show what never went through a catalogue. Nothing in the house knows this language: a
house finds it by LUMITHEQUE_LANGUAGES=FOLDER, as it would find any other.
"""

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

from lumitheque.languages import BASE, Catalogue, game_catalogues, house_catalogues
from lumitheque.languages.folders import HERE
from lumitheque.languages.messages import Message, Number, Part, Switch, read_message
from lumitheque.server.catalogues import word_folders

CODE = "qps"
OPENS, CLOSES = "⟦", "⟧"
PADDING, LONGER = "·", 0.4
ACCENTS = str.maketrans("aceinosuyACEINOSUY", "äçéîñøšůýÅÇÉÎÑØŠŮÝ")
LETTER = re.compile(r"[^\W\d_]")
PAGES = ("rules.md", "aid.md")
# What a line of Markdown begins with, and parts of one that are no prose: code, links' addresses, anchors, table rules.
MARKED = re.compile(r"^(\s*(?:#+|[-*]|\d+\.|>)\s+)?(.*)$")
KEPT = re.compile(r'(`[^`]*`|<a id="[^"]*"></a>|\]\([^)]*\)|\|)')


def write_pseudo_locale(folder: Path, code: str = CODE) -> None:
    """A whole language in a folder of languages."""
    target = folder / code
    facts = (HERE / BASE / "language.toml").read_text(encoding="utf-8")
    told = tomllib.loads(facts)
    keep(target / "language.toml", {**told, "name": wrap(told["name"]), "falls_back_to": BASE})
    for catalogue in house_catalogues():
        write_catalogue(catalogue, target)
    for game in word_folders():
        for catalogue in game_catalogues(game):
            write_catalogue(catalogue, target)
        for page in PAGES:
            if (source := game / "words" / BASE / page).exists():
                write_page(source, target / "games" / game.name / page)


def write_catalogue(catalogue: Catalogue, target: Path) -> None:
    keep(target / f"{catalogue.name}.toml", changed(catalogue.words(BASE)))


def changed(words: Any) -> Any:
    if isinstance(words, dict):
        return {key: changed(value) for key, value in words.items()}
    if isinstance(words, list):
        return [changed(one) for one in words]
    return wrap_message(words) if isinstance(words, str) else words


def wrap_message(text: str) -> str:
    return wrapped(write(read_message(text)), text)


def wrap(text: str) -> str:
    return wrapped(text.translate(ACCENTS), text)


def wrapped(accented: str, text: str) -> str:
    """In brackets and two fifths longer, spaces at the ends outside; what has no letters stays as it is."""
    if not LETTER.search(text):
        return accented
    core = accented.strip(" \u00a0\u202f")
    start = accented.index(core)
    padding = PADDING * round(len(core) * LONGER)
    return f"{accented[:start]}{OPENS}{core}{padding}{CLOSES}{accented[start + len(core) :]}"


def write(message: Message) -> str:
    """A message as it is written, with accents."""
    pieces = []
    for piece in message:
        match piece:
            case str():
                pieces.append(piece.translate(ACCENTS))
            case Part(name):
                pieces.append(f"{{{name}}}")
            case Number(_):
                pieces.append("#")
            case Switch(name, kind, cases):
                inner = " ".join(f"{key} {{{write(case)}}}" for key, case in cases.items())
                pieces.append(f"{{{name}, {kind}, {inner}}}")
    return "".join(pieces)


def write_page(source: Path, target: Path) -> None:
    """A page in Markdown, each run of prose in brackets."""
    target.parent.mkdir(parents=True, exist_ok=True)
    lines = [mark_line(line) for line in source.read_text(encoding="utf-8").splitlines()]
    target.write_text("\n".join(lines) + "\n", encoding="utf-8")


def mark_line(line: str) -> str:
    found = MARKED.match(line)
    assert found is not None
    mark, prose = found.group(1) or "", found.group(2)
    return mark + "".join(part if KEPT.fullmatch(part) else wrap(part) for part in KEPT.split(prose))


def keep(path: Path, words: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(toml(words, ())) + "\n", encoding="utf-8")


def toml(words: dict[str, Any], path: tuple[str, ...]) -> list[str]:
    """Tables of texts, lists and numbers in TOML."""
    tables = {key: value for key, value in words.items() if isinstance(value, dict)}
    lines = [f"{quoted(key)} = {value_of(value)}" for key, value in words.items() if key not in tables]
    if path and (lines or not tables):
        lines.insert(0, f"[{'.'.join(map(quoted, path))}]")
    for key, table in tables.items():
        lines += toml(table, (*path, key))
    return lines


def quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def value_of(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(value_of, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    return quoted(value) if isinstance(value, str) else str(value)


if __name__ == "__main__":
    write_pseudo_locale(Path(sys.argv[1]), *sys.argv[2:3])
