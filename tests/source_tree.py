"""The files of the repository, and what can be read off Python sources without running them."""

import ast
import functools
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "lumitheque"
CODE = ("src", "tests", "benchmarks", "scripts", "templates", "examples")
Function = ast.FunctionDef | ast.AsyncFunctionDef


def python_files(*folders: str) -> list[Path]:
    """Every Python file in some folders of the repository."""
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


@functools.cache
def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def functions(path: Path) -> Iterator[Function]:
    for node in ast.walk(parse(path)):
        if isinstance(node, Function):
            yield node


def is_rule(function: Function) -> bool:
    return any(isinstance(mark, ast.Name) and mark.id == "rule" for mark in function.decorator_list)


def is_annotated(function: Function) -> bool:
    """Whether every argument (but self and cls) and the result has a type."""
    spec = function.args
    named = [*spec.posonlyargs, *spec.args, *spec.kwonlyargs, *filter(None, (spec.vararg, spec.kwarg))]
    typed = all(argument.annotation or argument.arg in ("self", "cls") for argument in named)
    return typed and function.returns is not None


def where(path: Path, node: Function) -> str:
    return f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"


def imports(path: Path) -> Iterator[str]:
    """Dotted names that a file imports, at the top or inside functions; `from a import b` gives a.b."""
    for node in ast.walk(parse(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = ".".join(path.relative_to(ROOT / "src").parts[: -node.level]) if node.level else ""
            source = ".".join(filter(None, (package, node.module)))
            yield from (f"{source}.{alias.name}" for alias in node.names)


def kept_files() -> list[Path]:
    """The files that are, or would be, under version control; none outside a checkout."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        return []
    command = [git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    paths = (ROOT / name for name in listed.split("\0") if name)
    return [path for path in paths if path.is_file()]
