"""The plots of a report. Colours can be told apart by everybody (Okabe and Ito); what matters is also written out."""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from lumitheque.arena.match import Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from lumitheque.arena.report import Summary

INK, FAINT = "#333333", "#d9d9d9"
BLUE, ORANGE = "#0072b2", "#d55e00"
DOTS_PER_INCH = 144
MOST_BARS = 40  # of a histogram


def draw_plots(folder: Path, summary: "Summary", results: Sequence[Result]) -> list[tuple[str, str]]:
    """Draw every plot that the results allow; return file names with captions."""
    drawn = []
    if len(summary.standings) > 1:
        drawn.append(save(folder, "ladder.png", "Strength of the players", _ladder(summary)))
        drawn.append(save(folder, "meetings.png", "Who beats whom", _meetings(summary)))
    drawn.append(save(folder, "seats.png", "Victories by seat", _seats(summary)))
    drawn.append(save(folder, "lengths.png", "Length of games", _lengths(results)))
    return drawn


def summary_svg(summary: "Summary") -> str:
    """The plot that says most of a summary by itself, as SVG; the same for the same numbers."""
    return _svg(_ladder(summary)) if len(summary.standings) > 1 else seats_svg(summary)


def seats_svg(summary: "Summary") -> str:
    """Victories by seat, as SVG."""
    return _svg(_seats(summary))


def _svg(figure: Figure) -> str:
    FigureCanvasAgg(figure)
    told = io.StringIO()
    with rc_context({"svg.hashsalt": "lumitheque"}):
        figure.savefig(told, format="svg", facecolor="white", metadata={"Date": None, "Creator": None})
    return told.getvalue()


def save(folder: Path, name: str, caption: str, figure: Figure) -> tuple[str, str]:
    """Write a figure into a folder; returns its file name and caption."""
    FigureCanvasAgg(figure)
    figure.savefig(folder / name, dpi=DOTS_PER_INCH, metadata={"Software": None})
    return name, caption


def plain(width: float, height: float, title: str) -> tuple[Figure, "Axes"]:
    """Make a figure with one plot and no decoration."""
    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(title, loc="left", color=INK, fontsize=11)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(FAINT)
    axes.tick_params(colors=INK, length=0, labelsize=9)
    axes.xaxis.label.set_color(INK)
    axes.set_axisbelow(True)
    return figure, axes


def _ladder(summary: "Summary") -> Figure:
    table = summary.standings[::-1]
    zero = summary.zero or "the middle of the field"
    figure, axes = plain(7, 1.3 + 0.34 * len(table), f"Elo above {zero}, with 95 % intervals")
    rows = range(len(table))
    elos = [one.strength.elo for one in table]
    axes.errorbar(elos, rows, xerr=[one.strength.give for one in table], fmt="o", color=BLUE, capsize=3, markersize=6)
    for row, one in zip(rows, table, strict=True):
        axes.annotate(
            f"{one.share.rate:.0%}",
            (1.01, row),
            xycoords=("axes fraction", "data"),
            va="center",
            fontsize=9,
            color=INK,
        )
    axes.annotate("won", (1.01, len(table) - 0.4), xycoords=("axes fraction", "data"), fontsize=9, color=INK)
    axes.axvline(0, color=FAINT, linewidth=1)
    axes.set_yticks(rows, [one.player for one in table])
    axes.set_ylim(-0.6, len(table) - 0.4)
    axes.grid(axis="x", color=FAINT, linewidth=0.6)
    return figure


def _meetings(summary: "Summary") -> Figure:
    names = [one.player for one in summary.standings]
    met = {(one.player, one.opponent): one.share.rate for one in summary.meetings if one.share}
    longest = max(map(len, names))
    size = 0.62 * len(names) + 0.09 * longest
    figure, axes = plain(max(4, size + 1.4), max(2.2, size + 0.6), "")
    figure.suptitle("Share of the row against the column, in %", x=0.02, ha="left", color=INK, fontsize=11)
    rates = [[met.get((name, other), float("nan")) for other in names] for name in names]
    axes.imshow(rates, cmap="PuOr", vmin=0, vmax=1)
    for row, line in enumerate(rates):
        for column, rate in enumerate(line):
            if (names[row], names[column]) in met:
                colour = "white" if abs(rate - 0.5) > 0.33 else INK
                axes.text(column, row, f"{100 * rate:.0f}", ha="center", va="center", color=colour, fontsize=9)
    axes.set_xticks(range(len(names)), names, rotation=45, ha="right", rotation_mode="anchor")
    axes.set_yticks(range(len(names)), names)
    axes.spines["bottom"].set_visible(False)
    return figure


def _seats(summary: "Summary") -> Figure:
    shares = summary.balance.seats
    even = 1 / len(shares)
    figure, axes = plain(7, 1.3 + 0.34 * len(shares), f"Victories by seat, 95 % intervals; even is {even:.0%}")
    rows = range(len(shares))[::-1]
    middle = [share.rate for share in shares]
    gaps = [[share.rate - share.low for share in shares], [share.high - share.rate for share in shares]]
    axes.axvline(even, color=ORANGE, linewidth=1.2, linestyle="--")
    axes.errorbar(middle, rows, xerr=gaps, fmt="o", color=BLUE, capsize=3, markersize=6)
    axes.set_yticks(rows, [f"P{seat + 1}" for seat in range(len(shares))])
    axes.set_ylim(-0.6, len(shares) - 0.4)
    axes.set_xlim(0, max(2 * even, 1.05 * max(share.high for share in shares)))
    axes.xaxis.set_major_formatter(lambda rate, _: f"{rate:.0%}")
    axes.grid(axis="x", color=FAINT, linewidth=0.6)
    return figure


def _lengths(results: Sequence[Result]) -> Figure:
    plies = [result.plies for result in results]
    mean, first, last = sum(plies) / len(plies), min(plies), max(plies)
    figure, axes = plain(7, 2.8, f"Length of games, in decisions; {mean:.0f} on average")
    bars = min(MOST_BARS, max(8, int(2 * len(plies) ** 0.5)))
    width = -(-(last - first + 1) // bars)  # whole decisions, rounded up
    edges = [first - 0.5 + width * at for at in range((last - first) // width + 2)]
    axes.hist(plies, bins=edges, color=BLUE, rwidth=0.92)
    axes.axvline(mean, color=ORANGE, linewidth=1.2, linestyle="--")
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_ylabel("games", color=INK, fontsize=9)
    axes.grid(axis="y", color=FAINT, linewidth=0.6)
    return figure
