"""Classes as JavaScript. What a class is made of (fields, defaults, types) is asked of the class itself, in Python."""

import ast
import dataclasses
import json
from types import ModuleType
from typing import Any

import msgspec
from msgspec import inspect

from lumitheque.browser.translation.scopes import Untranslatable, js_name
from lumitheque.browser.translation.statements import Statements

PLAIN_TYPES = {
    inspect.IntType: "int", inspect.FloatType: "float", inspect.StrType: "str", inspect.BoolType: "bool",
    inspect.NoneType: "none", inspect.AnyType: "any", inspect.BytesType: "str", inspect.RawType: "any",
}  # fmt: skip


class Classes:
    """Translates the classes of one module."""

    def __init__(self, module: ModuleType, statements: Statements) -> None:
        self._module, self._statements = module, statements

    def js(self, node: ast.ClassDef) -> str:
        """An expression that makes the class."""
        self._statements.scope.classes.append(node.name)
        made: type = getattr(self._module, node.name)
        bases = [self._statements.js(without_types(base)) for base in node.bases if is_runtime_base(base)]
        members = ", ".join(self._members(node))
        self._statements.scope.classes.pop()
        name, parents = json.dumps(f"{self._module.__name__}.{node.name}"), f"[{', '.join(bases)}]"
        if issubclass(made, msgspec.Struct):
            return f"$.struct({name}, {parents}, {struct_facts(made)}, {{ {members} }})"
        if dataclasses.is_dataclass(made):
            return f"$.dataclass({name}, {parents}, {self._declared(node, made)}, {{ {members} }})"
        if issubclass(made, tuple) and hasattr(made, "_fields"):
            return f"$.namedtuple({name}, {self._declared(node, made)}, {{ {members} }})"
        return f"$.class_({name}, {parents}, {{ {members} }})"

    def _members(self, node: ast.ClassDef) -> list[str]:
        found = []
        for one in node.body:
            if isinstance(one, ast.FunctionDef):
                found.append(f"{json.dumps(one.name)}: {self._method(one)}")
            elif isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name):
                found += self._class_value(one.targets[0].id, one.value)
            elif isinstance(one, ast.AnnAssign) and one.value and "ClassVar" in ast.unparse(one.annotation):
                assert isinstance(one.target, ast.Name)
                found += self._class_value(one.target.id, one.value)
            elif not isinstance(one, ast.AnnAssign | ast.Expr | ast.Pass):
                raise Untranslatable(one, "in a class, only methods, fields and plain values are translated")
        return found

    def _class_value(self, name: str, value: ast.expr) -> list[str]:
        return [] if name == "__slots__" else [f"{json.dumps(name)}: $.value({self._statements.js(value)})"]

    def _method(self, node: ast.FunctionDef) -> str:
        kinds = {ast.unparse(decorator).split(".")[-1] for decorator in node.decorator_list}
        text = self._statements.decorated(strip(node, {"property", "classmethod", "staticmethod", "cached_property"}))
        for kind, wrapper in (("property", "property"), ("cached_property", "cachedProperty")):
            if kind in kinds:
                return f"$.{wrapper}({text})"
        for kind in ("classmethod", "staticmethod"):
            if kind in kinds:
                return f"$.{kind}({text})"
        return text

    def _declared(self, node: ast.ClassDef, made: Any) -> str:
        """The fields as they are written, each with the expression of its default."""
        fields = []
        for one in node.body:
            if isinstance(one, ast.AnnAssign) and "ClassVar" not in ast.unparse(one.annotation):
                assert isinstance(one.target, ast.Name)
                fields.append(f"[{json.dumps(one.target.id)}{self._default(one.value)}]")
        inherited = [] if not dataclasses.is_dataclass(made) else dataclasses.fields(made)
        if inherited and len(inherited) != len(fields):
            raise Untranslatable(node, "a dataclass that inherits fields is not translated")
        return f"[{', '.join(fields)}]"

    def _default(self, value: ast.expr | None) -> str:
        if value is None:
            return ""
        if isinstance(value, ast.Call) and ast.unparse(value.func).split(".")[-1] == "field":
            for keyword in value.keywords:
                if keyword.arg == "default_factory":
                    return f", () => $.call({self._statements.js(keyword.value)}, [])"
                if keyword.arg == "default":
                    return f", () => {self._statements.js(keyword.value)}"
            return ""
        return f", () => {self._statements.js(value)}"


def without_types(base: ast.expr) -> ast.expr:
    """dict[int, str] is a dict."""
    return base.value if isinstance(base, ast.Subscript) else base


def is_runtime_base(base: ast.expr) -> bool:
    name = ast.unparse(base).split("[")[0].split(".")[-1]
    return name not in ("Struct", "NamedTuple", "Protocol", "ABC", "Generic", "object")


def strip(node: ast.FunctionDef, kinds: set[str]) -> ast.FunctionDef:
    """The same function without these decorators."""
    kept = [one for one in node.decorator_list if ast.unparse(one).split(".")[-1] not in kinds]
    return ast.FunctionDef(**{**dict(ast.iter_fields(node)), "decorator_list": kept, "lineno": node.lineno})


def struct_facts(made: type[msgspec.Struct]) -> str:
    config = made.__struct_config__
    info = inspect.type_info(made)
    assert isinstance(info, inspect.StructType)
    types = {field.name: type_text(field.type) for field in info.fields}
    fields = []
    for field in msgspec.structs.fields(made):
        facts = [json.dumps(field.name), json.dumps(field.encode_name), json.dumps(types[field.name])]
        fields.append(f"[{', '.join([*facts, *default_of(field)])}]")
    flags = {"tag": config.tag, "tagField": config.tag_field, "omit": config.omit_defaults}
    flags |= {"array": config.array_like, "strict": config.forbid_unknown_fields, "kw": kw_only(made)}
    return f"{{ fields: [{', '.join(fields)}], ...{json.dumps(flags)} }}"


def kw_only(made: type[msgspec.Struct]) -> bool:
    return not made.__match_args__


def default_of(field: Any) -> list[str]:
    if field.default_factory is not msgspec.NODEFAULT:
        if field.default_factory in (list, dict, set):
            return [f"() => {'[]' if field.default_factory is list else f'$.{field.default_factory.__name__}([])'}"]
        return [f"() => $.named({json.dumps(qualified(field.default_factory))})"]
    if field.default is msgspec.NODEFAULT:
        return []
    return [f"() => {value_text(field.default)}"]


def value_text(value: Any) -> str:
    if value is msgspec.UNSET:
        return "$.UNSET"
    if isinstance(value, frozenset):
        return f"$.frozenset({json.dumps(sorted(value))})"
    if value == [] or value == {}:
        return "[]" if value == [] else "$.dict([])"
    if isinstance(value, msgspec.Struct):
        return f"$.decoded({json.dumps(qualified(type(value)))}, {json.dumps(msgspec.json.encode(value).decode())})"
    return json.dumps(value)


def qualified(made: Any) -> str:
    return f"{made.__module__}.{made.__qualname__}"


def type_text(kind: inspect.Type) -> Any:
    """A type as JSON, for the decoder."""
    for known, name in PLAIN_TYPES.items():
        if isinstance(kind, known):
            limits = {key: value for key in ("ge", "le", "min_length", "max_length")
                      if (value := getattr(kind, key, None)) is not None}  # fmt: skip
            return [name, limits] if limits else name
    match kind:
        case inspect.Metadata():
            return type_text(kind.type)
        case inspect.LiteralType():
            return ["literal", *kind.values]
        case inspect.StructType():
            return ["struct", qualified(kind.cls)]
        case inspect.FrozenSetType() | inspect.SetType():
            return "any"
        case inspect.CustomType():
            return "unset" if kind.cls is msgspec.UnsetType else "any"
    return _type_of_many(kind)


def _type_of_many(kind: inspect.Type) -> Any:
    match kind:
        case inspect.ListType() | inspect.VarTupleType():
            return ["list", type_text(kind.item_type)]
        case inspect.TupleType():
            return ["tuple", *map(type_text, kind.item_types)]
        case inspect.DictType():
            return ["dict", type_text(kind.value_type)]
        case inspect.UnionType():
            return ["union", *map(type_text, kind.types)]
    if type(kind).__name__ == "UnsetType":
        return "unset"
    raise ValueError(f"the type {kind} is not translated")


__all__ = ["Classes", "js_name"]
