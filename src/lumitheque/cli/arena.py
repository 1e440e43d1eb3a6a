"""arena: players against players, many games."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from lumitheque.cli import FINE, INTERRUPTED, complain
from lumitheque.cli.reading import compile_if_need_be
from lumitheque.cli.referee import EditionFile, GameName, Json, Seats, Seed, Settings, say_json
from lumitheque.cli.speech import Language, Speech

if TYPE_CHECKING:
    from lumitheque.arena.match import Result
    from lumitheque.arena.report import Summary
    from lumitheque.arena.results import Ledger
    from lumitheque.arena.schedule import Fixture, LineUp, Terms
    from lumitheque.arena.stopping import StoppingRule
    from lumitheque.games.game import Game

NEEDS = {"arena": ("joblib", "openskill", "matplotlib"), "cluster": ("distributed",)}  # by extra

Players = Annotated[
    str | None,
    Parameter(
        metavar="A,B,C",
        help="Who plays, everybody against everybody: levels of the game, random, greedy, tree, deepening, strongest;"
        " tree@0.5s thinks half a second per move, tree@500 for 500 simulations; engine:./mybot@0.5s is a program that"
        " speaks the engine protocol. Fewer than seats: some sit twice.",
    ),
]
LineUps = Annotated[
    list[str] | None,
    Parameter(metavar="A,B,B", help="A line-up, a player for each seat, instead of --players; may be repeated."),
]
Target = Annotated[
    float | None,
    Parameter(
        metavar="RATE",
        help="Stop as soon as the first player's share of victories is known to be above or below this, such as 0.5.",
    ),
]


@Parameter(name="*")
@dataclass(frozen=True)
class Programme:
    """Who plays what."""

    players: Players = None
    lineup: LineUps = None
    games: Annotated[int, Parameter(metavar="N", help="Games in all, rounded up to whole deals; 100.")] = 100
    seats: Seats = None
    settings: Settings = None
    edition: EditionFile = None
    seed: Seed = None
    target: Target = None


@Parameter(name="*")
@dataclass(frozen=True)
class Hall:
    """Where it is played and what is kept of it."""

    jobs: Annotated[int | None, Parameter(metavar="N", help="Processes; one per core if not said.")] = None
    cluster: Annotated[str | None, Parameter(metavar="ADDRESS", help="A Dask scheduler, tcp://HOST:PORT.")] = None
    out: Annotated[str | None, Parameter(metavar="FOLDER", help="Where results go; arena-GAME if not said.")] = None
    records: Annotated[bool, Parameter(help="Keep the record of every game, too, in FOLDER/records.")] = False
    report_only: Annotated[bool, Parameter(help="Play nothing, report on what is there.")] = False
    zero: Annotated[str | None, Parameter(metavar="A", help="The player from whom Elo points are counted.")] = None
    quiet: Annotated[bool, Parameter(name=("--quiet", "-q"), help="Say nothing on the way.")] = False


def arena(
    game: GameName,
    /,
    *,
    programme: Programme | None = None,
    hall: Hall | None = None,
    json: Json = False,
    lang: Language = None,
) -> int:
    """Let players play many games against each other, and report how strong they are.

    Every deal is played by every line-up on every rotation round the table. Results are kept one by one in
    FOLDER/results.jsonl: the same command goes on where it stopped, and with more games it plays what is missing.
    Without --seed the seed is 0. FOLDER/report.md has tables and plots, FOLDER/summary.json all the numbers.
    """
    from lumitheque.games import find

    programme, hall = programme or Programme(), hall or Hall()
    say, found = Speech(lang), find(game)
    _need_extras(hall, say)
    if not hall.report_only:
        compile_if_need_be(say)
    from lumitheque.arena.results import Ledger

    folder = Path(hall.out or f"arena-{game}")
    table = _lay_table(found, programme)
    fixtures = _draw_up(found, table, programme, hall)
    with Ledger(folder, table) as ledger:
        watch = _watch(fixtures, programme)
        finished = hall.report_only or _hold(fixtures, ledger, watch, hall, Speech(lang))
        summary = _report(ledger, fixtures, watch, hall)
    if json:
        say_json(summary)
    else:
        from lumitheque.cli.standings import show_summary

        show_summary(summary, folder, say)
    return FINE if finished else INTERRUPTED


def _need_extras(hall: Hall, say: Speech) -> None:
    """Raise, in one line, what must be installed."""
    from importlib.util import find_spec

    from lumitheque.arena import ArenaError

    extras = ("arena", "cluster") if hall.cluster else ("arena",)
    for extra in extras:
        missing = [name for name in NEEDS[extra] if find_spec(name) is None]
        if missing:
            raise ArenaError(say("arena.missing", packages=say.listed(missing), extra=f"lumitheque[{extra}]"))


def _lay_table(game: "Game", programme: Programme) -> "Terms":
    from lumitheque.arena.schedule import lay_table
    from lumitheque.cli.reading import read_settings

    seats = programme.seats
    if seats is None and programme.lineup:
        seats = len(_names(programme.lineup[0]))
    return lay_table(game.name, seats, read_settings(game, programme.settings or []), programme.edition)


def _names(text: str) -> "LineUp":
    from lumitheque.engines.commands import split_players

    return tuple(split_players(text))


def _draw_up(game: "Game", table: "Terms", programme: Programme, hall: Hall) -> "list[Fixture]":
    """Make the schedule; empty for a report on everything that is there."""
    from lumitheque.arena import ArenaError
    from lumitheque.arena.schedule import line_ups, schedule
    from lumitheque.bots.protocol import BotError
    from lumitheque.engines.players import character, find_player
    from lumitheque.referee.records import read_seed

    chosen = [_names(text) for text in programme.lineup or []]
    if programme.players:
        chosen += line_ups(_names(programme.players), table.seats)
    if not chosen:
        if hall.report_only:
            return []
        raise ArenaError("say who plays: --players greedy,random")
    try:
        characters = {name: character(find_player(game, name)) for line_up in chosen for name in line_up}
    except BotError as error:
        raise ArenaError(str(error)) from None
    return schedule(table, chosen, programme.games, read_seed(programme.seed or "0"), characters)


def _watch(fixtures: "list[Fixture]", programme: Programme) -> "StoppingRule | None":
    from lumitheque.arena.stopping import StoppingRule

    if programme.target is None or not fixtures:
        return None
    first = _names(programme.players or (programme.lineup or [""])[0])[0]
    return StoppingRule(fixtures, first, programme.target)


def _hold(fixtures: "list[Fixture]", ledger: "Ledger", watch: "StoppingRule | None", hall: Hall, say: Speech) -> bool:
    """Play the fixtures without a result; return False if interrupted."""
    from lumitheque.arena.running import Umpire, hold, on_cores
    from lumitheque.cli.standings import Progress

    if watch and watch.see_all(_of(fixtures, ledger)):
        return True
    if hall.cluster:
        from lumitheque.arena.cluster import on_cluster
    runner = on_cluster(hall.cluster) if hall.cluster else on_cores(hall.jobs)

    with Progress(len(fixtures), _of(fixtures, ledger), hall.quiet, say) as progress:

        def is_enough(result: "Result") -> bool:
            progress.see(result)
            return bool(watch and watch.see(result))

        try:
            hold(fixtures, Umpire(ledger.table, with_record=hall.records), runner, ledger, is_enough)
        except KeyboardInterrupt:
            if not ledger.results:
                raise
            complain(say("arena.interrupted", games=say.count("random.games", len(ledger.results))))
            return False
    return True


def _of(fixtures: "list[Fixture]", ledger: "Ledger") -> "list[Result]":
    """Return the results of these fixtures; without fixtures, all."""
    if not fixtures:
        return list(ledger.results.values())
    return [ledger.results[fixture.id] for fixture in fixtures if fixture.id in ledger.results]


def _report(ledger: "Ledger", fixtures: "list[Fixture]", watch: "StoppingRule | None", hall: Hall) -> "Summary":
    from lumitheque.arena import ArenaError
    from lumitheque.arena.report import summarise, write_report

    results = _of(fixtures, ledger)
    if not results:
        raise ArenaError(f"{ledger.path}: there are no results of these players in it")
    if hall.zero and not any(hall.zero in result.players for result in results):
        raise ArenaError(f"--zero: {hall.zero} has not played")
    if watch:
        watch.see_all(results)
    verdict = watch.verdict() if watch else None
    summary = summarise(ledger.table, results, len(fixtures) or len(results), verdict, hall.zero)
    write_report(ledger.folder, summary, results)
    return summary
