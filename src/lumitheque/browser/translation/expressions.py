"""Python expressions as JavaScript: every operation whose meaning differs becomes a call of the runtime, `$`."""

import ast
import json
from collections.abc import Callable

from lumitheque.browser.translation.scopes import Scope, Untranslatable, js_name

BINARY = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Mod: "mod", ast.FloorDiv: "floordiv", ast.BitOr: "or",
    ast.BitAnd: "and", ast.BitXor: "xor", ast.LShift: "shl", ast.RShift: "shr", ast.Div: "div", ast.Pow: "pow",
}  # fmt: skip
GENERIC = ("list", "dict", "set", "frozenset", "tuple")
COMPARE = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
ORDER = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}


class Expressions:
    """Translates expressions of one module; `scope` knows what its names are."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def js(self, node: ast.expr) -> str:
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise Untranslatable(node, f"{type(node).__name__} is not translated")
        text: str = method(node)
        return text

    def truth(self, node: ast.expr) -> str:
        """An expression as a JavaScript condition: empty lists, dicts and texts are false in Python."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"!{self.truth(node.operand)}"
        if isinstance(node, ast.Compare):
            return self.js(node)
        if isinstance(node, ast.BoolOp):
            joint = " && " if isinstance(node.op, ast.And) else " || "
            return f"({joint.join(map(self.truth, node.values))})"
        return f"$.truth({self.js(node)})"

    # --- plain values ------------------------------------------------------------------------------------------------

    def _constant(self, node: ast.Constant) -> str:
        value = node.value
        if value is None:
            return "null"
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, bytes):
            return f"$.bytes([{', '.join(map(str, value))}])"
        if isinstance(value, int) and abs(value) >= 2**53:
            return f"{value}n"
        if isinstance(value, str | int | float):
            return json.dumps(value, ensure_ascii=False)
        raise Untranslatable(node, f"{value!r} is not translated")

    def _name(self, node: ast.Name) -> str:
        return self.scope.name(node.id)

    def _list(self, node: ast.List | ast.Tuple) -> str:
        return f"[{self._items(node.elts)}]"

    _tuple = _list

    def _set(self, node: ast.Set) -> str:
        return f"$.set([{self._items(node.elts)}])"

    def _items(self, nodes: list[ast.expr]) -> str:
        return ", ".join(
            f"...$.iter({self.js(node.value)})" if isinstance(node, ast.Starred) else self.js(node) for node in nodes
        )

    def _dict(self, node: ast.Dict) -> str:
        pairs = [
            f"...$.pairs({self.js(value)})" if key is None else f"[{self.js(key)}, {self.js(value)}]"
            for key, value in zip(node.keys, node.values, strict=True)
        ]
        return f"$.dict([{', '.join(pairs)}])"

    def _joinedstr(self, node: ast.JoinedStr) -> str:
        parts = []
        for part in node.values:
            if isinstance(part, ast.Constant):
                parts.append(json.dumps(part.value, ensure_ascii=False))
            else:
                assert isinstance(part, ast.FormattedValue)
                spec = self.js(part.format_spec) if part.format_spec else '""'
                conversion = chr(part.conversion) if part.conversion > 0 else ""
                parts.append(f"$.format({self.js(part.value)}, {json.dumps(conversion)}, {spec})")
        return f"({' + '.join(parts) or json.dumps('')})"

    # --- operators ---------------------------------------------------------------------------------------------------

    def _binop(self, node: ast.BinOp) -> str:
        return f"$.{BINARY[type(node.op)]}({self.js(node.left)}, {self.js(node.right)})"

    def _unaryop(self, node: ast.UnaryOp) -> str:
        if isinstance(node.op, ast.Not):
            return f"!{self.truth(node.operand)}"
        if isinstance(node.op, ast.Invert):
            return f"$.invert({self.js(node.operand)})"
        return f"(-{self.js(node.operand)})"

    def _boolop(self, node: ast.BoolOp) -> str:
        if isinstance(node.op, ast.And):
            keep, joint = "$.truth", " ? "
            text = self.js(node.values[-1])
            for value in reversed(node.values[:-1]):
                name = self.scope.temporary()
                text = f"({keep}({name} = {self.js(value)}){joint}{text} : {name})"
            return text
        text = self.js(node.values[-1])
        for value in reversed(node.values[:-1]):
            name = self.scope.temporary()
            text = f"($.truth({name} = {self.js(value)}) ? {name} : {text})"
        return text

    def _compare(self, node: ast.Compare) -> str:
        left, parts = node.left, []
        for number, (op, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            last = number == len(node.ops) - 1
            if last or isinstance(right, ast.Constant | ast.Name):
                parts.append(self._comparison(left, op, right))
                left = right
            else:  # the middle of a chain is worked out once
                name = self.scope.temporary()
                parts.append(f"({name} = {self.js(right)}, {self._comparison(left, op, ast.Name(name))})")
                left = ast.Name(name)
        return parts[0] if len(parts) == 1 else f"({' && '.join(parts)})"

    def _comparison(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> str:
        one, other = self.js(left), self.js(right)
        if isinstance(op, ast.Is | ast.IsNot):
            sign = "$.is" if isinstance(op, ast.Is) else "!$.is"
            return f"{sign}({one}, {other})"
        if isinstance(op, ast.Eq | ast.NotEq):
            return f"{'' if isinstance(op, ast.Eq) else '!'}$.eq({one}, {other})"
        if isinstance(op, ast.In | ast.NotIn):
            return f"{'' if isinstance(op, ast.In) else '!'}$.contains({other}, {one})"
        if isinstance(left, ast.Constant) or isinstance(right, ast.Constant):
            return f"({one} {COMPARE[type(op)]} {other})"
        return f"$.{ORDER[type(op)]}({one}, {other})"

    def _ifexp(self, node: ast.IfExp) -> str:
        return f"({self.truth(node.test)} ? {self.js(node.body)} : {self.js(node.orelse)})"

    def _namedexpr(self, node: ast.NamedExpr) -> str:
        return f"({self.scope.assigned(node.target.id)} = {self.js(node.value)})"

    # --- attributes, items, calls ------------------------------------------------------------------------------------

    def _attribute(self, node: ast.Attribute) -> str:
        return f"$.attr({self.js(node.value)}, {json.dumps(node.attr)})"

    def _subscript(self, node: ast.Subscript) -> str:
        return f"$.get({self.js(node.value)}, {self.index(node.slice)})"

    def index(self, node: ast.expr) -> str:
        if isinstance(node, ast.Slice):
            ends = [self.js(end) if end else "null" for end in (node.lower, node.upper, node.step)]
            return f"$.slice({', '.join(ends)})"
        if isinstance(node, ast.Tuple):
            return f"[{', '.join(map(self.index, node.elts))}]"
        return self.js(node)

    def _call(self, node: ast.Call) -> str:
        called = node.func
        if isinstance(called, ast.Name) and called.id == "super":
            return f"$.super_({self.scope.class_name()}, self)"
        if isinstance(called, ast.Subscript) and isinstance(called.value, ast.Name) and called.value.id in GENERIC:
            called = called.value  # list[int](): the type says nothing to JavaScript
        keywords = self._keywords(node.keywords)
        arguments = self._items(node.args)
        if isinstance(called, ast.Attribute):
            head = f"{self.js(called.value)}, {json.dumps(called.attr)}, [{arguments}]"
            return f"$.send({head}{keywords})"
        if keywords:
            return f"$.call({self.js(called)}, [{arguments}]{keywords})"
        return f"$.call({self.js(called)}, [{arguments}])"

    def _keywords(self, keywords: list[ast.keyword]) -> str:
        if not keywords:
            return ""
        pairs = [
            f"...$.pairs({self.js(one.value)})" if one.arg is None else f"[{json.dumps(one.arg)}, {self.js(one.value)}]"
            for one in keywords
        ]
        return f", [{', '.join(pairs)}]"

    # --- functions and comprehensions --------------------------------------------------------------------------------

    def _lambda(self, node: ast.Lambda) -> str:
        names = [argument.arg for argument in node.args.args]
        with self.scope.inner(names):
            return f"(({', '.join(map(js_name, names))}) => {self.js(node.body)})"

    def _listcomp(self, node: ast.ListComp) -> str:
        return f"[...{self._generated(node.generators, self._yielded(node.elt))}]"

    def _generatorexp(self, node: ast.GeneratorExp) -> str:
        return self._generated(node.generators, self._yielded(node.elt))

    def _setcomp(self, node: ast.SetComp) -> str:
        return f"$.set({self._generated(node.generators, self._yielded(node.elt))})"

    def _dictcomp(self, node: ast.DictComp) -> str:
        def pair() -> str:
            return f"yield [{self.js(node.key)}, {self.js(node.value)}];"

        return f"$.dict({self._generated(node.generators, pair)})"

    def _yielded(self, node: ast.expr) -> Callable[[], str]:
        return lambda: f"yield {self.js(node)};"

    def _generated(self, generators: list[ast.comprehension], body: Callable[[], str]) -> str:
        """A generator; `body` gives what it yields, once its names are known. As in Python, the first iterable is
        worked out where the comprehension stands."""
        first = self.js(generators[0].iter)
        targets = [name for one in generators for name in names_in(one.target)]
        with self.scope.inner(targets):
            text = body()
            for number, one in reversed(list(enumerate(generators))):
                for condition in reversed(one.ifs):
                    text = f"if ({self.truth(condition)}) {{ {text} }}"
                source = "$first" if number == 0 else self.js(one.iter)
                text = f"for (const {self.target(one.target)} of $.iter({source})) {{ {text} }}"
        return f"(function* ($first) {{ {text} }})({first})"

    def target(self, node: ast.expr) -> str:
        """What is assigned to: a name, or several taken apart, of which `_` is left out."""
        if isinstance(node, ast.Name):
            return self.scope.assigned(node.id)
        if isinstance(node, ast.Tuple | ast.List):
            names = ["" if isinstance(one, ast.Name) and one.id == "_" else self.target(one) for one in node.elts]
            return f"[{', '.join(names)}]"
        if isinstance(node, ast.Starred):
            return f"...{self.target(node.value)}"
        raise Untranslatable(node, "only names can be assigned to here")

    def _yield(self, node: ast.Yield) -> str:
        return f"(yield {self.js(node.value) if node.value else 'null'})"

    def _yieldfrom(self, node: ast.YieldFrom) -> str:
        return f"(yield* $.iter({self.js(node.value)}))"


def names_in(node: ast.expr) -> list[str]:
    return [one.id for one in ast.walk(node) if isinstance(one, ast.Name)]
