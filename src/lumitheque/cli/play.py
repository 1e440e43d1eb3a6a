"""play: a game in the terminal."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from lumitheque.cli.referee import EditionFile, Seed, Settings
from lumitheque.cli.speech import Language, Speech

HUMAN, RANDOM = "human", "random"
SPELLINGS = {"human": HUMAN, "humain": HUMAN, "random": RANDOM, "hasard": RANDOM}


def play(
    game: Annotated[
        str | None,
        Parameter(help="The name of a game, or a file with a record, to go on from there. Without it you choose."),
    ] = None,
    /,
    *,
    seats: Annotated[
        str | None,
        Parameter(help="Who plays: human,random,… or how many people share the screen. By default you against chance."),
    ] = None,
    settings: Settings = None,
    edition: EditionFile = None,
    seed: Seed = None,
    lang: Language = None,
) -> None:
    """Play in the terminal: several people at one screen, or against players who move at random."""
    from lumitheque.cli.reading import read_game, read_settings, spare_the_compiler
    from lumitheque.games import SHELF, find
    from lumitheque.games.game import GameError

    game = game or choose_game(Speech(lang))
    if game not in SHELF and Path(game).is_file():
        if settings or edition or seed:
            raise GameError("a recorded game has its options, edition and seed already")
        referee = read_game(game)
        players = read_players(seats, referee.seats)
    else:
        found = find(game)
        players = read_players(seats, found.seats[0])
        spare_the_compiler(0)
        from lumitheque.referee import new

        referee = new(game, len(players), seed, read_settings(found, settings or []), edition)
    if len(players) != referee.seats:
        raise GameError(f"--seats: this game has {referee.seats} seats, not {len(players)}")
    from lumitheque.cli.sitting import Sitting

    Sitting(referee, players, Speech(lang)).run()


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


def read_players(text: str | None, fewest: int) -> list[str]:
    """Who plays on each seat."""
    from lumitheque.games.game import GameError

    if text is None:
        return [HUMAN] + [RANDOM] * (fewest - 1)
    if text.isascii() and text.isdecimal():
        return [HUMAN] * min(int(text[:9]), 99)  # that no game has so many seats is said when it is opened
    names = [name.strip().casefold() for name in text.split(",")]
    for name in names:
        if name not in SPELLINGS:
            raise GameError(f"--seats: {name!r} is not human or random; write human,random or how many people play")
    return [SPELLINGS[name] for name in names]
