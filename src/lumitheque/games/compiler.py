"""What `@rule` asks of Numba, and what it spares it. The only importer of Numba's compiler.

Numba makes of every function something that Python can call: wrappers, full optimisation, machine code of the function
and of all that it calls. Of our rules Python calls one in six; the others are only called by rules. So a rule is
compiled in two ways: `Entry`, what Python calls, is compiled in full and kept on disk; `Callee`, what compiled rules
call, is linked into its callers as it is, and optimised there, once. That takes less than half of the time, and the
machine code is as fast.
"""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba import config
from numba.core import compiler, sigutils
from numba.core.caching import FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher

from lumitheque.games.machine_code import AHEAD, MachineCode

LOCATOR = "lumitheque.games.code_locator.FolderLocator"
log = logging.getLogger("lumitheque.games")


class Linked(JITCodeLibrary):  # type: ignore[misc]
    """LLVM code that is only linked into its callers: no optimisation and no machine code of its own."""

    def _optimize_final_module(self) -> None:
        """Its callers do that."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class Plain(Linked):
    """LLVM code as Numba writes it, for another processor: nothing is optimised, and what it calls is not linked in.
    Whoever wants a whole program links every library once (browser/plain_ir.py)."""

    def _optimize_functions(self, ll_module: Any) -> None:
        """Numba would do it for this processor."""

    def finalize(self) -> None:
        self._raise_if_finalized()
        self._final_module.verify()
        self._finalized = True


class Callee(CPUDispatcher):  # type: ignore[misc]
    """A rule as compiled rules call it."""

    library: type[Linked] = Linked

    @global_compiler_lock
    def compile(self, sig: Any) -> Any:
        args, _ = sigutils.normalize_signature(sig)
        if args not in self.overloads:
            flags = compiler.Flags()
            self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
            flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
            library = self.library(self.targetctx.codegen(), self.py_func.__qualname__)
            made = compiler.compile_extra(
                self.typingctx, self.targetctx, self.py_func, args, None, flags, {}, library=library
            )
            made = made._replace(entry_point=object())  # nobody calls it, but callers find it by its identity
            self.targetctx.insert_user_function(made.entry_point, made.fndesc, [made.library])
            self.overloads[args] = made
        return self.overloads[args].entry_point


class Portable(Callee):
    """A rule that is compiled for another processor. Here it is interpreted: modules call some while they load."""

    library = Plain

    def __call__(self, *args: Any) -> Any:
        return self.py_func(*args)


class Entry(CPUDispatcher):  # type: ignore[misc]
    """A rule as Python calls it; compiled when it is first called, and kept on disk."""

    def __init__(self, py_func: Callable[..., Any], locals: Any = None, targetoptions: Any = None) -> None:  # noqa: A002 (Numba's name)
        super().__init__(py_func, locals, targetoptions)
        self._callee = Callee(py_func, None, targetoptions)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return self._callee.get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        return self._callee.get_overload(sig)

    def keep_in(self, place: Path) -> None:
        """Keep machine code in this folder. Numba reads both settings when the cache is made."""
        before = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = str(place), LOCATOR
        try:
            self._cache = FunctionCache(self.py_func)
        finally:
            config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before


class PreparedEntry(Entry):
    """A rule as Python calls it; run by machine code from disk where there is some, else interpreted. A call never
    waits for the compiler, and machine code is taken up while others are in the middle of interpreted calls."""

    code: MachineCode  # of its game

    def _compile_for_args(self, *args: Any) -> Any:
        """Numba asks here for what to call with arguments that it has no machine code for."""
        if not self.code.ready and not AHEAD.get():
            return self.py_func
        self._compilation_chain_init_hook()
        return self._find(tuple(map(self.typeof_pyval, args))) or self.py_func

    def _find(self, types: tuple[Any, ...]) -> Any:
        with global_compiler_lock:
            if types in self.overloads:
                return self.overloads[types].entry_point
            if types in self._cache_misses:
                return None
            found = self._cache.load_overload(types, self.targetctx)
            if found is None:
                self._cache_misses[types] += 1
                log.debug("interpreted, because it is not prepared: %s%s", self.py_func.__qualname__, types)
                return None
            self.add_overload(found)
            return found.entry_point


def options(checked: bool) -> dict[str, Any]:
    """Rules make no arrays. So nobody needs to count who uses one (_nrt), which took a fifth of a search's time."""
    plain = {"nopython": True, "nogil": True, "_nrt": False, "no_cfunc_wrapper": True}
    return {**plain, "error_model": "numpy", "boundscheck": checked}


def portable(function: Callable[..., Any]) -> Portable:
    return Portable(function, targetoptions=options(checked=False))


def compiled(function: Callable[..., Any], place: Path, checked: bool) -> Entry:
    entry = Entry(function, targetoptions=options(checked))
    entry.keep_in(place)
    return entry


def prepared(function: Callable[..., Any], place: Path, code: MachineCode) -> PreparedEntry:
    entry = PreparedEntry(function, targetoptions=options(checked=False))
    entry.keep_in(place)
    entry.code = code
    return entry
