"""Names while a module is translated: which are local, which belong to the module, and what JavaScript calls them."""

import ast
import builtins
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

RESERVED = frozenset(
    [
        "arguments",
        "await",
        "break",
        "case",
        "catch",
        "class",
        "const",
        "continue",
        "debugger",
        "default",
        "delete",
        "do",
        "else",
        "enum",
        "eval",
        "export",
        "extends",
        "false",
        "finally",
        "for",
        "function",
        "if",
        "implements",
        "import",
        "in",
        "instanceof",
        "interface",
        "let",
        "new",
        "null",
        "package",
        "private",
        "protected",
        "public",
        "return",
        "static",
        "super",
        "switch",
        "this",
        "throw",
        "true",
        "try",
        "typeof",
        "var",
        "void",
        "while",
        "with",
        "yield",
        "undefined",
    ]
)
BUILTINS = frozenset(dir(builtins))


class Untranslatable(ValueError):
    """Python that has no translation: which line, and what to write instead if that is known."""

    def __init__(self, node: ast.AST, problem: str) -> None:
        self.line = getattr(node, "lineno", 0)
        super().__init__(problem)


def js_name(name: str) -> str:
    return f"{name}_" if name in RESERVED else name


class Scope:
    """Names known at one place. A name that nobody defined is one of Python's own, which the runtime has."""

    def __init__(self, module_names: Iterable[str]) -> None:
        self._module = frozenset(module_names)
        self._inner: list[set[str]] = []
        self._temporaries: list[list[str]] = [[]]
        self._count = 0
        self.classes: list[str] = []  # whose body is being translated

    @contextmanager
    def inner(self, names: Iterable[str]) -> Iterator[None]:
        self._inner.append(set(names))
        try:
            yield
        finally:
            self._inner.pop()

    @contextmanager
    def function(self, names: Iterable[str]) -> Iterator[list[str]]:
        """The inside of a function; gives the list of temporary names that its expressions will have needed."""
        self._temporaries.append([])
        with self.inner(names):
            yield self._temporaries[-1]
        self._temporaries.pop()

    def name(self, name: str) -> str:
        if any(name in names for names in self._inner) or name in self._module:
            return js_name(name)
        if name in ("__name__", "__file__"):  # nobody loads modules by name in the page
            return '""'
        if name in BUILTINS:
            return f"$.{name}" if name not in RESERVED else f"$.{name}_"
        return js_name(name)

    def assigned(self, name: str) -> str:
        return js_name(name)

    def temporary(self) -> str:
        self._count += 1
        name = f"$t{self._count}"
        self._temporaries[-1].append(name)
        return name

    def temporaries(self) -> list[str]:
        """Of the module itself."""
        return self._temporaries[0]

    def class_name(self) -> str:
        return js_name(self.classes[-1])
