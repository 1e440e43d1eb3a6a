"""Plots as SVG: narrow enough for a phone, in colours that everybody can tell apart (Okabe and Ito).

The same numbers give the same bytes.
"""

import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator
from scripts.reporting.studies import ROOT

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PLOTS = ROOT / "docs" / "reports" / "plots"
INK, GREY, FAINT, BAND = "#333333", "#767676", "#dddddd", "#e8eef2"
BLUE, ORANGE, GREEN, PINK, SKY = "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9"
COLOURS = (BLUE, ORANGE, GREEN, PINK, SKY)
MARKS = ("o", "D", "s", "^", "v")
WIDTH = 4.8  # inches
ROW, TALL_ROW = 0.3, 0.4


@dataclass(frozen=True)
class Dot:
    """A number with its interval, in the units of the axis."""

    middle: float
    low: float
    high: float
    series: int = 0


@dataclass(frozen=True)
class Row:
    """A line of a plot; without dots it is a heading."""

    label: str
    dots: tuple[Dot, ...] = ()
    band: tuple[float, float] | None = None  # where the number should lie
    note: str = ""  # on the right


def save(name: str, figure: Figure) -> str:
    """Write a plot; return its address relative to docs/reports."""
    PLOTS.mkdir(parents=True, exist_ok=True)
    FigureCanvasAgg(figure)
    drawn = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": "lumitheque", "svg.fonttype": "path", "path.simplify": True}):
        figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
    (PLOTS / f"{name}.svg").write_text(lighten(drawn.getvalue()), encoding="utf-8")
    return f"plots/{name}.svg"


def lighten(svg: str) -> str:
    """Minify an SVG: no comments, no indentation, two decimals."""
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = re.sub(r"(?<![\w.])(-?[1-9]\d*\.\d\d)\d+", r"\1", svg)
    return re.sub(r">\s+<", "><", svg).strip() + "\n"


def plain(height: float, axis: str) -> tuple[Figure, "Axes"]:
    """Make a figure without decoration."""
    figure = Figure(figsize=(WIDTH, height), layout="constrained", facecolor="white")
    axes = figure.add_subplot()
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(FAINT)
    axes.tick_params(colors=INK, length=0, labelsize=9)
    axes.set_xlabel(axis, color=INK, fontsize=9)
    axes.grid(axis="x", color=FAINT, linewidth=0.6)
    axes.set_axisbelow(True)
    return figure, axes


def row_height(labels: Iterable[str]) -> float:
    return TALL_ROW if any("\n" in label for label in labels) else ROW


def forest(
    name: str,
    rows: Sequence[Row],
    axis: str,
    limits: tuple[float, float] | None = None,
    legend: Sequence[str] = (),
    from_zero: bool = False,
) -> str:
    """Numbers with intervals, one under the other; grey is where they should lie."""
    figure, axes = plain(0.62 + row_height(row.label for row in rows) * len(rows) + 0.25 * bool(legend), axis)
    for place, row in enumerate(rows):
        if row.band:
            axes.add_patch(Rectangle((row.band[0], place - 0.5), row.band[1] - row.band[0], 1, color=BAND, zorder=0.5))
        for dot in row.dots:
            _draw_dot(axes, dot, place + _lift(dot, row))
        axes.annotate(row.note, (1.01, place), xycoords=("axes fraction", "data"), va="center", fontsize=8, color=GREY)
    _label_rows(axes, rows)
    if limits:
        axes.set_xlim(*limits)
    elif from_zero:
        axes.set_xlim(left=0)
    _tell_series(figure, axes, legend)
    return save(name, figure)


def _lift(dot: Dot, row: Row) -> float:
    """Series of one row are drawn side by side."""
    series = sorted({other.series for other in row.dots})
    return 0.0 if len(series) == 1 else 0.44 * (series.index(dot.series) / (len(series) - 1) - 0.5)


def _draw_dot(axes: "Axes", dot: Dot, place: float) -> None:
    colour = COLOURS[dot.series % len(COLOURS)]
    axes.plot([dot.low, dot.high], [place, place], color=colour, linewidth=1.6, solid_capstyle="round")
    axes.plot([dot.middle], [place], MARKS[dot.series % len(MARKS)], color=colour, markersize=5)


def _label_rows(axes: "Axes", rows: Sequence[Row]) -> None:
    axes.set_yticks(range(len(rows)), [row.label for row in rows])
    for label, row in zip(axes.get_yticklabels(), rows, strict=True):
        if not row.dots:
            label.set_fontweight("bold")
    axes.set_ylim(len(rows) - 0.5, -0.5)


def _tell_series(figure: Figure, axes: "Axes", legend: Sequence[str]) -> None:
    for number, text in enumerate(legend):
        axes.plot([], [], MARKS[number % len(MARKS)], color=COLOURS[number % len(COLOURS)], label=text, markersize=5)
    if legend:
        figure.legend(
            loc="outside upper left", ncols=min(3, len(legend)), frameon=False, fontsize=8.5, handletextpad=0.2
        )


def stacked(name: str, rows: Sequence[tuple[str, Sequence[float]]], axis: str, legend: Sequence[str]) -> str:
    """Lengths laid end to end."""
    figure, axes = plain(0.87 + row_height(label for label, _ in rows) * len(rows), axis)
    for place, (_, parts) in enumerate(rows):
        begun = 0.0
        for number, part in enumerate(parts):
            axes.barh(place, part, left=begun, height=0.66, color=COLOURS[number], edgecolor="white", linewidth=0.8)
            if part:
                axes.text(begun + part / 2, place, f"{part:.0f}", ha="center", va="center", color="white", fontsize=8.5)
            begun += part
    axes.set_yticks(range(len(rows)), [label for label, _ in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    for number, text in enumerate(legend):
        axes.plot([], [], "s", color=COLOURS[number], label=text, markersize=7)
    figure.legend(loc="outside upper left", ncols=len(legend), frameon=False, fontsize=8.5, handletextpad=0.2)
    return save(name, figure)


def histogram(name: str, numbers: Iterable[float], axis: str, width: float, first: float, what: str) -> str:
    """How often which number; one bar per `width`, from `first` on."""
    found = sorted(numbers)
    figure, axes = plain(2.3, axis)
    bars = int((found[-1] - first) // width) + 1
    axes.hist(found, bins=[first + width * at for at in range(bars + 1)], color=BLUE, rwidth=0.9)
    axes.grid(visible=False, axis="x")
    axes.grid(axis="y", color=FAINT, linewidth=0.6)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=9))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=5))
    axes.set_ylabel(what, color=INK, fontsize=9)
    return save(name, figure)
