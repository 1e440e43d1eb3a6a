"""Pieces of a page."""

from collections.abc import Iterable, Sequence

NONE = "–"


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    lines = [_row(heads), _row(["---", *["---:"] * (len(heads) - 1)])]
    return [*lines, *(_row([NONE if cell is None else str(cell) for cell in row]) for row in rows), ""]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def picture(address: str, words: str) -> list[str]:
    return [f"![{words}]({address})", ""]


def paragraph(*sentences: str) -> list[str]:
    return [" ".join(sentences), ""]


def bullets(lines: Iterable[str]) -> list[str]:
    return [*(f"- {line}" for line in lines), ""]


def commands(lines: Iterable[str]) -> list[str]:
    return ["```sh", *lines, "```", ""]
