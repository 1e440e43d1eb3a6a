"""What holds for the repository as a whole: rooms and arrows, sizes, annotations, clean files, a light import."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from source_tree import (
    CODE,
    PACKAGE,
    ROOT,
    functions,
    imports,
    is_annotated,
    is_rule,
    kept_files,
    parse,
    python_files,
    where,
)

# Which rooms a room may use. Arrows point one way.
MAY_USE: dict[str, set[str]] = {
    "languages": set(),
    "art": set(),  # knows no game
    "games": {"languages", "art"},
    "kernels": {"games"},
    "bots": {"games", "kernels"},
    "engines": {"games", "bots", "referee"},
    "browser": {"languages", "games", "referee", "kernels", "bots", "tables", "reviews", "reception"},
    "arena": {"games", "kernels", "bots", "referee", "engines"},
    "judging": {"languages", "games", "bots", "arena", "referee"},
    "adapters": {"games", "kernels", "bots", "referee", "press"},
    "referee": {"languages", "art", "games"},
    "press": {"languages", "art", "games", "referee"},
    "tables": {"languages", "games", "referee"},
    "reviews": {"languages", "games", "bots", "referee"},
    "reception": {"languages", "games", "referee", "bots", "tables", "reviews"},
    "agents": {"languages", "games", "referee", "bots", "tables", "reviews", "reception", "arena", "engines"},
    "notebooks": {"languages", "art", "games", "referee", "reception"},
    "storage": {"tables"},  # knows events only
    "server": {
        "languages",
        "art",
        "games",
        "referee",
        "press",
        "kernels",
        "bots",
        "engines",
        "judging",
        "tables",
        "reviews",
        "reception",
        "storage",
    },
    "guest": {"games", "bots", "engines", "reception"},
    "testkit": {"languages", "games", "referee", "kernels", "bots"},
    "cli": {
        "languages",
        "art",
        "games",
        "referee",
        "press",
        "kernels",
        "bots",
        "engines",
        "browser",
        "arena",
        "judging",
        "tables",
        "reviews",
        "reception",
        "agents",
        "storage",
        "server",
        "guest",
        "testkit",
    },
}
FRONT_DOOR = "referee"  # what `lumitheque.new` and its neighbours lead to
LONGEST_FILE, LONGEST_FUNCTION, LONGEST_RULE = 400, 40, 25

ROOMS = sorted(path for path in PACKAGE.iterdir() if list(path.glob("*.py")))
GAMES = sorted(path.parent.name for path in PACKAGE.glob("games/*/rules.py"))


def room_of(name: str) -> str | None:
    """The room that an imported name belongs to; None if it is not ours."""
    package, _, rest = name.partition(".")
    if package != "lumitheque" or rest == "__version__":
        return None
    room = rest.partition(".")[0]
    return room if (PACKAGE / room).is_dir() and room else FRONT_DOOR


def test_every_room_has_a_place() -> None:
    assert {room.name for room in ROOMS} <= MAY_USE.keys(), "say in MAY_USE which rooms the new room may use"


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_arrows_point_one_way(room: Path) -> None:
    for path in room.rglob("*.py"):
        used = {used for name in imports(path) if (used := room_of(name))} - {room.name}
        assert used <= MAY_USE[room.name], f"{path.relative_to(ROOT)} uses {sorted(used - MAY_USE[room.name])}"


def test_the_map_of_a_room_names_every_module() -> None:
    """A package's docstring is its map. The files that every game has are named once, in that of `games`."""
    every_game_has = map_of(PACKAGE / "games")
    for room in sorted(path.parent for path in PACKAGE.rglob("__init__.py")):
        known = map_of(room) | (every_game_has if PACKAGE / "games" in room.parents else set())
        there = {path.name for path in room.glob("*.py")} - {"__init__.py", "__main__.py"}
        assert there <= known, f"the map in {room.relative_to(PACKAGE)}/__init__.py does not name {there - known}"
        gone = map_of(room) - {path.name for path in PACKAGE.rglob("*.py")}
        assert not gone, f"the map in {room.relative_to(PACKAGE)}/__init__.py names {gone}, which are not there"


def map_of(room: Path) -> set[str]:
    """The files that a package's docstring names."""
    return set(re.findall(r"[a-z_]+\.py\b", ast.get_docstring(parse(room / "__init__.py")) or ""))


def test_games_do_not_know_each_other() -> None:
    for game in GAMES:
        others = tuple(f"lumitheque.games.{other}." for other in GAMES if other != game)
        for path in (PACKAGE / "games" / game).rglob("*.py"):
            assert not [name for name in imports(path) if name.startswith(others)], path.relative_to(ROOT)


def is_cuda(path: Path) -> bool:
    return path.parent == PACKAGE / "kernels" and path.name.startswith("cuda")


def test_only_rule_py_compiles() -> None:
    """`@rule` is the only door to the compiler."""
    doors = [path for path in python_files("src") if names_used(path) & {"njit", "jit", "vectorize", "guvectorize"}]
    assert [path for path in doors if not is_cuda(path)] == []
    compiler = "lumitheque.games.compiler"
    users = [path for path in python_files("src") if any(name.startswith(compiler) for name in imports(path))]
    assert users == [PACKAGE / "games" / "rule.py"]
    numba = [path for path in python_files("src") if any(name.startswith("numba") for name in imports(path))]
    inside = {PACKAGE / name for name in ("games/compiler.py", "games/code_locator.py", "browser/plain_ir.py")}
    assert {path for path in numba if not is_cuda(path)} == inside


def test_only_cuda_kernels_import_cuda() -> None:
    users = [path for path in python_files("src") if any(name.startswith("numba.cuda") for name in imports(path))]
    assert [path for path in users if not is_cuda(path)] == []


def names_used(path: Path) -> set[str]:
    """The names in a file's code: variables, attributes, imports."""
    found: set[str] = set()
    for node in ast.walk(parse(path)):
        found |= {str(getattr(node, kind)) for kind in ("id", "attr", "name") if hasattr(node, kind)}
    return found


def test_files_are_short() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in python_files(*CODE)
    }
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_FILE} == {}


def test_files_of_the_page_are_short() -> None:
    generated = ("schema.d.ts", "said.d.ts")
    paths = [
        path
        for folder in ("src", "tests", "template")
        for path in (ROOT / "web" / folder).rglob("*")
        if path.suffix in (".ts", ".svelte")
    ]
    lengths = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in paths}
    assert {
        name: lines for name, lines in lengths.items() if lines > LONGEST_FILE and not name.endswith(generated)
    } == {}


def test_functions_are_short() -> None:
    long = {}
    for path in python_files(*CODE):
        for function in functions(path):
            lines = (function.end_lineno or 0) - function.lineno + 1
            if lines > (LONGEST_RULE if is_rule(function) else LONGEST_FUNCTION):
                long[where(path, function)] = lines
    assert long == {}


def test_only_rules_go_without_types() -> None:
    bare = [
        where(path, function)
        for path in python_files("src")
        for function in functions(path)
        if not is_rule(function) and not is_annotated(function)
    ]
    assert bare == []


def test_no_trace_of_a_machine() -> None:
    """No address of a package registry and no path of one computer in any file that is kept."""
    hosts = ["py" + "pi.org", "python" + "hosted.org", "registry.npm" + "js", "deb.deb" + "ian.org"]
    traces = re.compile("|".join(map(re.escape, hosts)) + r"|(?<![\w.~-])/(?:work|root|home|Users)/\w")
    files = kept_files()
    if not files:
        pytest.skip("not a git checkout")
    found = {}
    for path in files:
        text = path.read_bytes().decode("utf-8", errors="replace")
        if match := traces.search(text):
            found[str(path.relative_to(ROOT))] = match[0]
    assert found == {}


def test_import_is_light() -> None:
    heavy = ("numba", "numpy", "rich", "cyclopts", "msgspec")
    program = f"import sys, lumitheque; print(*[name for name in {heavy!r} if name in sys.modules])"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.split() == []


def test_no_import_of_the_server_hides_a_cycle() -> None:
    """Modules that know each other only under TYPE_CHECKING are one module in two files."""
    assert [path for path in (PACKAGE / "server").rglob("*.py") if "TYPE_CHECKING" in names_used(path)] == []
