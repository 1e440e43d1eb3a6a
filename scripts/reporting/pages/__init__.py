"""The pages under docs/reports: one per game, and the index."""

from collections.abc import Callable

from scripts.reporting.charts import PLOTS
from scripts.reporting.markdown import bullets, paragraph
from scripts.reporting.pages import fromages, lumens, luminis, pawns
from scripts.reporting.sections import Page
from scripts.reporting.studies import ROOT

# To be taken out when these have been played anew, too.
REPORTS = ROOT / "docs" / "reports"
PAGES: dict[str, Callable[[], Page | None]] = {
    "lumens": lumens.page,
    "luminis": luminis.page,
    "galax": pawns.galax,
    "sirius": pawns.sirius,
    "fromages": fromages.page,
}


def write_all() -> None:
    """Write every page for which games were played, and the index."""
    REPORTS.mkdir(parents=True, exist_ok=True)
    for plot in PLOTS.glob("*.svg"):
        plot.unlink()
    found = {name: page for name, make in PAGES.items() if (page := make())}
    for name, page in found.items():
        _write(f"{name}.md", [f"# {page.title}", "", *page.lines])
    _write("README.md", _index(found))


def _write(name: str, lines: list[str]) -> None:
    (REPORTS / name).write_text("\n".join(lines).rstrip("\n") + "\n", encoding="utf-8")


def _index(found: dict[str, Page]) -> list[str]:
    lines = ["# What the arena teaches", ""]
    lines += paragraph(
        "The bots of the house have played each other, to learn about the games rather than about the bots: is every",
        "seat as good as the next, how long does a game take, what do the house rules change, and are the decks that",
        "we had to reconstruct good decks? The pages have the tables, the plots and the commands that made them.",
    )
    lines += paragraph(
        "What bots of this strength do is not what people do. A verdict is given only where the 95 % interval lies on",
        "one side of the bound; **open** means: not decided with this many games. In brackets: 95 % intervals.",
    )
    for name, page in found.items():
        lines += [f"## [{page.title}]({name}.md)", "", *bullets(page.findings)]
    return lines
