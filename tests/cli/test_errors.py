"""Errors in the language of the terminal: every command's common ones, and the catalogue against the sources."""

import ast
import json
import re
import string
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from command_line import HOUSE, Run, spawn, text_of
from lumitheque.cli.errors import CATALOGUE, translate
from lumitheque.languages.folders import HERE as LANGUAGES
from source_tree import PACKAGE, parse

GAME = HOUSE[0]
ENGLISH = re.compile(
    r"\b(the|is|are|not|of|and|with|line|such|there|expected|unknown|cannot|no|to|for)\b", re.IGNORECASE
)
FRENCH = re.compile(r"\b(le|la|les|est|pas|une|du|des|il|dans|ce|ligne|jeu|partie|maison|inconnue?)\b", re.IGNORECASE)

NOT_SAID = (
    "server",
    "reception",
    "tables",
    "testkit",
    "adapters",
    "kernels",
)  # where no error is for people at a terminal
SAID = ("tables/table.py", "tables/dealing.py")  # but `doctor` tells why a log cannot be followed
SAYING = ("error", "_report", "_fault", "silent")  # methods that are given an error's text
POSITIONS = ("notation.py", "position.py", "reading.py", "texts.py")  # of a game: they name the fields of its JSON
OUTSIDE = ("ImportError", "AttributeError", "ValueError", "OSError")  # for programmers, or from the system

COMMON = {
    "no such command": ["frobnicate"],
    "a command mistyped": ["gammes"],
    "no such option": ["games", "--frobnicate"],
    "an option mistyped": ["new", GAME, "--sead", "1"],
    "too many words": ["games", "luminis"],
    "no language": ["games", "--lang", "de"],
    "new: no game": ["new"],
    "new: unknown game": ["new", "chess"],
    "new: seats": ["new", GAME, "--seats", "99"],
    "new: not a number": ["new", GAME, "--seats", "two"],
    "new: seed": ["new", GAME, "--seed", "xyz"],
    "new: a setting": ["new", GAME, "--set", "end"],
    "new: an option": ["new", GAME, "--set", "colour=red"],
    "new: a value": ["new", GAME, "--set", "end=never"],
    "new: an edition": ["new", GAME, "--edition", "nowhere.csv"],
    "new: no editions": ["new", "sirius", "--edition", "nowhere.csv"],
    "new: a folder that is not there": ["new", GAME, "-o", "no/such/folder.json"],
    "show: no file": ["show"],
    "show: a file that is not there": ["show", "nowhere.json"],
    "show: a folder": ["show", "."],
    "show: seat and all": ["show", "game.json", "--seat", "0", "--all"],
    "show: a seat": ["show", "game.json", "--seat", "9"],
    "moves: a seat": ["moves", "game.json", "--seat", "9"],
    "move: nothing": ["move", "game.json"],
    "move: several may act": ["move", "game.json", "pass"],
    "move: refused": ["move", "game.json", "xyz", "--seat", "0"],
    "why: several may act": ["why", "game.json", "pass"],
    "check: not JSON": ["check", "text.json"],
    "check: cut": ["check", "cut.json"],
    "check: not a record": ["check", "list.json"],
    "check: does not hold": ["check", "wrong.json"],
    "check: another version": ["check", "old.json"],
    "check: empty": ["check", "empty.json"],
    "trace: a move that is refused": ["trace", "wrong.json"],
    "random: none": ["random", GAME, "--games", "0"],
    "arena: nobody": ["arena", GAME],
    "arena: a stranger": ["arena", GAME, "--players", "ghost,random"],
    "arena: a line-up": ["arena", GAME, "--lineup", "random,random,random", "--seats", "2"],
    "arena: no results": ["arena", GAME, "--report-only"],
    "arena: jobs": ["arena", "sirius", "--players", "random", "--games", "2", "--jobs", "0"],
    "play: who": ["play", GAME, "--seats", "human,ghost"],
    "play: how many": ["play", "game.json", "--seats", "99"],
    "play: a record anew": ["play", "game.json", "--seed", "1"],
    "hint: several may act": ["hint", "game.json"],
    "hint: not this seat": ["hint", "over.json"],
    "bots: unknown game": ["bots", "chess"],
    "schema: unknown game": ["schema", "chess"],
    "prepare: unknown game": ["prepare", "chess"],
    "serve: where": ["serve", "--host", "203.0.113.1", "--data", "house"],
    "serve: name": ["serve", "--name", "not a name", "--port", "0", "--data", "house"],
    "serve: workers": ["serve", "--workers-elsewhere", "--data", "house"],
    "serve: a file": ["serve", "--port", "0", "--data", "game.json"],
    "worker: no database": ["worker", "--data", "house"],
    "worker: no PostgreSQL": ["worker", "--database", "mysql://somewhere"],
    "backup: no house": ["backup", "--data", "house"],
    "backup: a folder": ["backup", ".", "--data", "kept.db"],
    "backup: PostgreSQL": ["backup", "--database", "postgresql://nowhere"],
    "export: no house": ["export", "--data", "house"],
    "import: not a house": ["import", "game.json", "--data", "new"],
    "import: nothing": ["import", "empty.json", "--data", "new"],
    "replay-all: no house": ["replay-all", "--data", "house"],
    "replay-all: not a house": ["replay-all", "--data", "text.db"],
    "doctor: no house": ["doctor", "--data", "house"],
    "doctor: not a house": ["doctor", "--data", "text.db"],
    "edition: not there": ["edition", "check", "nowhere.csv"],
    "edition: not one": ["edition", "check", "text.json"],
    "edition: no such game": ["edition", "check", "text.json", "--game", "chess"],
    "edition: of a game without": ["edition", "check", "text.json", "--game", "sirius"],
}


@pytest.fixture
def folder(tmp_path: Path, lumitheque: Run, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files to go wrong with; the language is the locale's."""
    over = text_of(GAME, ending={"reason": "resigned", "points": [1, 0], "winners": [0], "seat": 1})
    texts = {
        "game.json": text_of(GAME),
        "text.json": "once upon a time",
        "cut.json": text_of(GAME)[:200],
        "list.json": "[1, 2]",
        "old.json": text_of(GAME, rules=99),
        "wrong.json": text_of(GAME, moves=[[0, "nonsense"]]),
        "over.json": over,
        "empty.json": "",
        "text.db": "once upon a time, and long enough not to be taken for an empty file of SQLite",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.delenv("LUMITHEQUE_LANG")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    return tmp_path


def bare(message: str, words: list[str]) -> str:
    """A message without what was typed, names of games and bots, and quotations: they are the same in both."""
    message = message.removeprefix("lumitheque: ")
    typed = {part for word in words for part in (word, *word.split(","))}
    for part in sorted(typed, key=len, reverse=True):
        message = message.replace(part, "…")
    return re.sub(r"`[^`]*`|'[^']*'|« [^»]* »|/[\w/.-]+|Il y a\s?:.*|Available commands:.*", "…", message)


@pytest.mark.parametrize("words", COMMON.values(), ids=COMMON)
def test_one_language(lumitheque: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    told = {}
    for language in ("en_GB.UTF-8", "fr_FR.UTF-8"):
        monkeypatch.setenv("LANG", language)
        told[language] = lumitheque(*words)
    english, french = told.values()
    assert english.status == french.status != 0
    assert english.err.count("\n") == french.err.count("\n") == 1, (english.err, french.err)
    assert not FRENCH.search(bare(english.err, words)), english.err
    assert not ENGLISH.search(bare(french.err, words)), french.err
    assert english.err != french.err


def test_the_language_asked_for_wins(lumitheque: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the command line itself is wrong."""
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert (
        lumitheque("show", "nowhere.json", "--lang", "en").err
        == "lumitheque: nowhere.json: No such file or directory\n"
    )
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    assert lumitheque("check", "wrong.json", "--lang=fr").err.startswith(
        "lumitheque: wrong.json, ligne 1\u00a0: coup 0"
    )
    assert lumitheque("games", "--lang", "fr", "--what").err == "lumitheque: option inconnue\u00a0: --what.\n"


def test_where_a_record_stands_is_said_in_the_language_too(lumitheque: Run) -> None:
    records = f"{text_of('sirius')}\n{text_of('sirius')}\n"
    told = lumitheque("check", "--lang", "fr", stdin=records)
    assert told.out.splitlines()[1].replace("\u00a0", " ").startswith("stdin, ligne 2 : bon. Sirius")


def test_in_a_process_with_a_french_locale(tmp_path: Path) -> None:
    told = spawn(tmp_path, "new", "chess", LUMITHEQUE_LANG="", LC_ALL="", LC_MESSAGES="", LANG="fr_FR.UTF-8")
    assert told.err.startswith("lumitheque: jeu inconnu\u00a0: 'chess'")


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("a: b", "a: b"),
        ("x, line 3: not JSON: Input data was truncated", "x, ligne 3 : ce n’est pas du JSON : le texte est coupé"),
        ("move 7 ('x' by seat 1) is refused by SI-07", "coup 7 ('x', place 1) refusé par SI-07"),
        ("chance 2 (bag 0): there can be no such outcome", "hasard 2 (bag 0) : un tel résultat n’existe pas"),
        ("C: deck.csv: not a file", "C : deck.csv : ce n’est pas un fichier"),
        ("La partie est finie.", "La partie est finie."),
    ],
)  # fmt: skip
def test_errors_inside_errors(message: str, told: str) -> None:
    assert translate(message, "fr") == told.replace(" :", "\u00a0:")
    assert translate(message, "en") == message


# --- the catalogue and the sources -----------------------------------------------------------------------------------


def catalogue() -> dict[str, dict[str, str]]:
    sections: dict[str, dict[str, str]] = tomllib.loads((LANGUAGES / "fr" / CATALOGUE).read_text(encoding="utf-8"))
    return sections


def text_of_node(node: ast.expr, constants: dict[str, str]) -> str | None:
    """The text that an expression makes, with {} for what is filled in; None if it is no text."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in values)  # type: ignore[misc]
        case ast.Subscript(value=inner):
            return text_of_node(inner, constants)
        case ast.Name(id=name):
            return constants.get(name)
    return None


def raised(path: Path) -> Iterator[str]:
    """The errors that a module makes, as the catalogue has them: without the file that they begin with."""
    tree = parse(path)
    constants = {
        target.id: text
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and (text := text_of_node(node.value, {})) is not None
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        made = name.endswith(("Error", "Trouble", "Log", "Exit", "EngineFault")) or name in SAYING
        text = text_of_node(node.args[-1], constants) if made and name not in OUTSIDE else None
        if text is None:
            continue
        text = f"chance {{}}{text}" if name == "ChanceError" else text
        for place in ("{}: ", "{}, line {}: "):
            text = text.removeprefix(place)
        if text.replace("{}", "").strip():
            yield text


def errors_said() -> set[str]:
    found = set[str]()
    for path in PACKAGE.rglob("*.py"):
        where = path.relative_to(PACKAGE)
        if (where.parts[0] in NOT_SAID and str(where) not in SAID) or where.parts[:2] == ("cli", "words"):
            continue
        own = where.parts[0] == "games" and len(where.parts) > 2
        if where.parts[:2] == ("bots", "search") or (own and where.name in POSITIONS):
            continue
        found |= set(raised(path))
    return found


def test_every_error_is_in_the_catalogue() -> None:
    """And nothing else: whoever changes an error sees here which entry goes with it."""
    known = set(catalogue()["ours"])
    assert errors_said() == known


def test_entries_have_the_same_parts() -> None:
    """A translation may leave a part out, but names none that is not there."""
    for section in catalogue().values():
        for english, french in section.items():
            count = english.count("{}")
            names = [name for _, name, _, _ in string.Formatter().parse(french) if name is not None]
            assert len(names) <= count, english
            assert all(name == "" or int(name) < count for name in names), english


def test_french_typography() -> None:
    for section in catalogue().values():
        for french in section.values():
            assert not re.search(r" [:;?!»]|« ", french), french


def test_errors_stay_on_one_line(lumitheque: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    told = lumitheque("check", stdin=json.dumps({"game": "a\nb"}))
    assert told.err.count("\n") == 1 and told.status == 2
