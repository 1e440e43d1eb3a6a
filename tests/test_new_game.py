"""`make new-game`: in a copy of the repository, with the same environment and cache, a game is made and holds.

`make test` runs the new game's own tests; `make test-all` also builds the page and plays it in the browser.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from scripts.new_game import LETTERS, NAME, PLACES, Refusal, check_name, choose_letters, filled_in

from conftest import EVERYTHING
from lumitheque.games import SHELF
from source_tree import PACKAGE, ROOT, kept_files

NEW = next(name for name in ("quasar", "pulsar", "corona") if name not in SHELF)
OWN_TESTS = (
    *("test_laws", "test_golden", "test_perft", "test_finished", "test_twins", "test_words", "test_rule_map"),
    *("test_origins", "test_board_facts", "test_repository", f"games/test_{NEW}", "games/test_lessons"),
    *("test_languages", "cli/test_shelf", "cli/test_play", "cli/test_bots"),
)
OTHERS_TOO = "map or every_file or every_game or up_to_date or are_fresh or know_each_other"  # about all games at once
MARK = "from lumitheque.games import find, machine_code; print(machine_code.ready_mark(find('{}').folder).name)"


def test_the_shelf_has_every_game_of_the_house() -> None:
    assert sorted(SHELF) == sorted(path.parent.name for path in PACKAGE.glob("games/*/rules.py"))


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", "say what it is called: make new-game NAME=comet"),
        ("Comet", "NAME=Comet: a name has 3 to 20 lower-case letters"),
        ("le-cerf", "lower-case letters and digits"),
        ("7up", "the first a letter"),
        ("go", "3 to 20"),
        ("c" * 21, "3 to 20"),
        ("class", "taken by Python"),
        (NAME, "taken by the template"),
        ("sirius", "there is such a game on the shelf: lumens, luminis"),
    ],
)
def test_names_that_will_not_do(name: str, problem: str) -> None:
    with pytest.raises(Refusal, match=f"^new-game: .*{problem}"):
        check_name(name)


def test_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scripts.new_game.SHELF", {name: SHELF[name] for name in ("lumens", "luminis", "sirius")})
    assert choose_letters("comet") == "CO" and choose_letters("comet", "QZ") == "QZ"
    assert choose_letters("lumiere") == "LI", "LU and LM are taken"
    for wanted, problem in (("co", "two capitals, such as CO"), ("SI", "letters of sirius"), (LETTERS, "template")):
        with pytest.raises(Refusal, match=problem):
            choose_letters("comet", wanted)
    with pytest.raises(Refusal, match="LETTERS=QZ"):
        choose_letters("sii")


def test_what_is_filled_in() -> None:
    told = filled_in(f"from {NAME}.record import A\nfrom {NAME} import rules\n# {LETTERS}-07, LueurTwin", "comet", "CO")
    assert told == (
        "from lumitheque.games.comet.record import A\nfrom lumitheque.games.comet import rules\n# CO-07, CometTwin"
    )


# --- in a copy -------------------------------------------------------------------------------------------------------


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    own = os.environ | {"PYTHONPATH": str(folder / "src"), "LUMITHEQUE_RULES": "interpreted"}
    own.pop("PYTEST_ADDOPTS", None)
    return subprocess.run(
        [sys.executable, *command], cwd=folder, env=own, capture_output=True, text=True, timeout=600, check=False
    )


def must(folder: Path, *command: str) -> str:
    done = run(folder, *command)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository with one game more."""
    files = kept_files()
    if not files:
        pytest.skip("not a git checkout")
    folder = tmp_path_factory.mktemp("copy")
    for path in files:
        place = folder / path.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place)
    (folder / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    told = must(folder, "scripts/new_game.py", NEW)
    assert f"{NEW.capitalize()} is on the shelf, with rule ids " in told
    return folder


def new_in(copy: Path) -> list[Path]:
    known = {path.relative_to(ROOT) for path in kept_files()}
    found = (path for path in copy.rglob("*") if path.is_file() and path.relative_to(copy) not in known)
    caches = ("node_modules", "__pycache__", ".ruff_cache", ".hypothesis")
    return [path for path in found if not set(caches) & set(path.parts)]


@pytest.mark.slow
def test_a_new_game_holds(copy: Path) -> None:
    tests = [f"tests/{name}.py" for name in OWN_TESTS]
    told = must(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", f"{NEW} or {OTHERS_TOO}", *tests)
    assert int(told.split(" passed")[0].split()[-1]) > 130
    must(copy, "-m", "ruff", "check", "--no-cache", "src", "tests", "templates")
    must(copy, "-m", "ruff", "format", "--no-cache", "--check", "src", "tests")


@pytest.mark.slow
def test_nothing_of_the_template_is_left_in_it(copy: Path) -> None:
    made = new_in(copy)
    template = [path for path in kept_files() if path.relative_to(ROOT).as_posix().startswith(tuple(PLACES))]
    assert len(made) > len(template) > 20
    left = [str(path) for path in made if NAME in path.read_text(encoding="utf-8").lower()]
    assert left + [str(path) for path in made if f"{LETTERS}-0" in path.read_text(encoding="utf-8")] == []


@pytest.mark.slow
def test_a_new_game_compiles_only_itself(copy: Path) -> None:
    for game in SHELF:
        assert must(copy, "-c", MARK.format(game)) == must(ROOT, "-c", MARK.format(game)), game
    assert must(copy, "-c", MARK.format(NEW)).startswith(f"ready-{NEW}-")


@pytest.mark.slow
def test_it_is_not_written_twice(copy: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in new_in(copy)}
    again = run(copy, "scripts/new_game.py", NEW)
    assert again.returncode == 1 and again.stderr.startswith(f"new-game: NAME={NEW}: there is such a game on the shelf")
    (copy / "web" / "src" / "games" / "nova").mkdir()
    (copy / "web" / "src" / "games" / "nova" / "index.ts").touch()
    taken = run(copy, "scripts/new_game.py", "nova")
    assert taken.stderr == "new-game: NAME=nova: web/src/games/nova/index.ts is there already\n"
    assert not (copy / "src" / "lumitheque" / "games" / "nova").exists()
    shutil.rmtree(copy / "web" / "src" / "games" / "nova")
    assert before == {path: path.stat().st_mtime_ns for path in new_in(copy)}


@pytest.mark.slow
@pytest.mark.skipif(not EVERYTHING, reason="builds the page: make test-all")
def test_it_is_played_in_the_browser(copy: Path) -> None:
    """Built, checked, and played: by tapping, by keys alone, by dragging, on a phone, and with axe looking on."""
    npm = "import hatch_build, sys; hatch_build.npm(*sys.argv[1:])"
    for script in ("build", "check", "lint", "test"):
        must(copy, "-c", npm, "run", script, "--silent")
    page = [str(path) for path in new_in(copy) if path.suffix in (".ts", ".svelte") and copy / "web" in path.parents]
    assert len(page) > 8
    must(copy, "-c", npm, "exec", "--", "prettier", "--check", *page)
    tests = [f"tests/web/{name}.py" for name in ("test_games", "test_for_everyone", "test_shelf", f"test_{NEW}")]
    told = must(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", NEW, *tests)
    assert int(told.split(" passed")[0].split()[-1]) >= 8
