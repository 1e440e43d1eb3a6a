"""check, trace, random: records in, records out."""

import statistics
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from lumitheque.cli import FAILED, FINE, complain
from lumitheque.cli.reading import compile_if_need_be
from lumitheque.cli.referee import EditionFile, GameName, Seats, Seed, Settings, say_json
from lumitheque.cli.speech import Language, Speech

if TYPE_CHECKING:
    from lumitheque.cli.reading import Place
    from lumitheque.games.game import Game
    from lumitheque.referee import GameRecord, Referee

MANY = 20  # random games for which it pays to compile the rules first
PATIENCE = 1.0  # seconds before a progress bar is shown

Files = Annotated[
    str, Parameter(allow_leading_hyphen=True, help="Files with a record, or one per line; - or none is stdin.")
]


def check(*files: Files, lang: Language = None) -> int:
    """Replay records and verify every move, the chance, the seed and the ending.

    Exit status 1 on the first that does not hold, saying where; 2 if it cannot be read.
    """
    from lumitheque.cli.reading import read_many
    from lumitheque.games.game import GameError

    say = Speech(lang)
    for place, record in read_many(files):
        from lumitheque.referee import RecordError, ReplayError  # now that it is settled how rules run
        from lumitheque.referee.checking import check_record

        try:
            referee = check_record(record)
        except ReplayError as error:
            complain(f"{place}: {error}", say.language)
            return FAILED
        except GameError as error:
            raise RecordError(f"{place}: {error}") from None
        sys.stdout.write(_tell_checked(place, referee, record, say) + "\n")
    return FINE


def _tell_checked(place: "Place", referee: "Referee", record: "GameRecord", say: Speech) -> str:
    from lumitheque.cli.telling import tell_ending

    ending = referee.ending()
    return say(
        "check.fine",
        place=say.error(str(place)),
        title=referee.game.words(say.language)["title"],
        number=say.count("game.moves", len(referee.decisions)),
        seed=" ".join(_tell_chance(record, say)),
        result=f"{tell_ending(referee, ending, say)} ({ending['reason']})" if ending else say("check.going_on"),
    )


def _tell_chance(record: "GameRecord", say: Speech) -> list[str]:
    """Say where the chance of a record comes from, and what somebody chose instead: position or edition."""
    from lumitheque.referee.records import departures

    departs, told = departures(record.position, record.edition), list[str]()
    if "edition" in departs and record.edition is not None:
        told.append(say("check.edition", name=record.edition.name))
    if "position" in departs:
        told.append(say("check.position"))
    told.append(say("check.seeded" if record.seed else "check.unseeded"))
    if record.deal:
        told.append(say("check.dealt_after" if "position" in departs else "check.dealt"))
    return told


def trace(
    *files: Files,
    no_views: Annotated[bool, Parameter(help="Leave out what each seat sees: the lines are much shorter.")] = False,
) -> None:
    """Print every state of recorded games as JSON, one per line, with the file and line of its record."""
    from lumitheque.cli.reading import read_many
    from lumitheque.games.game import GameError

    for place, record in read_many(files):
        from lumitheque.referee import RecordError  # now that it is settled how rules run
        from lumitheque.referee.checking import trace

        try:
            for state in trace(record, views=not no_views):
                say_json(place._asdict() | state)
        except GameError as error:
            raise RecordError(f"{place}: {error}") from None


def random(
    game: GameName,
    /,
    *,
    seats: Seats = None,
    games: Annotated[int, Parameter(metavar="N", help="How many; one if not said.")] = 1,
    seed: Seed = None,
    settings: Settings = None,
    edition: EditionFile = None,
    records: Annotated[bool, Parameter(help="Print the games as records, one per line.")] = False,
    lang: Language = None,
) -> None:
    """Play games at random, and print a table of how they end, or the games themselves.

    The same seed gives the same games. The seed of game number N, from 0, is the first 16 bytes of the SHA-256 of
    "SEED:N", where SEED is all 32 digits.
    """
    import secrets

    from lumitheque.cli.reading import read_settings
    from lumitheque.games import find
    from lumitheque.games.game import GameError

    say, found = Speech(lang), find(game)
    if games < 1:
        raise GameError(f"--games: {games} is not a number of games")
    chosen = read_settings(found, settings or [])
    if games > MANY:  # worth compiling the rules for
        compile_if_need_be(say)
    from lumitheque.referee.checking import random_game
    from lumitheque.referee.records import read_seed

    seed = secrets.token_hex(16) if seed is None else read_seed(seed)
    numbers = _with_progress(games, records and sys.stdout.isatty(), say)
    played = (random_game(game, seats, seed, number, chosen, edition) for number in numbers)
    if records:
        _print_records(played)
    else:
        EndingCounts(played).show(found, seed, say)


def _print_records(played: Iterator["Referee"]) -> None:
    from lumitheque.referee import write_record

    for referee in played:
        sys.stdout.write(write_record(referee.game_record()) + "\n")


def _with_progress(games: int, quiet: bool, say: Speech) -> Iterator[int]:
    """Yield the numbers of the games, with a bar on stderr if that is a terminal and it takes long.

    Quiet: records go to the same terminal, and a bar among them would garble both.
    """
    if quiet or not sys.stderr.isatty():
        yield from range(games)
        return
    from rich.console import Console
    from rich.progress import Progress

    progress = Progress(console=Console(stderr=True), transient=True)
    task = progress.add_task(say("random.progress"), total=games)
    begun, shown = time.monotonic(), False
    try:
        for number in range(games):
            if not shown and time.monotonic() - begun > PATIENCE:
                progress.start()
                shown = True
            yield number
            progress.advance(task)
    finally:
        progress.stop()


class EndingCounts:
    """How random games ended."""

    def __init__(self, played: Iterator["Referee"]) -> None:
        self.lengths: dict[str, list[int]] = {}  # by reason
        self.wins: dict[str, dict[int, int]] = {}
        self.seats = 0
        for referee in played:
            self.add(referee)

    def add(self, referee: "Referee") -> None:
        ending = referee.ending()
        assert ending is not None
        self.seats = referee.seats
        self.lengths.setdefault(ending["reason"], []).append(len(referee.decisions))
        wins = self.wins.setdefault(ending["reason"], {})
        for seat in ending["winners"]:
            wins[seat] = wins.get(seat, 0) + 1

    def show(self, game: "Game", seed: str, say: Speech) -> None:
        from rich import box
        from rich.table import Table

        from lumitheque.cli.telling import Screen, player

        number = say.count("random.games", sum(map(len, self.lengths.values())))
        title = f"{game.words(say.language)['title']} · {say('random.title', number=number, seed=seed)}"
        table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
        table.add_column(say("random.reason"))
        for heading in ("random.count", "random.length", "random.winners"):
            table.add_column(say(heading), justify="right")
        for reason, lengths in sorted(self.lengths.items(), key=lambda item: -len(item[1])):
            span = f"{min(lengths)}, {say.decimal(f'{statistics.median(lengths):g}')}, {max(lengths)}"
            wins = self.wins[reason]
            shares = "  ".join(f"{player(seat)} {wins.get(seat, 0)}" for seat in range(self.seats))
            table.add_row(reason, str(len(lengths)), span, shares)
        Screen().print(table)
