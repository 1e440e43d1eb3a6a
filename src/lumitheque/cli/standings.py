"""Shows the arena's progress and its result tables in the terminal."""

import sys
import time
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from lumitheque.arena.match import Result
from lumitheque.arena.report import REPORT, Summary
from lumitheque.arena.scores import Share
from lumitheque.cli.speech import Speech
from lumitheque.cli.telling import Screen, player
from lumitheque.games import find
from lumitheque.games.speech import say_ending

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from lumitheque.arena.balance import Balance, Spread

EVERY = 10.0  # seconds between lines where there is no terminal


class Progress:
    """A bar on a terminal, a line now and then elsewhere, both on stderr."""

    def __init__(self, total: int, done: Iterable[Result], quiet: bool, say: Speech) -> None:
        self.total, self.quiet, self.say = total, quiet, say
        self.before = self.games = 0
        self.won: dict[str, tuple[float, int]] = {}
        for result in done:
            self._count(result)
        self.before = self.games
        self.begun = self.told = time.monotonic()
        self.bar: Bar | None = None

    def __enter__(self) -> Self:
        if not self.quiet and sys.stderr.isatty():
            self.bar = _make_bar(self.say)
            self.task = self.bar.add_task(self._leader(), total=self.total, completed=self.games, rate="")
            self.bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.bar:
            self.bar.stop()

    def see(self, result: Result) -> None:
        """Count one more game."""
        self._count(result)
        now = time.monotonic()
        if self.bar:
            self.bar.update(self.task, completed=self.games, description=self._leader(), rate=self._rate(now))
        elif not self.quiet and (now - self.told >= EVERY or self.games == self.total):
            self.told = now
            told = self.say(
                "arena.line", done=self.games, total=self.total, rate=self._rate(now), leader=self._leader()
            )
            sys.stderr.write(told + "\n")
            sys.stderr.flush()

    def _count(self, result: Result) -> None:
        self.games += 1
        for seat, name in enumerate(result.players):
            won, sat = self.won.get(name, (0.0, 0))
            self.won[name] = (won + result.share(seat), sat + 1)

    def _leader(self) -> str:
        if not self.won:
            return ""
        name, (won, sat) = max(self.won.items(), key=lambda item: item[1][0] / item[1][1])
        return self.say("arena.leader", player=name, share=percent(won / sat, self.say, 0))

    def _rate(self, now: float) -> str:
        rate = (self.games - self.before) / max(now - self.begun, 1e-9)
        return self.say("arena.rate", rate=decimal(rate, self.say, 1 if rate >= 1 else 2))


def _make_bar(say: Speech) -> "Bar":
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn(say("random.progress")),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(elapsed_when_finished=True),
        TextColumn("{task.description}", markup=False),
    )
    return Bar(*columns, console=Console(stderr=True))


def decimal(number: float, say: Speech, places: int = 1) -> str:
    text = f"{number:.{places}f}"
    return say.decimal(text)


def percent(rate: float, say: Speech, places: int = 1) -> str:
    return f"{decimal(100 * rate, say, places)} %"


def between(share: Share, say: Speech) -> str:
    return say("arena.between", low=decimal(100 * share.low, say), high=percent(share.high, say))


# --- the tables at the end -------------------------------------------------------------------------------------------


def show_summary(summary: Summary, folder: Path, say: Speech) -> None:
    screen = Screen()
    title = find(summary.table.game).words(say.language)["title"]
    screen.print(say("arena.title", title=title, games=say.count("random.games", summary.games)))
    screen.print(_players(summary, say))
    if summary.verdict:
        screen.print(_tell_verdict(summary, say))
        screen.print()
    if summary.failures:
        screen.print(_failures(summary, say))
    screen.print(_seats(summary.balance, say))
    screen.print(_endings(summary, say))
    screen.print(_lengths(summary.balance, say))
    screen.print(say("arena.report", place=folder / REPORT))


def _table(say: Speech, *heads: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for at, head in enumerate(heads):
        table.add_column(say(head), justify="right" if at else "left")
    return table


def _players(summary: Summary, say: Speech) -> Table:
    table = _table(
        say,
        "arena.player",
        "arena.games",
        "arena.share",
        "arena.interval",
        "arena.elo",
        "arena.openskill",
        "arena.seconds",
    )
    for one in summary.standings:
        table.add_row(
            one.player,
            str(one.games),
            percent(one.share.rate, say),
            between(one.share, say),
            f"{one.strength.elo:+.0f} ± {one.strength.give:.0f}",
            f"{decimal(one.skill.mu, say)} ± {decimal(one.skill.sigma, say)}",
            decimal(one.seconds, say, 2),
        )
    return table


def _failures(summary: Summary, say: Speech) -> Table:
    table = _table(say, "arena.failed", "arena.stand_ins", "arena.why")
    table.columns[2].justify = "left"
    for one in summary.failures:
        table.add_row(Text(one.player), str(one.seats), Text(say.error(one.reason)))
    return table


def _tell_verdict(summary: Summary, say: Speech) -> str:
    verdict = summary.verdict
    assert verdict is not None
    sides = {"above": "arena.above", "below": "arena.below", None: "arena.undecided"}
    return say(
        sides[verdict.side],
        player=verdict.player,
        target=percent(verdict.target, say),
        low=decimal(100 * verdict.low, say),
        high=percent(verdict.high, say),
        deals=say.count("arena.deals", verdict.deals),
    )


def _seats(balance: "Balance", say: Speech) -> Table:
    table = _table(say, "arena.seat", "arena.share", "arena.interval", "arena.mean", "arena.quartiles")
    for seat, (share, points) in enumerate(zip(balance.seats, balance.points_by_seat, strict=True)):
        table.add_row(
            player(seat),
            percent(share.rate, say),
            between(share, say),
            decimal(points.mean, say, 2),
            _quartiles(points, say),
        )
    return table


def _quartiles(spread: "Spread", say: Speech) -> str:
    quartiles = (spread.lower, spread.median, spread.upper)
    return "  ".join(decimal(number, say, 0 if number == int(number) else 2) for number in quartiles)


def _endings(summary: Summary, say: Speech) -> Table:
    balance, game = summary.balance, find(summary.table.game)
    table = _table(say, "arena.ending", "arena.games", "arena.part")
    for reason, count in balance.reasons.items():
        told = say_ending(game, reason, say.language)
        table.add_row(f"{told} ({reason})", str(count), percent(count / balance.games, say))
    table.add_section()
    table.add_row(say("arena.shared"), str(balance.shared), percent(balance.shared / balance.games, say))
    return table


def _lengths(balance: "Balance", say: Speech) -> Table:
    table = _table(say, "arena.length", "arena.mean", "arena.quartiles")
    for name, spread in (("arena.decisions", balance.plies), ("arena.turns", balance.turns)):
        table.add_row(say(name), decimal(spread.mean, say), _quartiles(spread, say))
    return table
