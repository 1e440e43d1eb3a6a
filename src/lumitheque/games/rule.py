"""How a rule is run: interpreted, compiled, or compiled with every index checked.

A rule is a short plain-Python function over records. `@rule` is the only door to the compiler. What it does is chosen
once per process by `LUMITHEQUE_RULES`:

    compiled      by Numba, kept on disk
    checked       the same, and an index outside its array raises
    interpreted   as it stands, to step through it
    auto          (default) compiled if `lumitheque prepare` has compiled these very sources, else interpreted

Machine code on disk is kept in a folder named after everything it depends on, because Numba itself does not notice
when a *called* function in another file has changed.
"""

import functools
import hashlib
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

NOT_NOW = 100  # the refusal XX-00: this is not a move now (0 means: nothing to refuse)
SPECTATOR = -1  # the viewer who has no seat

MODES = ("auto", "compiled", "checked", "interpreted")
SHARED = Path(__file__).parent

Rule = TypeVar("Rule", bound=Callable[..., Any])


@functools.cache
def way_to_run() -> str:
    """compiled, checked or interpreted, for the whole of this process."""
    mode = os.environ.get("LUMITHEQUE_RULES", "auto")
    if mode not in MODES:
        raise SystemExit(f"LUMITHEQUE_RULES={mode!r} is not one of {', '.join(MODES)}")
    if mode == "auto":
        return "compiled" if ready_mark().exists() else "interpreted"
    return mode


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


def source_digest(*folders: Path) -> str:
    """A name for the sources in these folders and those that games share, the compiler and the processor."""
    digest = hashlib.sha256(f"{sys.implementation.cache_tag} {_compiler()} {_processor()}".encode())
    shared = sorted(path for path in SHARED.iterdir() if path.is_dir() and not is_game(path))
    for folder in (SHARED, *shared, *folders):
        for path in sorted(folder.glob("*.py")):
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


def ready_mark() -> Path:
    """The file that says: every game of the house is compiled."""
    rooms = (SHARED.parent / "kernels", SHARED.parent / "bots" / "thinking")
    games = sorted(path for path in SHARED.iterdir() if is_game(path))
    return cache_root() / f"ready-{source_digest(*games, *(path / 'skill' for path in games), *rooms)}"


@functools.cache
def cache_folder(folder: Path) -> Path:
    """The folder for machine code made from the sources in `folder`: of a game, or of the skill that lies in one."""
    checked = "-checked" if way_to_run() == "checked" else ""
    if is_game(folder.parent):
        return cache_root() / f"{folder.parent.name}-{folder.name}-{source_digest(folder.parent, folder)}{checked}"
    return cache_root() / f"{folder.name}-{source_digest(folder)}{checked}"


_places: list[Path] = []  # while a file is loaded on behalf of a game: where its machine code goes


@contextmanager
def machine_code_in(place: Path) -> Iterator[None]:
    """Machine code of rules decorated meanwhile goes to `place`, wherever their file is."""
    _places.append(place)
    try:
        yield
    finally:
        _places.pop()


def rule(function: Rule) -> Rule:
    """Make a rule of a function."""
    if way_to_run() == "interpreted":
        return function
    import numba

    before = numba.config.CACHE_DIR  # Numba reads it when a function is decorated
    place = _places[-1] if _places else cache_folder(Path(function.__code__.co_filename).parent)
    numba.config.CACHE_DIR = str(place)
    try:
        checked = way_to_run() == "checked"
        # Rules make no arrays. So nobody needs to count who uses one (_nrt), which took a fifth of a search's time.
        return numba.njit(  # type: ignore[no-any-return]
            function, cache=True, nogil=True, error_model="numpy", boundscheck=checked, _nrt=False
        )
    finally:
        numba.config.CACHE_DIR = before
