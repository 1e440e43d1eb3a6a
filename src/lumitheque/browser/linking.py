"""One WebAssembly module out of the LLVM code of many rules: linked, retargeted, optimised, and linked by wasm-ld."""

import functools
import importlib.util
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

from lumitheque.games.game import GameError

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext"  # what every browser since 2021 has
STACK = 256 * 1024  # bytes; it lies first, so that an overflow traps instead of overwriting data
ROUNDS = 2  # of optimisation: the second finds what inlining brought together

# Numba's modules say how this machine aligns pointers, which are half as wide there.
POINTER_ALIGNMENT = re.compile(r"^(\s*(?:%\S+ = load|store) ptr .*), align 8$", re.MULTILINE)
TARGET = re.compile(r"^target (?:datalayout|triple) = .*$", re.MULTILINE)


def linked(wrappers: Mapping[str, str], modules: Iterable[Any]) -> bytes:
    """The WebAssembly module that exports these wrappers (LLVM code by name) of rules in these modules."""
    machine = _machine()
    whole = _retargeted("\n".join(_once(wrappers.values())), machine)
    for module in modules:
        whole.link_in(_retargeted(str(module), machine))
    for one in [*whole.functions, *whole.global_variables]:
        if not one.is_declaration and one.name not in wrappers:
            one.linkage = "internal"
    whole.verify()
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    for _ in range(ROUNDS):
        builder.getModulePassManager().run(whole, builder)
    return _link(machine.emit_object(whole), list(wrappers))


def _once(wrappers: Iterable[str]) -> list[str]:
    """The wrappers' lines; a declaration that several of them have, once."""
    lines = [line for wrapper in wrappers for line in wrapper.splitlines()]
    declarations = dict.fromkeys(line for line in lines if line.startswith("declare "))
    return [*declarations, *(line for line in lines if line not in declarations)]


@functools.cache
def _machine() -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(cpu="generic", features=FEATURES, opt=3, reloc="static", codemodel="default")


def _retargeted(text: str, machine: Any) -> Any:
    text = POINTER_ALIGNMENT.sub(r"\1", TARGET.sub("", text))
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)
    return module


def linker() -> list[str]:
    """The command that links WebAssembly: LLVM's own, or the one in the Python package ziglang."""
    if found := shutil.which("wasm-ld"):
        return [found]
    if importlib.util.find_spec("ziglang"):
        return [sys.executable, "-m", "ziglang", "wasm-ld"]
    raise GameError("wasm-ld is missing; on Debian or Ubuntu: apt install lld; elsewhere: pip install ziglang")


def _link(compiled: bytes, names: list[str]) -> bytes:
    how = ["--no-entry", "--strip-all", "-O3", "--stack-first", "-z", f"stack-size={STACK}", "--export=__heap_base"]
    with tempfile.TemporaryDirectory() as place:
        given, made = Path(place) / "game.o", Path(place) / "game.wasm"
        given.write_bytes(compiled)
        exports = [f"--export={name}" for name in names]
        told = subprocess.run(
            [*linker(), *how, *exports, given, "-o", made], capture_output=True, text=True, check=False
        )
        if told.returncode:
            raise GameError(f"wasm-ld failed: {told.stderr.strip()}")
        return made.read_bytes()
