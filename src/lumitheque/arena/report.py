"""The report of an arena: report.md with its plots, and the same numbers as summary.json."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from lumitheque.arena.balance import Balance, Spread, weigh_up
from lumitheque.arena.failures import FailureCount, count_failures
from lumitheque.arena.match import Result
from lumitheque.arena.ratings import Meeting, RatedPlayer, meetings, standings
from lumitheque.arena.schedule import Terms
from lumitheque.arena.scores import Share, in_order
from lumitheque.arena.stopping import ERROR, Verdict

REPORT, SUMMARY = "report.md", "summary.json"

METHODS = f"""\
- **Deals.** A deal is all that chance gives in a game. Every line-up plays every deal once on each rotation round the
  table, with the same chance. A victory counts 1, shared among those who win together.
- **Shares** of victories have 95 % Wilson intervals, for as many independent trials as the spread between deals is
  worth; games on the same deal are not independent. They hold for a number of games that was fixed beforehand.
- **Elo** is Luce's model (with two seats, Bradley and Terry's) fitted to all games at once, with a weak prior of
  1000 points that keeps it finite; 0 is the middle of the field, or the player named. The interval is the wider of
  the model's own and one from the spread between deals.
- **openskill** is the Plackett-Luce model of that package, with its usual settings, over the games in the order of the
  schedule; winners come before all others, who are level.
- **Stopping early**, where a target was set: a confidence sequence by betting (Waudby-Smith and Ramdas 2024) over the
  deals in the order of the schedule. However often one looks, it misses the true rate with probability {ERROR:.0%} at
  most. The other intervals do not allow for stopping early, and are then a little too narrow.
"""


class Summary(msgspec.Struct, frozen=True):
    """Everything that the report of an arena contains."""

    table: Terms
    games: int  # played
    scheduled: int
    standings: list[RatedPlayer]
    meetings: list[Meeting]
    balance: Balance
    verdict: Verdict | None = None
    zero: str | None = None  # the player whose strength is 0; none: the middle of the field
    failures: list[FailureCount] = []  # of engines


def summarise(
    table: Terms,
    results: Iterable[Result],
    scheduled: int,
    verdict: Verdict | None = None,
    zero: str | None = None,
) -> Summary:
    played = in_order(results)
    return Summary(
        table=table,
        games=len(played),
        scheduled=scheduled,
        standings=standings(played, zero),
        meetings=meetings(played),
        balance=weigh_up(played),
        verdict=verdict,
        zero=zero,
        failures=count_failures(played),
    )


def write_report(folder: Path, summary: Summary, results: Iterable[Result]) -> Path:
    """Write the report into a folder; return its path."""
    from lumitheque.arena.plots import draw_plots

    plots = draw_plots(folder, summary, in_order(results))
    (folder / SUMMARY).write_bytes(msgspec.json.format(msgspec.json.encode(summary)) + b"\n")
    path = folder / REPORT
    path.write_text("\n".join(_lines(summary, plots)), encoding="utf-8")
    return path


def _lines(summary: Summary, plots: Sequence[tuple[str, str]]) -> Iterable[str]:
    yield from _heading(summary)
    if summary.verdict:
        yield from ("## The target", "", _tell_verdict(summary.verdict), "")
    yield from ("## Players", "", *_players(summary.standings), "")
    yield from (f"Elo is counted from {f'`{summary.zero}`' if summary.zero else 'the middle of the field'}.", "")
    if summary.failures:
        yield from ("## Engines that failed", "", *_failures(summary.failures), "")
    if summary.meetings:
        yield from ("## Who beats whom", "", *_meetings(summary), "")
    yield from ("## The game", "", *_balance(summary.balance), "")
    for name, caption in plots:
        yield from (f"![{caption}]({name})", "")
    yield from ("## How this was computed", "", METHODS)


def _heading(summary: Summary) -> Iterable[str]:
    table = summary.table
    options = ", ".join(f"{name} {str(value).lower()}" for name, value in table.options.items())
    edition = f", edition {table.edition.name} ({table.edition.sha256[:12]})" if table.edition else ""
    yield from (f"# Arena: {table.game}", "")
    yield f"{summary.games} of {summary.scheduled} games, {table.seats} seats, rules {table.rules}{edition}."
    yield from ([f"Options: {options}.", ""] if options else [""])


def _tell_verdict(verdict: Verdict) -> str:
    told = {"above": "**above**", "below": "**below**", None: "not yet known to be on either side of"}[verdict.side]
    rate = f"{verdict.rate:.1%}" if verdict.rate is not None else "unknown"
    return (
        f"The rate of {verdict.player} is {told} the target of {verdict.target:.1%}: {rate}, between {verdict.low:.1%}"
        f" and {verdict.high:.1%}, after {verdict.deals} deals."
    )


def _row(*cells: object) -> str:
    return f"| {' | '.join(str(cell).replace('|', '/') for cell in cells)} |"


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterable[str]:
    yield _row(*heads)
    yield _row(*("---" if at == 0 else "---:" for at in range(len(heads))))
    for row in rows:
        yield _row(*row)


def _between(share: Share) -> str:
    return f"{share.low:.1%} to {share.high:.1%}"


def _players(table: Sequence[RatedPlayer]) -> Iterable[str]:
    heads = ("player", "games", "share", "95 %", "Elo", "±", "openskill μ", "σ", "seconds per game")
    yield from _table(
        heads,
        (
            (
                f"`{one.player}`",
                one.games,
                f"{one.share.rate:.1%}",
                _between(one.share),
                f"{one.strength.elo:+.0f}",
                f"{one.strength.give:.0f}",
                f"{one.skill.mu:.1f}",
                f"{one.skill.sigma:.1f}",
                f"{one.seconds:.2f}",
            )
            for one in table
        ),
    )


def _failures(failures: Sequence[FailureCount]) -> Iterable[str]:
    yield "From the failure on a stand-in played the seat, to the end of the game; what follows counts for the engine."
    yield ""
    heads = ("player", "what", "seats", "the first time")
    yield from _table(
        heads, ((f"`{one.player}`", one.kind.replace("_", " "), one.seats, one.reason) for one in failures)
    )


def _meetings(summary: Summary) -> Iterable[str]:
    """Write a table: the player of the row against the player of the column."""
    names = [one.player for one in summary.standings]
    met = {(one.player, one.opponent): one for one in summary.meetings}

    def cell(name: str, other: str) -> str:
        share = met[name, other].share if (name, other) in met else None
        return f"{share.rate:.1%} ({_between(share)})" if share else "·"

    yield "The share of the row against the column, of the victories that fell to either, per seat."
    yield ""
    yield from _table(
        ("", *(f"`{name}`" for name in names)),
        ((f"`{name}`", *(cell(name, other) for other in names)) for name in names),
    )


def _balance(balance: Balance) -> Iterable[str]:
    rows = (
        (f"P{seat + 1}", f"{share.rate:.1%}", _between(share), *_spread(points))
        for seat, (share, points) in enumerate(zip(balance.seats, balance.points_by_seat, strict=True))
    )
    quartiles = ("mean", "min", "lower quartile", "median", "upper quartile", "max")
    yield f"Each seat's share of victories; an even game gives {1 / len(balance.seats):.1%}. Then its points."
    yield ""
    yield from _table(("seat", "share", "95 %", *quartiles), rows)
    yield ""
    named = ((f"`{name}`", *_spread(points)) for name, points in balance.points_by_player.items())
    yield from _table(("points of", *quartiles), named)
    yield ""
    yield from _table(
        ("length", *quartiles), (("decisions", *_spread(balance.plies)), ("turns", *_spread(balance.turns)))
    )
    yield ""
    yield from _table(("won by", "games", ""), ((_so_many(n), *_part(k, balance)) for n, k in balance.draws.items()))
    yield ""
    yield from _table(("ended by", "games", ""), ((why, *_part(k, balance)) for why, k in balance.reasons.items()))


def _so_many(winners: int) -> str:
    return "one" if winners == 1 else f"{winners} together"


def _part(count: int, balance: Balance) -> tuple[int, str]:
    return count, f"{count / balance.games:.1%}"


def _spread(spread: Spread) -> tuple[str, ...]:
    numbers = (spread.low, spread.lower, spread.median, spread.upper, spread.high)
    return (f"{spread.mean:.2f}", *(f"{number:g}" for number in numbers))
