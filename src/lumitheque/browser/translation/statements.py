"""Python statements as JavaScript: functions, classes, loops, exceptions."""

import ast
import json

from lumitheque.browser.translation.expressions import BINARY, Expressions, names_in
from lumitheque.browser.translation.scopes import Scope, Untranslatable, js_name

FREE = (
    "rule",
    "abstractmethod",
    "staticmethod",
    "overload",
    "dataclass",
)  # decorators that JavaScript needs nothing for


class Statements:
    """Translates the statements of one module."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.expressions = Expressions(scope)

    def js(self, node: ast.expr) -> str:
        return self.expressions.js(node)

    def block(self, nodes: list[ast.stmt]) -> str:
        return " ".join(text for node in nodes if (text := self.statement(node)))

    def statement(self, node: ast.stmt) -> str:
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise Untranslatable(node, f"{type(node).__name__} is not translated")
        text: str = method(node)
        return text

    # --- simple ones -------------------------------------------------------------------------------------------------

    def _pass(self, _: ast.stmt) -> str:
        return ""

    _assert = _import = _importfrom = _nonlocal = _pass

    def _break(self, _: ast.Break) -> str:
        return "break;"

    def _continue(self, _: ast.Continue) -> str:
        return "continue;"

    def _return(self, node: ast.Return) -> str:
        return f"return {self.js(node.value) if node.value else 'null'};"

    def _expr(self, node: ast.Expr) -> str:
        return "" if isinstance(node.value, ast.Constant) else f"{self.js(node.value)};"

    def _raise(self, node: ast.Raise) -> str:
        return f"throw $.raised({self.js(node.exc)});" if node.exc else "throw $caught;"

    def _delete(self, node: ast.Delete) -> str:
        texts = []
        for target in node.targets:
            if isinstance(target, ast.Subscript):
                texts.append(f"$.del({self.js(target.value)}, {self.expressions.index(target.slice)});")
            elif not isinstance(target, ast.Name):
                raise Untranslatable(node, "only items can be deleted")
        return " ".join(texts)

    # --- assignments -------------------------------------------------------------------------------------------------

    def _assign(self, node: ast.Assign) -> str:
        value = self.js(node.value)
        if len(node.targets) == 1:
            return self.store(node.targets[0], value)
        name = self.scope.temporary()
        return f"{name} = {value}; " + " ".join(self.store(target, name) for target in node.targets)

    def _annassign(self, node: ast.AnnAssign) -> str:
        return self.store(node.target, self.js(node.value)) if node.value else ""

    def _augassign(self, node: ast.AugAssign) -> str:
        operator = f"$.i{BINARY[type(node.op)]}"
        value, target = self.js(node.value), node.target
        if isinstance(target, ast.Subscript):
            thing, index = self.scope.temporary(), self.scope.temporary()
            found = f"{thing} = {self.js(target.value)}; {index} = {self.expressions.index(target.slice)};"
            return f"{found} $.put({thing}, {index}, {operator}($.get({thing}, {index}), {value}));"
        return self.store(target, f"{operator}({self.js(target)}, {value})")

    def store(self, target: ast.expr, value: str) -> str:
        if isinstance(target, ast.Name):
            return f"{self.scope.assigned(target.id)} = {value};"
        if isinstance(target, ast.Attribute):
            return f"{self.js(target.value)}.{target.attr} = {value};"
        if isinstance(target, ast.Subscript):
            return f"$.put({self.js(target.value)}, {self.expressions.index(target.slice)}, {value});"
        assert isinstance(target, ast.Tuple | ast.List)
        return self._take_apart(target.elts, value)

    def _take_apart(self, targets: list[ast.expr], value: str) -> str:
        name = self.scope.temporary()
        stars = [number for number, one in enumerate(targets) if isinstance(one, ast.Starred)]
        text = f"{name} = $.unpack({value}, {len(targets)}, {stars[0] if stars else -1});"
        for number, one in enumerate(targets):
            target = one.value if isinstance(one, ast.Starred) else one
            text += " " + self.store(target, f"{name}[{number}]")
        return text

    # --- control -----------------------------------------------------------------------------------------------------

    def _if(self, node: ast.If) -> str:
        text = f"if ({self.expressions.truth(node.test)}) {{ {self.block(node.body)} }}"
        return f"{text} else {{ {self.block(node.orelse)} }}" if node.orelse else text

    def _while(self, node: ast.While) -> str:
        self._no_else(node)
        return f"while ({self.expressions.truth(node.test)}) {{ {self.block(node.body)} }}"

    def _for(self, node: ast.For) -> str:
        self._no_else(node)
        item = self.scope.temporary()
        body = f"{self.store(node.target, item)} {self.block(node.body)}"
        return f"for ({item} of $.iter({self.js(node.iter)})) {{ {body} }}"

    @staticmethod
    def _no_else(node: ast.For | ast.While) -> None:
        if node.orelse:
            raise Untranslatable(node, "a loop with else is not translated")

    def _try(self, node: ast.Try) -> str:
        text = f"try {{ {self.block(node.body)} "
        if node.orelse:  # what it raises is caught here by no handler of ours: they name what the body raises
            text += self.block(node.orelse) + " "
        text += "}"
        if node.handlers:
            text += f" catch ($caught) {{ {self._handlers(node.handlers)} }}"
        if node.finalbody:
            text += f" finally {{ {self.block(node.finalbody)} }}"
        return text

    def _handlers(self, handlers: list[ast.ExceptHandler]) -> str:
        text = ""
        for handler in handlers:
            kind = self.js(handler.type) if handler.type else "$.BaseException"
            body = f"{js_name(handler.name)} = $caught; " if handler.name else ""
            text += f"if ($.caught($caught, {kind})) {{ {body}{self.block(handler.body)} }} else "
        return text + "{ throw $caught; }"

    def _with(self, node: ast.With) -> str:
        (item,) = node.items
        call = item.context_expr
        if not (isinstance(call, ast.Call) and ast.unparse(call.func) in ("suppress", "contextlib.suppress")):
            raise Untranslatable(node, "of `with`, only suppress() is translated")
        kinds = ", ".join(map(self.js, call.args))
        caught = f"if (!$.caught($caught, [{kinds}])) throw $caught;"
        return f"try {{ {self.block(node.body)} }} catch ($caught) {{ {caught} }}"

    def _match(self, node: ast.Match) -> str:
        name, text = self.scope.temporary(), ""
        for case in node.cases:
            if case.guard is not None:
                raise Untranslatable(case.guard, "a case with a guard is not translated")
            test, bound = self._pattern(case.pattern, name)
            text += f"if ({test}) {{ {bound}{self.block(case.body)} }} else "
        return f"{name} = {self.js(node.subject)}; {text}{{}}"

    def _pattern(self, pattern: ast.pattern, name: str) -> tuple[str, str]:
        """The condition of a case, and what it binds: a value, or a struct with names for its first fields."""
        if isinstance(pattern, ast.MatchValue):
            return f"$.eq({name}, {self.js(pattern.value)})", ""
        parts = [*pattern.patterns, *pattern.kwd_patterns] if isinstance(pattern, ast.MatchClass) else []
        if isinstance(pattern, ast.MatchClass) and all(isinstance(one, ast.MatchAs) for one in parts):
            names = [js_name(str(one.name)) for one in parts if isinstance(one, ast.MatchAs)]
            first, rest = names[: len(pattern.patterns)], names[len(pattern.patterns) :]
            bound = f"[{', '.join(first)}] = {name}.$fields(); " if first else ""
            bound += "".join(f"{one} = {name}.{field}; " for one, field in zip(rest, pattern.kwd_attrs, strict=True))
            return f"$.isinstance({name}, {self.js(pattern.cls)})", bound
        raise Untranslatable(pattern, "of `match`, only values and structs are translated")

    # --- functions ---------------------------------------------------------------------------------------------------

    def _functiondef(self, node: ast.FunctionDef) -> str:
        return f"{js_name(node.name)} = {self.decorated(node)};"

    def decorated(self, node: ast.FunctionDef) -> str:
        """A function as an expression, with its decorators."""
        text = self.function(node)
        for decorator in reversed(node.decorator_list):
            name = ast.unparse(decorator).split("(")[0].split(".")[-1]
            if name not in FREE:
                text = f"$.call({self.js(decorator)}, [{text}])"
        return text

    def function(self, node: ast.FunctionDef) -> str:
        names = parameters(node)
        local = assigned_names(node.body) - set(names)
        star = "*" if any(isinstance(one, ast.Yield | ast.YieldFrom) for one in own_nodes(node.body)) else ""
        with self.scope.function({*names, *local}) as temporaries:
            given = self._parameters(node)
            body = self.block(node.body)
            declared = ", ".join([*map(js_name, sorted(local)), *temporaries])
        head = f"let {declared}; " if declared else ""
        made = f"function{star} ({given}) {{ {head}{body} return null; }}"
        return f"$.fn({made}, {json.dumps(signature(node), separators=(',', ':'))})"

    def _parameters(self, node: ast.FunctionDef) -> str:
        arguments = node.args
        plain = [*arguments.posonlyargs, *arguments.args]
        defaults: list[ast.expr | None] = [None] * (len(plain) - len(arguments.defaults)) + [*arguments.defaults]
        if arguments.vararg and arguments.kwonlyargs:
            raise Untranslatable(node, "keyword-only parameters after *args are not translated")
        given = []
        for argument, default in zip([*plain, *arguments.kwonlyargs], [*defaults, *arguments.kw_defaults], strict=True):
            given.append(js_name(argument.arg) + (f" = {self.js(default)}" if default else ""))
        if arguments.vararg:
            given.append(f"...{js_name(arguments.vararg.arg)}")
        if arguments.kwarg:
            given.append(f"{js_name(arguments.kwarg.arg)} = $.dict([])")
        return ", ".join(given)


def parameters(node: ast.FunctionDef) -> list[str]:
    arguments = node.args
    plain = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return [one.arg for one in [*plain, arguments.vararg, arguments.kwarg] if one is not None]


def signature(node: ast.FunctionDef) -> list[object]:
    """What a call by keyword needs: names in order, and 1 if further keywords are taken."""
    arguments = node.args
    plain = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return [node.name, [one.arg for one in plain], 1 if arguments.kwarg else 0]


def own_nodes(body: list[ast.stmt]) -> list[ast.AST]:
    """All nodes but those of functions and lambdas inside."""
    found: list[ast.AST] = []
    todo: list[ast.AST] = list(body)
    while todo:
        node = todo.pop()
        found.append(node)
        if not isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            todo += ast.iter_child_nodes(node)
    return found


def assigned_names(body: list[ast.stmt]) -> set[str]:
    names: set[str] = set()
    outside: set[str] = set()
    for node in own_nodes(body):
        if isinstance(node, ast.Assign):
            names.update(name for target in node.targets for name in stored_names(target))
        elif isinstance(node, ast.AugAssign | ast.AnnAssign | ast.For):
            names.update(stored_names(node.target))
        elif isinstance(node, ast.NamedExpr):
            names.add(node.target.id)
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.FunctionDef) and node.name:
            names.add(node.name)
        elif isinstance(node, ast.Nonlocal):
            outside.update(node.names)
    return names - outside


def stored_names(target: ast.expr) -> list[str]:
    """The names that an assignment binds: those inside a subscript or before a dot are only read."""
    if isinstance(target, ast.Name):
        return [target.id]
    if isinstance(target, ast.Starred):
        return stored_names(target.value)
    if isinstance(target, ast.Tuple | ast.List):
        return [name for one in target.elts for name in stored_names(one)]
    return []


__all__ = ["Statements", "assigned_names", "names_in", "stored_names"]
