"""Markdown of the rule pages as Typst, and texts as Typst writes them.

The pages are our own and use little of Markdown: headings, paragraphs, lists, tables, code, bold, italics, links. Every
text becomes a string of Typst, so that nothing in it is read as markup.
"""

import re
from collections.abc import Iterable, Iterator
from unicodedata import category

ANCHOR = re.compile(r'<a id="[^"]*"></a>\n?')
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
RULE = re.compile(r"\*\*[A-Z]{2}-\d\d\*\*")
INLINE = re.compile(
    r"\*\*(?P<bold>.+?)\*\*|\*(?P<slanted>.+?)\*|`(?P<code>[^`]+)`|\[(?P<link>[^\]]+)\]\([^)]*\)", re.DOTALL
)
SPACES = re.compile(r"[ \t\n]+")  # not the narrow ones of French
CONTROLS = ("Cc", "Cf", "Cs")
ITEM = re.compile(r"(?P<number>\d+)\. |- ")


def quoted(text: str) -> str:
    """A text as a string of Typst."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", " ")
    return f'"{"".join(sign for sign in plain if category(sign) not in CONTROLS)}"'


def inline(text: str) -> str:
    """A paragraph with what stands out in it."""
    return "".join(_pieces(SPACES.sub(" ", text).strip()))


def _pieces(text: str) -> Iterator[str]:
    at = 0
    for found in INLINE.finditer(text):
        yield _plain(text[at : found.start()])
        if found["bold"]:
            yield f"#strong[{inline(found['bold'])}]"
        elif found["slanted"]:
            yield f"#emph[{inline(found['slanted'])}]"
        elif found["code"]:
            yield f"#raw({quoted(found['code'])})"
        else:
            yield inline(found["link"])
        at = found.end()
    yield _plain(text[at:])


def _plain(text: str) -> str:
    return f"#{quoted(text)}" if text else ""


def typst(page: str) -> str:
    """A page of rules; what only a screen can do is left out."""
    text = COMMENT.sub("", ANCHOR.sub("", page))
    return "\n\n".join(_block(block) for block in _on_paper(_blocks(text)))


def _on_paper(blocks: Iterable[str]) -> Iterator[str]:
    """Before its first chapter a page explains the numbers of rules and the marks beside them, which one touches."""
    begun = False
    for block in blocks:
        begun = begun or block.startswith("## ")
        if begun or not RULE.search(block):
            yield block


def _blocks(text: str) -> Iterator[str]:
    """Blocks between blank lines; a block of code is one, blank lines or not."""
    for place, part in enumerate(re.split(r"^```\w*\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)):
        if place % 2:
            yield "```" + part
        else:
            yield from (block for block in re.split(r"\n\s*\n", part.strip("\n")) if block.strip())


def _block(block: str) -> str:
    if block.startswith("```"):
        return f"#block(breakable: false, raw({quoted(block[3:].rstrip())}, block: true))"
    if block.startswith("#"):
        level = len(block) - len(block.lstrip("#"))
        return f"#heading(level: {level}, outlined: false)[{inline(block.lstrip('#'))}]"
    if block.startswith("|"):
        return _table(block)
    if ITEM.match(block):
        return _list(block)
    return inline(block)


def _list(block: str) -> str:
    items: list[str] = []
    for line in block.splitlines():
        if found := ITEM.match(line):
            items.append(line[found.end() :])
        else:
            items[-1] += " " + line.strip()
    kind = "enum" if block[0].isdigit() else "list"
    return f"#{kind}({', '.join(f'[{inline(item)}]' for item in items)})"


def _table(block: str) -> str:
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block.splitlines()]
    head, _, *body = rows
    cells = [f"[#strong[{inline(cell)}]]" for cell in head] + [f"[{inline(cell)}]" for row in body for cell in row]
    return f"#table(columns: {len(head)}, stroke: 0.4pt + luma(160), inset: 4pt, {', '.join(cells)})"
