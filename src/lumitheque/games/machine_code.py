"""Where machine code is kept, and which games have theirs.

Machine code on disk is kept in a folder named after everything it depends on, because Numba itself does not notice
when a *called* function in another file has changed. When all of a game is compiled, `lumitheque prepare` writes the
game's *ready mark*: an empty file named after the same digest. Editing one game compiles only that one again.

A process that was started with `LUMITHEQUE_RULES=prepared` interprets the games without a mark, and goes over to
machine code, game by game, when somebody calls `take_up`.
"""

import functools
import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

MODES = ("auto", "prepared", "compiled", "checked", "interpreted", "portable")
SHARED = Path(__file__).parent


@functools.cache
def way_to_run() -> str:
    """prepared, compiled, checked, interpreted or portable, for the whole of this process."""
    mode = os.environ.get("LUMITHEQUE_RULES", "auto")
    if mode not in MODES:
        raise SystemExit(f"LUMITHEQUE_RULES={mode!r} is not one of {', '.join(MODES)}")
    if mode == "auto":
        marked = [is_marked(game) for game in games_here()]
        return "compiled" if all(marked) else "prepared" if any(marked) else "interpreted"
    return mode


# --- where it is kept ------------------------------------------------------------------------------------------------


@functools.cache
def cache_root() -> Path:
    """Where machine code is kept: the first of the usual places that can be written to."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    places = (
        os.environ.get("LUMITHEQUE_CACHE"),
        os.path.join(home, "lumitheque"),
        os.environ.get("LUMITHEQUE_DATA"),
        os.path.join(sys.prefix, "var", "cache", "lumitheque"),
    )
    for place in places:
        if place and _writable(Path(place)):
            return Path(place)
    return Path(tempfile.mkdtemp(prefix="lumitheque-"))


def _writable(folder: Path) -> bool:
    probe = folder / f".probe-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.touch()
        probe.unlink()
    except OSError:
        return False
    return True


def is_game(folder: Path) -> bool:
    return (folder / "rules.py").exists()


def games_here() -> list[Path]:
    """The folders of the house's own games."""
    return sorted(path for path in SHARED.iterdir() if is_game(path))


def source_digest(*folders: Path) -> str:
    """A name for the sources in these folders and those that games share, the compiler and the processor. The shelf
    itself (`__init__.py`) is none of them: a new game leaves the others' machine code as it is."""
    digest = hashlib.sha256(f"{sys.implementation.cache_tag} {_compiler()} {_processor()}".encode())
    shared = sorted(path for path in SHARED.iterdir() if path.is_dir() and not is_game(path))
    for folder in (SHARED, *shared, *folders):
        for path in sorted(folder.glob("*.py")):
            if path.parent != SHARED or path.name != "__init__.py":
                digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


@functools.cache
def _compiler() -> str:
    from importlib.metadata import version

    return version("numba") + "/" + version("numpy")


@functools.cache
def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        import platform

        return platform.processor()
    return "".join(sorted({line for line in lines if line.startswith(("model name", "flags"))}))


@functools.cache
def cache_folder(folder: Path) -> Path:
    """The folder for machine code made from the sources in `folder`: of a game, or of the skill that lies in one."""
    checked = "-checked" if way_to_run() == "checked" else ""
    if is_game(folder.parent):
        return cache_root() / f"{folder.parent.name}-{folder.name}-{source_digest(folder.parent, folder)}{checked}"
    return cache_root() / f"{folder.name}-{source_digest(folder)}{checked}"


# --- which games have theirs -----------------------------------------------------------------------------------------


def ready_mark(game: Path) -> Path:
    """The file that says: the game in this folder is compiled, its searches too."""
    rooms = (SHARED.parent / "kernels", SHARED.parent / "bots" / "search")
    return cache_root() / f"ready-{game.name}-{source_digest(game, game / 'skill', *rooms)}"


def is_marked(game: Path) -> bool:
    return ready_mark(game).exists()


AHEAD: ContextVar[bool] = ContextVar("ahead", default=False)  # this thread loads machine code before the others use it


class MachineCode:
    """The machine code of one game as this process sees it."""

    __slots__ = ("awaited", "ready")

    def __init__(self, ready: bool, awaited: bool) -> None:
        self.ready = ready  # calls look for machine code
        self.awaited = awaited  # calls are interpreted, and somebody may call `take_up` later


@functools.cache
def machine_code(game: Path) -> MachineCode:
    if way_to_run() != "prepared":
        return MachineCode(ready=way_to_run() != "interpreted", awaited=False)
    marked = is_marked(game)
    return MachineCode(ready=marked, awaited=not marked)


@functools.cache
def shared_machine_code() -> MachineCode:
    """What games share is used by games that are still interpreted: it goes over with the last of them."""
    marked = all(machine_code(game).ready for game in games_here())
    return MachineCode(ready=marked, awaited=not marked)


def take_up(game: Path) -> None:
    """The game was compiled while this process ran: from now on calls look for its machine code."""
    code = machine_code(game)
    code.ready, code.awaited = True, False
    if all(machine_code(one).ready for one in games_here()):
        shared_machine_code().ready = True


@contextmanager
def ahead_of_others() -> Iterator[None]:
    """Calls of this thread look for machine code already. Loading takes a second, in which the others interpret on."""
    token = AHEAD.set(True)
    try:
        yield
    finally:
        AHEAD.reset(token)


def do_without(game: Path) -> None:
    """The game could not be compiled: it stays interpreted, and nobody waits any longer."""
    machine_code(game).awaited = False


# --- files that are loaded on behalf of a game -----------------------------------------------------------------------

_loading: list[tuple[Path, Path]] = []  # the game, and where machine code goes


@contextmanager
def machine_code_in(place: Path, game: Path) -> Iterator[None]:
    """Machine code of rules decorated meanwhile goes to `place` and belongs to this game, wherever their file is."""
    _loading.append((game, place))
    try:
        yield
    finally:
        _loading.pop()


def home_of(source: Path) -> tuple[MachineCode, Path]:
    """Whose machine code a rule in this file is, and where it is kept."""
    if _loading:
        game, place = _loading[-1]
        return machine_code(game), place
    folder = source.parent
    for game in (folder, folder.parent):
        if is_game(game):
            return machine_code(game), cache_folder(folder)
    return shared_machine_code(), cache_folder(folder)
