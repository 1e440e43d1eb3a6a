"""The picture of a benchmark: the share of victories against every opponent, and the rules that were broken."""

from pathlib import Path
from typing import TYPE_CHECKING

from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from lumitheque.agents.score import BrokenRule, Pairing, Score
from lumitheque.arena.plots import BLUE, DOTS_PER_INCH, FAINT, INK, ORANGE
from lumitheque.games import find

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PICTURE, PICTURE_PNG = "agent.svg", "agent.png"
MOST_RULES = 12  # that are shown
FIXED = {"Date": None, "Creator": None}  # nothing in the file that differs from run to run


def draw_score(folder: Path, score: Score) -> None:
    """Write the picture, as SVG and as PNG."""
    import matplotlib as mpl  # noqa: PLC0415 - its settings are wanted for this picture alone

    rules = score.illegal[:MOST_RULES]
    heights = [0.8 + 0.3 * len(score.pairings), *([0.8 + 0.3 * len(rules)] if rules else [])]
    figure = Figure(figsize=(7.5, sum(heights) + 0.4), layout="constrained")
    panels = figure.subplots(len(heights), 1, height_ratios=heights, squeeze=False)[:, 0]
    _shares(panels[0], score.pairings)
    if rules:
        _rules(panels[1], rules)
    with mpl.rc_context({"svg.hashsalt": "lumitheque", "svg.fonttype": "none"}):
        FigureCanvasSVG(figure)
        figure.savefig(folder / PICTURE, metadata=FIXED)
        figure.savefig(folder / PICTURE_PNG, dpi=DOTS_PER_INCH, metadata={"Software": None})


def _bare(axes: "Axes", title: str) -> None:
    axes.set_title(title, loc="left", color=INK, fontsize=11)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(FAINT)
    axes.tick_params(colors=INK, length=0, labelsize=9)
    axes.set_axisbelow(True)
    axes.grid(axis="x", color=FAINT, linewidth=0.6)


def _shares(axes: "Axes", pairings: list[Pairing]) -> None:
    _bare(axes, "Share of victories, 95 % intervals; the tick: equals")
    rows = range(len(pairings))[::-1]
    for row, one in zip(rows, pairings, strict=True):
        share = one.share
        axes.plot([share.low, share.high], [row, row], color=BLUE, linewidth=1.6)
        axes.plot([share.rate], [row], marker="o", color=BLUE, markersize=6)
        axes.plot([one.even], [row], marker="|", color=ORANGE, markersize=11, markeredgewidth=2)
        label = f"{share.rate:.0%} of {share.chances:.0f}"
        axes.annotate(label, (1.02, row), xycoords=("axes fraction", "data"), va="center", fontsize=8, color=INK)
    names = [f"{title_of(one.game)}, {one.seats} seats, {one.opponent}" for one in pairings]
    axes.set_yticks(rows, names)
    axes.set_ylim(-0.7, len(pairings) - 0.3)
    axes.set_xlim(-0.02, 1.02)
    axes.xaxis.set_major_formatter(lambda rate, _: f"{rate:.0%}")


def _rules(axes: "Axes", rules: list[BrokenRule]) -> None:
    _bare(axes, "Illegal moves, by the rule that they break")
    rows = range(len(rules))[::-1]
    axes.barh(rows, [one.times for one in rules], color=BLUE, height=0.6)
    for row, one in zip(rows, rules, strict=True):
        axes.annotate(f" {one.times}", (one.times, row), va="center", fontsize=8, color=INK)
    axes.set_yticks(rows, [one.rule for one in rules])
    axes.set_ylim(-0.7, len(rules) - 0.3)


def title_of(game: str) -> str:
    title: str = find(game).words("en")["title"]
    return title
