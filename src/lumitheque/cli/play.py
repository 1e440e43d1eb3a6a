"""play: a game in the terminal."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from lumitheque.cli.referee import EditionFile, Seed, Settings
from lumitheque.cli.speech import Language, Speech

if TYPE_CHECKING:
    from lumitheque.games.game import Game
    from lumitheque.referee import Referee

HUMAN, RANDOM = "human", "random"
SPELLINGS = {"human": HUMAN, "humain": HUMAN, "random": RANDOM, "hasard": RANDOM}

Pace = Annotated[
    Literal["human", "now"] | None,
    Parameter(help="Bots answer at human pace (in a terminal) or now (elsewhere)."),
]


def play(
    game: Annotated[
        str | None,
        Parameter(help="The name of a game, or a file with a record, to go on from there. Without it you choose."),
    ] = None,
    /,
    *,
    seats: Annotated[
        str | None,
        Parameter(
            help="Who plays: human, random, bots (`lumitheque bots`), programs (engine:./mybot), or how many people."
        ),
    ] = None,
    pace: Pace = None,
    settings: Settings = None,
    edition: EditionFile = None,
    seed: Seed = None,
    lang: Language = None,
) -> None:
    """Play in the terminal: against bots, or several people at one screen."""
    from lumitheque.games import SHELF
    from lumitheque.games.game import GameError

    say = Speech(lang)
    game = game or choose_game(say)
    choose_how_to_run(seats, say)
    if game not in SHELF and Path(game).is_file():
        if settings or edition or seed:
            raise GameError("a recorded game has its options, edition and seed already")
        from lumitheque.cli.reading import read_game

        referee = read_game(game)
        players = read_players(seats, referee.game, referee.seats)
    else:
        referee, players = open_table(game, seats, settings, edition, seed)
    if len(players) != referee.seats:
        raise GameError(f"--seats: this game has {referee.seats} seats, not {len(players)}")
    from lumitheque.cli.sitting import Sitting

    Sitting(referee, players, say, at_once=(pace or default_pace()) == "now").run()


def choose_how_to_run(seats: str | None, say: Speech) -> None:
    """Choose how rules run: interpreted starts sooner, but bots need compiled code. Before any rule is imported."""
    names = [HUMAN] if seats and seats.isdecimal() else split_names(seats or "a bot")
    from lumitheque.cli.reading import compile_if_need_be, spare_the_compiler

    if all(name in SPELLINGS for name in names):
        spare_the_compiler(0)
    else:
        compile_if_need_be(say)


def open_table(
    game: str, seats: str | None, settings: list[str] | None, edition: str | None, seed: str | None
) -> tuple["Referee", list[str]]:
    from lumitheque.cli.reading import read_settings
    from lumitheque.games import find
    from lumitheque.referee import new

    found = find(game)
    players = read_players(seats, found, found.seats[0])
    return new(game, len(players), seed, read_settings(found, settings or []), edition), players


def default_pace() -> str:
    return "human" if sys.stdout.isatty() else "now"


def choose_game(say: Speech) -> str:
    """Show the shelf and ask."""
    from lumitheque.games import SHELF
    from lumitheque.games.game import GameError

    names = list(SHELF)
    for number, game in enumerate(SHELF.values(), 1):
        words = game.words(say.language)
        print(f"  {number}  {words['title']}, {say('play.players', players=words['players'])}. {words['tagline']}")
    while True:
        try:
            answer = input(f"{say('play.which_game')} > ").strip().casefold()
        except EOFError:
            raise GameError(say("play.name_a_game", games=", ".join(names))) from None
        if answer.isdecimal() and 0 < int(answer[:9]) <= len(names):
            return names[int(answer) - 1]
        if answer in names:
            return answer


def split_names(text: str) -> list[str]:
    """Split --seats at its commas. Names are written in any case; a program's command line is kept as it is."""
    from lumitheque.engines.commands import is_engine, split_players

    return [name if is_engine(name) else name.casefold() for name in split_players(text)]


def default_opponent(game: "Game") -> str:
    """Choose a bot of medium strength; a random player where the game has none, or where rules are interpreted."""
    from lumitheque.bots.levels import levels
    from lumitheque.games.machine_code import machine_code

    known = list(levels(game))
    return known[(len(known) - 1) // 2] if known and machine_code(game.folder).ready else RANDOM


def read_players(text: str | None, game: "Game", fewest: int) -> list[str]:
    """Parse --seats: who plays on each seat."""
    if text is None:
        return [HUMAN] + [default_opponent(game)] * (fewest - 1)
    if text.isascii() and text.isdecimal():
        return [HUMAN] * min(int(text[:9]), 99)  # that no game has so many seats is said when it is opened
    names = split_names(text)
    for name in names:
        if name not in SPELLINGS:
            from lumitheque.bots import BotError
            from lumitheque.engines.players import find_player

            try:
                find_player(game, name)
            except BotError as error:
                raise BotError(f"--seats: {error}; people are written human") from None
    return [SPELLINGS.get(name, name) for name in names]
