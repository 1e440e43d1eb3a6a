"""bench-agent: how well an agent plays, and how often it breaks the rules."""

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from lumitheque.cli import FINE, INTERRUPTED, complain
from lumitheque.cli.agents import need_sdk
from lumitheque.cli.referee import Json, say_json
from lumitheque.cli.speech import Language, Speech

if TYPE_CHECKING:
    from lumitheque.agents.contestants import ClientContestant, EngineContestant
    from lumitheque.agents.programme import Programme
    from lumitheque.agents.score import Score

EVERY = 30.0  # seconds between two lines where there is no terminal

Agent = Annotated[
    str,
    Parameter(
        metavar="COMMAND",
        help="The command that starts the agent, in quotation marks: a program that speaks the engine protocol, such as"
        " './mybot --fast'; with --mcp a client of MCP.",
    ),
]
ByMcp = Annotated[
    bool,
    Parameter(
        help="The command is a client of MCP: it is started for each game, and finds the server's address in"
        " LUMITHEQUE_MCP_URL, its table's id in LUMITHEQUE_TABLE."
    ),
]
AgentName = Annotated[str | None, Parameter(metavar="N", help="What the report calls it; the command if not said.")]
Output = Annotated[str, Parameter(name=("--output", "-o"), metavar="DIR", help="Where results and the report go.")]


@Parameter(name="*")
@dataclass(frozen=True)
class Contest:
    """What is played, and under which conditions."""

    programme: Annotated[Literal["quick", "standard"], Parameter(help="How much is played.")] = "quick"
    games: Annotated[str | None, Parameter(metavar="A,B", help="Only these games.")] = None
    seed: Annotated[
        str | None,
        Parameter(
            metavar="WORD",
            help="All deals follow from it; drawn, and kept in DIR, if not said. The agent must not"
            " know it; the report names it afterwards.",
        ),
    ] = None
    refusals: Annotated[
        int, Parameter(metavar="N", help="Illegal moves that are forgiven in one decision; then a stand-in decides.")
    ] = 3
    seconds: Annotated[
        float | None, Parameter(metavar="S", help="Of an engine, for each decision; as it likes if not said.")
    ] = None
    minutes: Annotated[float, Parameter(metavar="M", help="Of a client of MCP, for each game.")] = 60.0


def bench_agent(
    agent: Agent,
    /,
    *,
    mcp: ByMcp = False,
    contest: Contest | None = None,
    name: AgentName = None,
    output: Output = "agent-results",
    json: Json = False,
    quiet: Annotated[bool, Parameter(name=("--quiet", "-q"), help="Say nothing on the way.")] = False,
    lang: Language = None,
) -> int:
    """Measure an agent: a fixed programme of games against bots, on boards and deals that nobody has seen before.

    Strength against each opponent, illegal moves by rule, tokens if the agent tells them. Results are kept one by one
    in DIR/results.jsonl: the same command goes on where it stopped. DIR/agent.md has the tables, DIR/agent.svg and
    agent.png the picture, DIR/agent.json all numbers, DIR/records the games. It needs the extra `arena`, and with --mcp
    the extra `agents`.
    """
    contest, say = contest or Contest(), Speech(lang)
    _need_benchmark(say, mcp)
    from lumitheque.cli.reading import compile_if_need_be

    compile_if_need_be(say)
    from msgspec.structs import replace

    from lumitheque.agents.programme import read_programme
    from lumitheque.agents.report import write_report

    folder, names = Path(output), [one.strip() for one in (contest.games or "").split(",") if one.strip()]
    programme = read_programme(contest.programme, contest.seed or _drawn_seed(folder), names, contest.refusals)
    contestant = _contestant(agent, mcp, contest, folder)
    finished, score = _measure(programme, contestant, folder, quiet, say)
    score = replace(score, agent=name or agent)
    path = write_report(folder, score)
    if json:
        say_json(score)
    else:
        _show(score, path, say)
    return FINE if finished else INTERRUPTED


def _drawn_seed(folder: Path) -> str:
    """The seed of what was begun in this folder; a new one if nothing was."""
    path = folder / "seed"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(secrets.token_hex(16) + "\n", encoding="utf-8")
    return path.read_text(encoding="utf-8").strip()


def _need_benchmark(say: Speech, mcp: bool) -> None:
    from importlib.util import find_spec

    from lumitheque.games.game import GameError

    if mcp:
        need_sdk(say)
    if find_spec("matplotlib") is None:
        raise GameError(say("agents.no_plots"))


def _contestant(agent: str, mcp: bool, contest: Contest, folder: Path) -> "ClientContestant | EngineContestant":
    from lumitheque.agents.contestants import ClientContestant, EngineContestant

    if mcp:
        return ClientContestant(agent, contest.minutes, folder / "logs")
    return EngineContestant(agent, contest.seconds)


def _measure(
    programme: "Programme", agent: "ClientContestant | EngineContestant", folder: Path, quiet: bool, say: Speech
) -> "tuple[bool, Score]":
    """Play what is missing; False if interrupted."""
    from lumitheque.agents.contest import play_bout
    from lumitheque.agents.ledger import BoutLedger
    from lumitheque.agents.score import add_up

    bouts, digest = programme.bouts(), programme.digest(agent.digest())
    finished = True
    with BoutLedger(folder, digest) as ledger, agent.connected(), _progress(len(bouts), quiet, say) as advance:
        try:
            for bout in bouts:
                advance(bout.id, len(ledger.results))
                if bout.id not in ledger.results:
                    ledger.add(*play_bout(programme, bout, agent))
            advance("", len(bouts))
        except KeyboardInterrupt:
            if not ledger.results:
                raise
            complain(say("arena.interrupted", games=say.count("random.games", len(ledger.results))))
            finished = False
        return finished, add_up(programme, agent.name, digest, ledger.results.values())


@contextmanager
def _progress(total: int, quiet: bool, say: Speech) -> Iterator[Callable[[str, int], None]]:
    """A bar on a terminal, a line now and then elsewhere, both on stderr. Yields what is told: the bout, games done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console, told = Console(stderr=True), time.monotonic()
    columns = BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}", markup=False)
    with Progress(*columns, console=console, disable=quiet or not console.is_terminal) as bar:
        task = bar.add_task("", total=total)

        def advance(bout: str, done: int) -> None:
            nonlocal told
            bar.update(task, completed=done, description=bout)
            if not quiet and not console.is_terminal and time.monotonic() - told >= EVERY:
                told = time.monotonic()
                console.print(say("agents.line", done=done, total=total, bout=bout), markup=False, highlight=False)

        yield advance


def _show(score: "Score", path: Path, say: Speech) -> None:
    from rich import box
    from rich.table import Table

    from lumitheque.cli.standings import between, percent
    from lumitheque.cli.telling import Screen
    from lumitheque.games import find

    screen = Screen()
    table = Table(box=box.SIMPLE_HEAD)
    for at, head in enumerate(("game", "seats", "against", "share", "interval")):
        table.add_column(say(f"agents.{head}"), justify="right" if at not in (0, 2) else "left")
    for one in score.pairings:
        title, share = find(one.game).words(say.language)["title"], one.share
        table.add_row(title, str(one.seats), one.opponent, percent(share.rate, say), between(share, say))
    screen.print(table)
    decisions = sum(one.decisions for one in score.conduct)
    refused, stood_in = sum(one.illegal for one in score.conduct), sum(one.stood_in for one in score.conduct)
    screen.print(say("agents.conduct", decisions=decisions, refused=refused, stood_in=stood_in))
    screen.print(say("arena.report", place=path))
