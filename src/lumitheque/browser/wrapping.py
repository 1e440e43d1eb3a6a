"""The function that JavaScript calls, as LLVM code: it takes plain numbers and calls a rule as Numba wants it."""

from lumitheque.browser.kinds import Memory, Number, Parameter
from lumitheque.browser.plain_ir import PlainRule, passed

GIVEN = {"i32": "i32", "i64": "i64", "f64": "double"}
TOLD = {"void": "void", "bool": "i32", "i32": "i32", "i64": "i64", "f64": "double"}
TURNED = {("i8", "bool"): "zext", ("i8", "i32"): "sext", ("i16", "i32"): "sext", ("i64", "i32"): "trunc"}


class Wrapper:
    """Gathers the lines of one wrapper."""

    def __init__(self) -> None:
        self.given: list[str] = []  # what JavaScript hands over
        self.lines: list[str] = []
        self.passed: list[str] = []  # what the rule is called with

    def add(self, parameter: Parameter, at: int) -> None:
        if isinstance(parameter.kind, Number):
            self.passed.append(f"{passed(parameter)[0]} {self._number(parameter.kind.kind, f'%a{at}')}")
        elif parameter.kind.dimensions == 0:
            self.given.append(f"ptr %a{at}")
            self.passed.append(f"ptr %a{at}")
        else:
            self._array(parameter.kind, f"%a{at}")

    def _number(self, kind: str, name: str) -> str:
        self.given.append(f"{GIVEN[kind]} {name}")
        if kind != "i32":
            return name
        self.lines.append(f"{name}.w = sext i32 {name} to i64")
        return f"{name}.w"

    def _array(self, kind: Memory, name: str) -> None:
        """From the last dimension to the first: each step is as wide as all that is behind it."""
        self.given.append(f"ptr {name}")
        sizes = [self._number("i32", f"{name}.{i}") for i in range(kind.dimensions)]
        steps, step = [""] * kind.dimensions, str(kind.dtype.itemsize)
        for i in reversed(range(kind.dimensions)):
            steps[i] = step
            self.lines.append(f"{name}.step{i} = mul i64 {step}, {sizes[i]}")
            step = f"{name}.step{i}"
        self.lines.append(f"{name}.count = sdiv i64 {step}, {kind.dtype.itemsize}")
        head = ["ptr null", "ptr null", f"i64 {name}.count", f"i64 {kind.dtype.itemsize}", f"ptr {name}"]
        self.passed += [*head, *(f"i64 {size}" for size in sizes), *(f"i64 {one}" for one in steps)]


def wrapped(name: str, rule: PlainRule, result: str) -> str:
    """The LLVM code of an export. A rule that raised has no result to give: the module traps, JavaScript throws."""
    wrapper = Wrapper()
    for at, parameter in enumerate(rule.parameters):
        wrapper.add(parameter, at)
    kinds = ", ".join(one for parameter in rule.parameters for one in passed(parameter))
    told, turn = TOLD[result], TURNED.get((rule.stored, result))
    if rule.stored == "float":
        turn = "fpext"
    value = f"%turned = {turn} {rule.stored} %value to {told}" if turn else ""
    answer = "ret void" if told == "void" else f"ret {told} {'%turned' if turn else '%value'}"
    return "\n".join(
        [
            f'declare i32 @"{rule.symbol}"(ptr, ptr, {kinds})',
            "declare void @llvm.trap()",
            f"define {told} @{name}({', '.join(wrapper.given)}) {{",
            f"%result = alloca {rule.stored}",
            "%exception = alloca ptr",
            *wrapper.lines,
            f'%status = call i32 @"{rule.symbol}"(ptr %result, ptr %exception, {", ".join(wrapper.passed)})',
            "%raised = icmp sgt i32 %status, 0",
            "br i1 %raised, label %trap, label %fine",
            "trap:",
            "call void @llvm.trap()",
            "unreachable",
            "fine:",
            f"%value = load {rule.stored}, ptr %result",
            value,
            answer,
            "}",
        ]
    )
