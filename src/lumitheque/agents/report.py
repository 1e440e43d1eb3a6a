"""The report of a benchmark: agent.md with its picture, and the same numbers as agent.json."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from lumitheque.agents.plot import PICTURE, draw_score, title_of
from lumitheque.agents.score import Score
from lumitheque.agents.table import STAND_IN
from lumitheque.arena.report import markdown_table
from lumitheque.arena.scores import Share

REPORT, SUMMARY = "agent.md", "agent.json"
PACE = "## Time"  # what follows differs from run to run; all before it is the same for the same agent and seed


def write_report(folder: Path, score: Score) -> Path:
    """Write the report into a folder; returns its path."""
    draw_score(folder, score)
    (folder / SUMMARY).write_bytes(msgspec.json.format(msgspec.json.encode(score)) + b"\n")
    path = folder / REPORT
    path.write_text("\n".join([*tell(score), ""]), encoding="utf-8")
    return path


def tell(score: Score) -> Iterable[str]:
    """The lines of the report."""
    yield from (f"# Agent: {inline(score.agent)}", "")
    yield f"Programme `{score.programme}`, seed {inline(score.seed)}, {score.games} of {score.scheduled} games."
    yield f"In one decision {score.refusals} refused moves are forgiven; then `{STAND_IN}` stands in."
    yield from ("", f"![Strength and illegal moves]({PICTURE})", "", "## Strength", "", *_strength(score), "")
    yield from ("## Conduct", "", *_conduct(score), "")
    if score.illegal:
        yield from ("## Illegal moves", "", *_illegal(score), "")
    yield from (
        PACE,
        "",
        *markdown_table(("game", "seconds per decision"), ((title_of(p.game), p.seconds) for p in score.paces)),
    )


def inline(text: str) -> str:
    """A text as Markdown shows it in a line: a command may have any sign in it."""
    return "`" + " ".join(text.split()).replace("`", "'") + "`"


def _strength(score: Score) -> Iterable[str]:
    yield "One against one, all games together; then each pairing. Equals would win the share in the last column."
    yield ""
    together = ((f"`{one.opponent}`", *_share(one.share)) for one in score.overall)
    yield from markdown_table(("against", "games", "share of victories", "95 %"), together)
    yield ""
    heads = ("game", "seats", "against", "games", "share of victories", "95 %", "equals")
    yield from markdown_table(
        heads,
        (
            (
                title_of(one.game),
                one.seats,
                f"`{one.opponent}`",
                *_share(one.share),
                f"{one.even:.0%}",
            )
            for one in score.pairings
        ),
    )


def _share(share: Share) -> tuple[str, str, str]:
    return f"{share.chances:.0f}", f"{share.rate:.1%}", f"{share.low:.1%} to {share.high:.1%}"


def _conduct(score: Score) -> Iterable[str]:
    heads = ("game", "games", "decisions", "illegal moves", "for 100 decisions", "stand-in", "failures", "tokens each")
    yield from markdown_table(
        heads,
        (
            (
                title_of(one.game),
                one.games,
                one.decisions,
                one.illegal,
                f"{100 * one.illegal / max(1, one.decisions):.1f}",
                one.stood_in,
                ", ".join(f"{kind} {count}" for kind, count in one.failures.items()) or "–",
                "–" if one.cost is None else f"{one.cost:.0f}",
            )
            for one in score.conduct
        ),
    )


def _illegal(score: Score) -> Iterable[str]:
    yield from markdown_table(
        ("rule", "times", "what it says"), ((one.rule, one.times, one.sentence) for one in score.illegal)
    )
