"""The LLVM code of a rule, as Numba writes it before it thinks of this processor. The only user of Numba in this room.

What is private to Numba and llvmlite, and is relied on here and in games/compiler.py (Plain, Portable):

- how a compiled function is called: a place for the result, one for an exception, then the arguments, arrays taken
  apart into their fields. `_check` compares that with the code that Numba wrote;
- which libraries a library calls, and the LLVM module of each (`_linking_libraries`, `_final_module`).

Versions other than the pinned ones may do all that differently without a word, so `check_versions` refuses them.
"""

from collections.abc import Iterator
from importlib.metadata import version
from typing import Any, NamedTuple

from numba import from_dtype, types
from numba.core.compiler_lock import global_compiler_lock

from lumitheque.browser.kinds import Kind, Number, Parameter, Workspace, flattened
from lumitheque.games.game import GameError
from lumitheque.games.machine_code import way_to_run

KNOWN = {"numba": "0.68.1", "llvmlite": "0.50.0"}  # as constraints.txt pins them: a test compares
NUMBERS = {"i32": types.int64, "i64": types.int64, "f64": types.float64}
PASSED = {"i32": "i64", "i64": "i64", "f64": "double"}
RESULTS = {  # of a rule: how it is stored, and what is made of it for JavaScript
    "none": ("ptr", "void"),
    "bool": ("i8", "bool"),
    "int8": ("i8", "i32"),
    "int16": ("i16", "i32"),
    "int32": ("i32", "i32"),
    "int64": ("i64", "i32"),
    "float32": ("float", "f64"),
    "float64": ("double", "f64"),
}


class PlainRule(NamedTuple):
    """A rule with the LLVM modules of all that it calls, callers first."""

    symbol: str
    parameters: tuple[Parameter, ...]
    stored: str  # the LLVM type of the result
    result: str  # void, bool, i32 or f64
    modules: dict[int, Any]  # by the identity of the library


def check_versions() -> None:
    for package, known in KNOWN.items():
        if version(package) != known:
            raise GameError(f"WebAssembly is made with {package} {known}, not {version(package)}")
    if way_to_run() != "portable":
        raise GameError("WebAssembly is made in a process with LUMITHEQUE_RULES=portable")


@global_compiler_lock  # type: ignore[untyped-decorator]  # Numba has no types
def plain(rule: Any, kinds: tuple[Kind, ...]) -> PlainRule:
    """The code of a rule for arguments of these kinds."""
    rule.compile(tuple(map(_type_of, kinds)))
    (made,) = (made for signature, made in rule.overloads.items() if signature == tuple(map(_type_of, kinds)))
    names = rule.py_func.__code__.co_varnames[: len(kinds)]
    stored, result = RESULTS[str(types.unliteral(made.signature.return_type))]
    modules: dict[int, Any] = {}
    for library in _reached(made.library):
        modules[id(library)] = _module_of(library)
    found = PlainRule(made.fndesc.llvm_func_name, tuple(flattened(names, kinds)), stored, result, modules)
    _check(found, made.library)
    return found


def _type_of(kind: Kind) -> Any:
    if isinstance(kind, Number):
        return NUMBERS[kind.kind]
    if isinstance(kind, Workspace):
        return types.NamedTuple([_type_of(field) for field in kind.fields], kind.named)
    one = from_dtype(kind.dtype)
    return types.Array(one, kind.dimensions, "C") if kind.dimensions else one


def _reached(library: Any) -> Iterator[Any]:
    """A library and all that it calls, each once, callers first: LLVM's linker leaves out what nobody called so far."""
    seen, waiting = {id(library)}, [library]
    while waiting:
        one = waiting.pop(0)
        yield one
        for called in one._linking_libraries:  # noqa: SLF001
            if id(called) not in seen:
                seen.add(id(called))
                waiting.append(called)


def _module_of(library: Any) -> Any:
    """Ours hold their own functions only. Numba's have linked what they call, and may be linked several times."""
    ours = type(library).__module__ == "lumitheque.games.compiler"
    return library._final_module if ours else library._get_module_for_linking()  # noqa: SLF001


def passed(parameter: Parameter) -> list[str]:
    """The LLVM types by which Numba passes an argument: arrays as owner, parent, count, item size, data, shape,
    strides."""
    if isinstance(parameter.kind, Number):
        return [PASSED[parameter.kind.kind]]
    if parameter.kind.dimensions == 0:
        return ["ptr"]
    return ["ptr", "ptr", "i64", "i64", "ptr", *(["i64"] * 2 * parameter.kind.dimensions)]


def _check(rule: PlainRule, library: Any) -> None:
    expected = ["ptr", "ptr", *(one for parameter in rule.parameters for one in passed(parameter))]
    function = library._final_module.get_function(rule.symbol)  # noqa: SLF001
    found = [str(argument.type) for argument in function.arguments]
    if found != expected:
        raise GameError(f"Numba passes {found} to {rule.symbol}, expected: {expected}")
