"""Editions that somebody draws or transcribes: read by the loader of all editions, their problems told in words."""

from lumitheque.games import SHELF
from lumitheque.games.edition import Edition, EditionError, Problem, read_edition, say_problem
from lumitheque.games.game import Game
from lumitheque.reception.faults import HouseFault
from lumitheque.reception.shapes import EditionChecked, EditionDrawn, ProblemTold

SOURCE = "edition"  # a text from a page has no file


def check(drawn: EditionDrawn, language: str) -> EditionChecked:
    """What is wrong with the text of an edition, and where. HouseFault if the game has none."""
    game = game_with_editions(drawn.game)
    try:
        edition = read_edition(game, drawn.text, SOURCE, SOURCE)
    except EditionError as error:
        return EditionChecked([tell_problem(game, problem, language) for problem in error.problems])
    return EditionChecked([], edition.sha256)


def read(drawn: EditionDrawn, language: str) -> Edition:
    """HouseFault with the first problem in one line."""
    game = game_with_editions(drawn.game)
    try:
        return read_edition(game, drawn.text, SOURCE, SOURCE)
    except EditionError as error:
        raise HouseFault("bad_edition", problem=tell_problem(game, error.problems[0], language).sentence) from None


def game_with_editions(name: str) -> Game:
    if name not in SHELF or not SHELF[name].editions:
        raise HouseFault("unknown_game" if name not in SHELF else "no_editions")
    return SHELF[name]


def tell_problem(game: Game, problem: Problem, language: str) -> ProblemTold:
    sentence = say_problem(game, problem, language)
    return ProblemTold(
        sentence=f"{sentence[:1].upper()}{sentence[1:]}.",
        line=problem.line,
        rule=problem.rule,
        side=problem.side,
        cell=problem.cell,
        card=problem.card,
        column=problem.column,
    )
