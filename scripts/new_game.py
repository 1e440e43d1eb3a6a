"""Write a new game out of the template: `make new-game NAME=comet`, and LETTERS=CO for the letters of its rule ids.

The template is a small whole game, Lueur, whose files lie where linters and type checkers see them:

    templates/game/lueur/   the game, a package that can be imported as it is
    templates/game/tests/   its tests and what they compare with
    web/template/           its board, its cover and their tests

Each is copied to its place with the game's name and letters put in. What the house generates from games (golden
playthroughs, the schema, the rule map, the page of sources, the facts for the board, the types of what it says) is then
written by the house's own commands.
"""

import argparse
import keyword
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from lumitheque.games import SHELF

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src" / "lumitheque" / "games"
SHELF_FILE = GAMES / "shelf.toml"
NAME, LETTERS = "lueur", "XX"  # of the template
PLACES = {  # folders of the template, and where their files go
    "templates/game/lueur": "src/lumitheque/games/lueur",
    "templates/game/tests": "tests",
    "web/template/src": "web/src",
    "web/template/tests": "web/tests",
}
SHORTEST, LONGEST = 3, 20  # letters of a name
NPM = "import hatch_build, sys; hatch_build.npm(*sys.argv[1:])"
PRETTIER = ("exec", "--", "prettier", "--write", "--log-level", "warn")
LAST_ON_SHELF = re.compile(r'(?<=",\n)(?=\]\n$)')

NEXT = """
{title} is on the shelf, with rule ids {letters}-00 to {letters}-07 and the rules of a small game of lights.

    make terminal GAME={name}     play it in the terminal
    make play                  play it in the browser
    make test                  everything that must hold

Only {title} is compiled for that: the machine code of the other games stays as it is.
Now change it, file by file: "Add a game" in CONTRIBUTING.md says in which order.
"""


class Refusal(SystemExit):
    """Why no game is written: one line, and nothing has been written yet."""

    def __init__(self, problem: str) -> None:
        super().__init__(f"new-game: {problem}")


# --- what is asked for -----------------------------------------------------------------------------------------------


def check_name(name: str) -> str:
    if not name:
        raise Refusal("say what it is called: make new-game NAME=comet")
    if not re.fullmatch("[a-z][a-z0-9]*", name) or not SHORTEST <= len(name) <= LONGEST:
        raise Refusal(
            f"NAME={name}: a name has {SHORTEST} to {LONGEST} lower-case letters and digits, the first a letter"
        )
    if keyword.iskeyword(name) or name == NAME:
        raise Refusal(f"NAME={name}: that word is taken by {'the template' if name == NAME else 'Python'}")
    if name in SHELF:
        raise Refusal(f"NAME={name}: there is such a game on the shelf: {', '.join(SHELF)}")
    return name


def choose_letters(name: str, wanted: str = "") -> str:
    """Two capitals that no game has: those wanted, or the first of the name with another of its letters."""
    taken = {game.letters: title for title, game in SHELF.items()} | {LETTERS: "the template"}
    if wanted:
        if not re.fullmatch("[A-Z]{2}", wanted):
            raise Refusal(f"LETTERS={wanted}: rule ids begin with two capitals, such as {name[:2].upper()}")
        if wanted in taken:
            raise Refusal(f"LETTERS={wanted}: these are the letters of {taken[wanted]}")
        return wanted
    spelled = [letter for letter in name.upper() if letter.isalpha()]
    found = next((pair for second in spelled[1:] if (pair := spelled[0] + second) not in taken), None)
    if found is None:
        raise Refusal(f"NAME={name}: no two letters of it are free; choose some: LETTERS=QZ")
    return found


# --- what is written -------------------------------------------------------------------------------------------------


def filled_in(text: str, name: str, letters: str) -> str:
    """A text of the template, or a path in it, for this game."""
    text = re.sub(rf"\b(from|import) {NAME}\b(?=[. ])", rf"\1 lumitheque.games.{name}", text)
    text = text.replace(NAME, name).replace(NAME.capitalize(), name.capitalize())
    return re.sub(rf"\b{LETTERS}(?=-|\")", letters, text)


def new_files(name: str, letters: str) -> Iterator[tuple[Path, str]]:
    """Every file of the new game, and what is in it."""
    for source, goal in PLACES.items():
        for path in sorted((ROOT / source).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                place = Path(goal) / path.relative_to(ROOT / source)
                text = path.read_text(encoding="utf-8")
                yield ROOT / filled_in(place.as_posix(), name, letters), filled_in(text, name, letters)


def check_free(paths: list[Path], name: str) -> None:
    """Nothing is written over, and no module of the house is put in the shade."""
    for path in (GAMES / f"{name}.py", GAMES / name, *paths):
        if path.exists():
            raise Refusal(f"NAME={name}: {path.relative_to(ROOT)} is there already")


def shelf_with(name: str) -> str:
    """The shelf with one game more, at its end."""
    text, added = LAST_ON_SHELF.subn(f'    "{name}",\n', SHELF_FILE.read_text(encoding="utf-8"))
    if added != 1:
        raise Refusal(f"{SHELF_FILE.relative_to(ROOT)} does not end in a list of games, one on a line")
    return text


def run(*command: str | Path) -> None:
    """One of the house's own commands, on the sources beside this script."""
    paths = os.pathsep.join(str(ROOT / folder) for folder in ("src", "tests", "."))
    own = os.environ | {"PYTHONPATH": paths, "LUMITHEQUE_RULES": "interpreted"}
    subprocess.run([sys.executable, *map(str, command)], cwd=ROOT, env=own, stdout=subprocess.DEVNULL, check=True)


def tidy(paths: list[Path]) -> None:
    """Imports in order and lines as long as they should be, whatever the name is."""
    sources = [path for path in paths if path.suffix == ".py"]
    run("-m", "ruff", "check", "--quiet", "--select", "I", "--fix", *sources)
    run("-m", "ruff", "format", "--quiet", *sources)
    if (ROOT / "web" / "node_modules").is_dir():
        run("-c", NPM, *PRETTIER, *(path for path in paths if path.suffix in (".ts", ".svelte")))
    else:
        print("Node modules are missing: after `make web`, format the board with `cd web && npm run format`.")


def generate(name: str) -> list[str]:
    """What is made from the game; returns where it is."""
    run("tests/golden_playthroughs.py", name)
    run("-m", "board_facts", name)
    run("-m", "lumitheque.cli", "schema", name, "-o", f"docs/schemas/{name}.json")
    run("tests/rule_map.py")
    run("-m", "scripts.sources")
    run("-m", "scripts.page_words")
    golden = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "tests/golden").glob(f"{name}-*.txt"))]
    pages = ["docs/rule-map.md", "docs/sources.md", f"docs/schemas/{name}.json"]
    return [*golden, f"web/tests/fixtures/{name}.json", "web/src/words/said.d.ts", *pages]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="?", default="", help="lower-case letters and digits")
    parser.add_argument("letters", nargs="?", default="", help="two capitals; out of the name if left out")
    chosen = parser.parse_args()
    name = check_name(chosen.name)
    letters = choose_letters(name, chosen.letters)
    files = dict(new_files(name, letters))
    check_free(list(files), name)
    files[SHELF_FILE] = shelf_with(name)
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    tidy(list(files))
    written = [path.relative_to(ROOT).as_posix() for path in files]
    print("\n".join(f"  {path}" for path in [*written, *generate(name)]))
    print(NEXT.format(title=name.capitalize(), name=name, letters=letters))


if __name__ == "__main__":
    main()
