"""How a rule is run: interpreted, compiled, or compiled with every index checked.

A rule is a short plain-Python function over records. `@rule` is the only door to the compiler. What it does is chosen
once per process by `LUMITHEQUE_RULES`:

    compiled      by Numba, when it is first called, and kept on disk
    checked       the same, and an index outside its array raises
    interpreted   as it stands, to step through it
    prepared      machine code that `lumitheque prepare` has made; interpreted where there is none. Nothing is compiled
    portable      interpreted when Python calls it; compiled to plain LLVM code on request, for another processor
                  (lumitheque.browser)
    auto          (default) compiled if `lumitheque prepare` has compiled these very sources of all games, prepared if
                  it has compiled some, else interpreted
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from lumitheque.games.machine_code import home_of, way_to_run

NOT_NOW = 100  # the refusal XX-00: this is not a move now (0 means: nothing to refuse)
SPECTATOR = -1  # the viewer who has no seat

Rule = TypeVar("Rule", bound=Callable[..., Any])


def rule(function: Rule) -> Rule:
    """Make a rule of a function."""
    if way_to_run() == "interpreted":
        return function
    from lumitheque.games.compiler import compiled, portable, prepared

    if way_to_run() == "portable":
        return portable(function)
    code, place = home_of(Path(function.__code__.co_filename))
    if way_to_run() == "prepared":
        return prepared(function, place, code)
    return compiled(function, place, checked=way_to_run() == "checked")
