"""edition judge: what bots find wrong with a board, a deck or house rules."""

import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from lumitheque.cli import FAILED, FINE, INTERRUPTED, complain
from lumitheque.cli.reading import compile_if_need_be
from lumitheque.cli.referee import Json, Seats, Seed, say_json
from lumitheque.cli.speech import Language, Speech

if TYPE_CHECKING:
    from rich.table import Table

    from lumitheque.arena.running import Runner
    from lumitheque.cli.telling import Screen
    from lumitheque.games.edition import Edition
    from lumitheque.games.game import Game
    from lumitheque.judging.judge import Judge
    from lumitheque.judging.playing import Sides
    from lumitheque.judging.telling import AppraisalTold, FindingTold

EVERY = 10.0  # seconds between lines where there is no terminal
BOTH_SIDES = {"lumens": (2, 4)}  # players with whom every board of an edition is played


@Parameter(name="*")
@dataclass(frozen=True)
class Trial:
    """What is judged, and how long."""

    against: Annotated[
        str | None, Parameter(metavar="FILE", help="What it is compared with; our edition if not said.")
    ] = None
    game: Annotated[str | None, Parameter(metavar="NAME", help="The game it is for; found out if not said.")] = None
    option: Annotated[
        list[str] | None,
        Parameter(
            name=("--option", "--set"), metavar="KEY=VALUE", help="A house rule; `lumitheque games` lists the options."
        ),
    ] = None
    seats: Seats = None
    games: Annotated[
        int | None, Parameter(metavar="N", help="Deals at most, each played with both; 4000 if not said.")
    ] = None
    time: Annotated[float | None, Parameter(metavar="S", help="Stop after so many seconds.")] = None
    seed: Seed = None


@Parameter(name="*")
@dataclass(frozen=True)
class Where:
    """Where it is played."""

    jobs: Annotated[int | None, Parameter(metavar="N", help="Processes; one per core if not said.")] = None
    cluster: Annotated[str | None, Parameter(metavar="ADDRESS", help="A Dask scheduler, tcp://HOST:PORT.")] = None
    quiet: Annotated[bool, Parameter(name=("--quiet", "-q"), help="Say nothing on the way.")] = False


def judge(
    file: Annotated[str, Parameter(help="A board or deck as a file, or the name of a game for house rules.")],
    /,
    *,
    trial: Trial | None = None,
    where: Where | None = None,
    json: Json = False,
    lang: Language = None,
) -> int:
    """Let bots play a board, a deck or house rules against ours, and say what is wrong with it.

    `lumitheque edition judge my-deck.csv` judges a file; `lumitheque edition judge lumens --option end=played_out`
    judges options against the usual ones. The same --seed and --games give the same findings on any machine, unless
    --time cuts them short. Exit status: 0 nothing is wrong, 1 something is.
    """
    trial, where = trial or Trial(), where or Where()
    say = Speech(lang)
    opened = open_trial(file, trial, say)
    compile_if_need_be(say)
    runner = find_runner(where, say)
    told, finished = [], True
    begun = time.monotonic()
    for number, sides in enumerate(opened):
        left = None if trial.time is None else (begun + trial.time - time.monotonic()) / (len(opened) - number)
        found, finished = try_out(sides, trial, left, runner, where.quiet, say)
        told.append(found)
        if not finished:
            break
    if json:
        say_json({"appraisals": told})
    else:
        show(told, say)
    if not finished:
        return INTERRUPTED
    return FAILED if any(one.appraisal.found for one in told) else FINE


def open_trial(file: str, trial: Trial, say: Speech) -> "list[Sides]":
    """Both tables, one pair for each number of players."""
    from lumitheque.cli.reading import read_settings
    from lumitheque.games.game import GameError
    from lumitheque.judging.opening import check_deals, sides_of

    if trial.games is not None:
        check_deals(trial.games)
    if trial.time is not None and trial.time <= 0:
        raise GameError(f"--time: {trial.time:g} is not a number of seconds")
    game, edition = find_subject(file, trial, say)
    if edition is None and not trial.option:
        raise GameError(f"{game.name}: nothing to judge; name a file, or house rules with --option KEY=VALUE")
    against = read_against(game, trial.against)
    options = read_settings(game, trial.option or [])
    counts = (trial.seats,) if trial.seats is not None else BOTH_SIDES.get(game.name, (game.seats[0],))
    return [sides_of(game, seats, options, edition, against) for seats in counts]


def find_subject(file: str, trial: Trial, say: Speech) -> "tuple[Game, Edition | None]":
    """The game, and the edition that a file holds; none where house rules are judged."""
    from lumitheque.cli.shelf import find_edition
    from lumitheque.games import SHELF

    if file in SHELF and not Path(file).exists():
        return SHELF[file], None
    return find_edition(file, trial.game, say)


def read_against(game: "Game", file: str | None) -> "Edition | None":
    from lumitheque.games.edition import load_edition

    return None if file is None else load_edition(game, file)


def find_runner(where: Where, say: Speech) -> "Runner":
    """All cores with the extra `arena`, one without it; or a cluster."""
    from importlib.util import find_spec

    from lumitheque.arena import ArenaError
    from lumitheque.arena.running import here, on_cores

    if where.cluster:
        if find_spec("distributed") is None:
            raise ArenaError(say("arena.missing", packages="distributed", extra="lumitheque[cluster]"))
        from lumitheque.arena.cluster import on_cluster

        return on_cluster(where.cluster)
    if find_spec("joblib") is None:
        if where.jobs not in (None, 1):
            raise ArenaError(say("arena.missing", packages="joblib", extra="lumitheque[arena]"))
        return here
    return on_cores(where.jobs)


def try_out(
    sides: "Sides", trial: Trial, seconds: float | None, runner: "Runner", quiet: bool, say: Speech
) -> "tuple[AppraisalTold, bool]":
    """Play until it is enough; False if somebody stopped it before."""
    from lumitheque.judging.judge import Judge
    from lumitheque.judging.opening import DEALS
    from lumitheque.judging.playing import Playing, batches
    from lumitheque.judging.telling import tell_appraisal
    from lumitheque.referee.records import read_seed

    judge = Judge(sides, read_seed(trial.seed or "0"), trial.games or DEALS)
    end = None if seconds is None else time.monotonic() + seconds
    finished = True
    answers = runner(Playing(sides), batches(sides, judge.most, judge.seed))
    with show_progress(judge, quiet, say) as progress, closing(answers):
        try:
            for played in answers:
                enough = judge.see(played)
                progress(judge)
                if enough or (end is not None and time.monotonic() >= end):
                    break
        except KeyboardInterrupt:
            if not judge.deals:
                raise
            complain(say("judge.interrupted", deals=say.count("arena.deals", judge.deals)))
            finished = False
    return tell_appraisal(judge.appraisal(), say.language), finished


@contextmanager
def show_progress(judge: "Judge", quiet: bool, say: Speech) -> "Iterator[Any]":
    """A bar on a terminal, a line now and then elsewhere, both on stderr."""
    seats = judge.sides.mine.seats

    def line(judge: "Judge") -> str:
        return say("judge.line", seats=seats, done=judge.deals, total=judge.most)

    if quiet:
        yield lambda _: None
    elif sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(line(judge), total=judge.most)
            yield lambda judge: bar.update(task, completed=judge.deals, description=line(judge))
    else:
        told = [time.monotonic()]

        def tell(judge: "Judge") -> None:
            if time.monotonic() - told[0] >= EVERY:
                told[0] = time.monotonic()
                sys.stderr.write(line(judge) + "\n")
                sys.stderr.flush()

        yield tell


# --- the report -------------------------------------------------------------------------------------------------------


def show(told: "list[AppraisalTold]", say: Speech) -> None:
    from lumitheque.cli.telling import Screen
    from lumitheque.games import find

    screen = Screen()
    for one in told:
        appraisal = one.appraisal
        title = find(appraisal.game).words(say.language)["title"]
        name = appraisal.mine.name or title
        screen.print(say("judge.title", game=title, name=name, against=one.against, seats=appraisal.seats))
        screen.print()
        show_findings(one, screen)
        screen.print(table_of(one, say))
        for sentence in (one.unsettled, one.bots, one.level):
            if sentence:
                screen.print(sentence)
        screen.print()


def show_findings(told: "AppraisalTold", screen: "Screen") -> None:
    from rich.text import Text

    found = [one for one in told.findings if one.finding.standing == "found"]
    screen.print(Text(told.summary, "bold red" if found else "bold green"))
    for one in found:
        screen.print(Text.assemble(("✗ " if one.finding.severity == "grave" else "• "), one.sentence))
        if one.proposal:
            screen.print(Text(f"    → {one.proposal}", "italic"))
    if told.left_out:
        screen.print(told.left_out)
    screen.print()


def table_of(told: "AppraisalTold", say: Speech) -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(say("judge.question"))
    for heading in ("figure", "interval", "ours", "games"):
        table.add_column(say(f"judge.{heading}"), justify="right")
    table.add_column(say("judge.standing"))
    for one in told.findings:
        table.add_row(*row_of(one, say))
    return table


def row_of(told: "FindingTold", say: Speech) -> tuple[str, ...]:
    finding = told.finding
    figure, ours = finding.figure, finding.ours
    between = say("judge.between", low=percent(figure.low, say), high=percent(figure.high, say))
    if not figure.games:
        return told.title, "–", "–", "–", "0", say(f"judge.{finding.standing}")
    compared = percent(ours.rate, say) if ours else "–"
    return (
        told.title,
        percent(figure.rate, say),
        between,
        compared,
        str(figure.games),
        say(f"judge.{finding.standing}"),
    )


def percent(share: float, say: Speech) -> str:
    return say.decimal(f"{100 * share:.1f}")
