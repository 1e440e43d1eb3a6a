"""A Python module as an ES module. The module is imported as well, to see what its names are."""

import ast
import importlib
import importlib.util
import inspect
import json
import types
import typing
from collections.abc import Set as AbstractSet
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from lumitheque.browser.translation.classes import Classes
from lumitheque.browser.translation.scopes import Scope, Untranslatable, js_name
from lumitheque.browser.translation.statements import Statements, assigned_names, stored_names

RUNTIME = "#python"  # an alias that the page's bundler resolves
ALIASES = (types.GenericAlias, types.UnionType, typing.TypeVar, type(typing.Union[int, str]), type(typing.Any))  # noqa: UP007
FOR_TYPES = frozenset(("typing", "collections.abc", "types", "__future__", "abc"))  # most of their names are not run


class TranslationError(ValueError):
    """A module that cannot be translated: file, line, reason."""


def translate(name: str, replaced: AbstractSet[str] = frozenset(), gone: AbstractSet[str] = frozenset()) -> str:
    """The JavaScript of a Python module. What is `replaced` is written by hand and imported under the same name; what
    is `gone` has no use in the page."""
    module = importlib.import_module(name)
    path = Path(str(module.__file__))
    try:
        return _Module(module, ast.parse(path.read_text(encoding="utf-8")), replaced, gone).js()
    except Untranslatable as problem:
        raise TranslationError(f"{path}, line {problem.line}: {problem}") from None


def find_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


class _Module:
    def __init__(
        self, module: ModuleType, tree: ast.Module, replaced: AbstractSet[str], gone: AbstractSet[str]
    ) -> None:
        self._module, self._replaced = module, replaced
        self._body = [_WithoutAnnotations().visit(node) for node in tree.body if not is_for_types(node)]
        self._body = [node for node in self._body if (replaced | gone).isdisjoint(defined_by(node))]
        names = assigned_names(self._body) | {node.name for node in self._body if isinstance(node, ast.ClassDef)}
        self._imports = list(self._imported())
        self._scope = Scope(names | {one for line in self._imports for one in line[1]})
        self._statements = Statements(self._scope)
        self._classes = Classes(module, self._statements)
        self._names = names

    def js(self) -> str:
        lines = [text for node in self._body if (text := self._statement(node))]
        temporaries = self._scope.temporaries()
        head = [f'import * as $ from "{RUNTIME}";', *(line for line, _ in self._imports)]
        if temporaries:
            head.append(f"let {', '.join(temporaries)};")
        if self._replaced:
            short = self._module.__name__.removeprefix("lumitheque.")
            wanted = ", ".join(sorted(name for name in self._replaced if not name.startswith("_") or self._uses(name)))
            head += [f'import {{ {wanted} }} from "#instead/{short}";', f"export {{ {wanted} }};"]
        hoisted = self._hoisted()
        if hoisted:
            head.append(f"export let {', '.join(map(js_name, hoisted))};")
        return "\n".join([*head, *lines]) + "\n"

    def _uses(self, name: str) -> bool:
        return any(isinstance(node, ast.Name) and node.id == name for one in self._body for node in ast.walk(one))

    def _hoisted(self) -> list[str]:
        return sorted(name for name in self._names - {"__all__"} if self._is_value(name))

    def _is_value(self, name: str) -> bool:
        if not hasattr(self._module, name):
            return False
        value = getattr(self._module, name)
        return is_choice(value) or not is_alias(value)

    # --- imports -----------------------------------------------------------------------------------------------------

    def _imported(self) -> typing.Iterator[tuple[str, list[str]]]:
        used = {node.id for one in self._body for node in ast.walk(one) if isinstance(node, ast.Name)}
        for node in self._body:
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    name = alias.asname or alias.name
                    if name not in used and node.module in FOR_TYPES:
                        continue
                    yield self._from(str(node.module), alias.name, name), [name]
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    name = (alias.asname or alias.name).split(".")[0]
                    yield f'const {js_name(name)} = $.library("{alias.name}");', [name]

    def _from(self, module: str, name: str, called: str) -> str:
        if not module.startswith("lumitheque"):
            return f'const {js_name(called)} = $.library("{module}")["{name}"];'
        if is_alias(getattr(self._module, called, None)):
            return ""
        full = f"{module}.{name}"
        if inspect.ismodule(getattr(self._module, called, None)) and find_module(full):
            return f'import * as {js_name(called)} from "{place_of(full)}"; export {{ {js_name(called)} }};'
        renamed = js_name(called) if name == called else f"{js_name(name)} as {js_name(called)}"
        imported = f'import {{ {renamed} }} from "{place_of(module)}";'
        return f"{imported} export {{ {js_name(called)} }};"  # in Python, others may import it from here

    # --- what is defined ---------------------------------------------------------------------------------------------

    def _statement(self, node: ast.stmt) -> str:
        if isinstance(node, ast.Import | ast.ImportFrom):
            return ""
        if isinstance(node, ast.ClassDef):
            return f"{js_name(node.name)} = {self._classes.js(node)};"
        if isinstance(node, ast.Assign | ast.AnnAssign) and self._defines_alias(node):
            return ""
        if (table := self._table(node)) is not None:
            return table
        return self._statements.statement(node)

    def _table(self, node: ast.stmt) -> str | None:
        """A table of numbers as it is, instead of how NumPy worked it out."""
        if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
            return None
        name = node.targets[0].id
        value = getattr(self._module, name)
        if not isinstance(value, np.ndarray):
            return None
        kind = f'$.attr($.library("numpy"), "{value.dtype.name}")'
        return f'{js_name(name)} = $.library("numpy").array({to_json(value.tolist())}, {kind});'

    def _defines_alias(self, node: ast.Assign | ast.AnnAssign) -> bool:
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        if not isinstance(target, ast.Name):
            return False
        return target.id == "__all__" or not self._is_value(target.id)


class _WithoutAnnotations(ast.NodeTransformer):
    """Drops what only type checkers read; in classes annotations say which fields there are, and stay."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.returns = None
        self.generic_visit(node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AnnAssign:
        node.annotation = ast.Constant("ClassVar" if "ClassVar" in ast.unparse(node.annotation) else "")
        return node


def is_alias(value: object) -> bool:
    """A type made of others: list[int], Literal["fr"], int | None."""
    return isinstance(value, ALIASES) or typing.get_origin(value) is not None


def is_choice(value: object) -> bool:
    """One of several structs: what messages are read as, so it is needed when they are."""
    return isinstance(value, types.UnionType) and all(hasattr(one, "__struct_fields__") for one in value.__args__)


def defined_by(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Assign):
        return [name for target in node.targets for name in stored_names(target)]
    return []


def is_for_types(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def place_of(module: str) -> str:
    """Where the translation of a module lies."""
    return f"#translated/{module.removeprefix('lumitheque.')}.js"


def to_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
