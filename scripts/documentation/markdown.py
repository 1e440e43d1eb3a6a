"""Markdown as code hosts read it: links, anchors, and lists for a reader that wants them its own way."""

import re
from collections.abc import Callable, Iterator

FENCED = re.compile(r"^(?P<indent> *)(?P<mark>```+|~~~+)[^\n]*\n.*?^ *(?P=mark) *$", re.MULTILINE | re.DOTALL)
LINK = re.compile(
    r"(?P<code>(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`))"
    r"|(?P<image>!?)\[(?P<text>(?:[^\[\]`]|`[^`]*`|!?\[[^\]]*\](?:\([^)]*\))?)*)\]"
    r"\((?P<target>[^)\s]+)(?P<title>\s+\"[^\"]*\")?\)",
    re.DOTALL,
)
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//")
HEADING = re.compile(r"^#{1,6} +(.*?)(?: +#+)? *$", re.MULTILINE)
MARKER = re.compile(r"(?P<indent> *)(?P<marker>[-*+]|\d{1,9}[.)])(?P<space> +)(?=\S)")
NAMED = re.compile(r"<[^>]+\b(?:id|name)=\"([^\"]+)\"")
SHOWN = re.compile(r"<(?:a|img)\b[^>]*?\b(?:href|src)=\"([^\"]+)\"")

CODE = 4  # spaces: a level, and what makes code of a line that is in none

Lead = Callable[[str], str | None]  # from a target to where it leads; None: to nothing that can be shown


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """Change everything but fenced code."""
    parts, end = [], 0
    for found in FENCED.finditer(text):
        parts += [change(text[end : found.start()]), found[0]]
        end = found.end()
    return "".join([*parts, change(text[end:])])


def lead_links(text: str, lead: Lead) -> str:
    """Let every relative link and picture lead elsewhere. A link to nothing that can be shown becomes its text."""

    def change(found: re.Match[str]) -> str:
        if found["code"] or ELSEWHERE.match(found["target"]):
            return found[0]
        inside, target = LINK.sub(change, found["text"]), lead(found["target"])
        return inside if target is None else f"{found['image']}[{inside}]({target}{found['title'] or ''})"

    return outside_code(text, lambda prose: LINK.sub(change, prose))


def targets(text: str) -> Iterator[str]:
    """Where links and pictures lead, in Markdown and in HTML."""
    prose = FENCED.sub("", text)
    for found in LINK.finditer(prose):
        if not found["code"]:
            yield from targets(found["text"])
            yield found["target"]
    yield from SHOWN.findall(re.sub("`[^`\n]+`", "", prose))


def slug(heading: str, separator: str = "-") -> str:
    """The anchor of a heading: small letters, no signs, hyphens between the words."""
    return re.sub(r"[^\w\s-]", "", heading.strip().lower()).replace(" ", separator)


def anchors(text: str) -> set[str]:
    """Every anchor of a page: of its headings, each repetition counted, and those that are written."""
    prose, found = FENCED.sub("", text), set(NAMED.findall(text))
    seen: dict[str, int] = {}
    for heading in HEADING.findall(prose):
        shown = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"[`*]|<[^>]+>", "", heading))
        name = slug(shown)
        found.add(f"{name}-{seen[name]}" if name in seen else name)
        seen[name] = seen.get(name, 0) + 1
    return found


def plain_pipes(text: str) -> str:
    """In code within a table code hosts take `\\|` for a pipe; Python-Markdown wants the pipe itself."""

    def change(row: re.Match[str]) -> str:
        return re.sub("`[^`]+`", lambda code: code[0].replace("\\|", "|"), row[0])

    return outside_code(text, lambda prose: re.sub(r"^ *\|.*$", change, prose, flags=re.MULTILINE))


class Lists:
    """Python-Markdown wants four spaces a level and a blank line before a list; code hosts do not."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.levels: list[int] = []  # columns in which the items under way have their text
        self.fence = ""
        self.loose = False  # the item under way has several paragraphs

    def add(self, line: str) -> None:
        if not line.strip():
            self.lines.append("")
            self.loose = True
            return
        item = None if self.fence else MARKER.match(line)
        indent = len(line) - len(line.lstrip())
        levels, after_blank = len(self.levels), not (self.lines and self.lines[-1])
        if not self.fence and (item or after_blank or line.lstrip().startswith(("```", "~~~", "#"))):
            while self.levels and indent < self.levels[-1]:
                self.levels.pop()
        inside = self.levels[-1] if self.levels else 0
        interrupts = item and (not item["marker"][0].isdigit() or item["marker"][:-1] == "1")
        if item and indent - inside < CODE and (after_blank or interrupts or len(self.levels) < levels):
            self._begin(line, item, apart=after_blank or bool(levels and not self.loose))
        else:
            self.lines.append(" " * CODE * len(self.levels) + line[min(inside, indent) :])
        self._see_fence(line.strip())

    def _begin(self, line: str, item: re.Match[str], apart: bool) -> None:
        if not apart:
            self.lines.append("")
        self.lines.append(" " * CODE * len(self.levels) + f"{item['marker']} {line[item.end() :]}")
        self.levels.append(item.end())
        self.loose = False

    def _see_fence(self, line: str) -> None:
        if self.fence:
            self.fence = "" if line.startswith(self.fence) and not line.strip("`~") else self.fence
        elif line.startswith(("```", "~~~")):
            self.fence = line[: len(line) - len(line.lstrip(line[0]))]


def respace_lists(text: str) -> str:
    """Write lists so that Python-Markdown sees those that code hosts see."""
    lists = Lists()
    for line in text.split("\n"):
        lists.add(line)
    return "\n".join(lists.lines)
