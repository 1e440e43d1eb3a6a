"""Writes sentences about a game in play."""

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rich.console import Console

from lumitheque.cli.speech import Speech
from lumitheque.games.speech import say_ending, say_move

if TYPE_CHECKING:  # commands that show no game load neither NumPy nor the rules
    from lumitheque.games.edition import Edition
    from lumitheque.referee import Referee

WIDE = 100  # columns: the widest drawings fit, also where there is no terminal

Kinds = dict[str, list[tuple[str, str]]]  # kind of move: texts and sentences


class Screen(Console):
    """stdout, for drawings and sentences. Texts are shown as they are: no markup, no guessing at numbers."""

    def __init__(self) -> None:
        width = None if sys.stdout.isatty() else WIDE
        super().__init__(file=sys.stdout, width=width, markup=False, emoji=False, highlight=False, soft_wrap=False)

    def on_broken_pipe(self) -> None:
        """Rich would exit by itself, with status 1."""
        raise BrokenPipeError


def player(seat: int) -> str:
    """A seat as move texts have it: seat 0 is P1."""
    return f"P{seat + 1}"


def players(seats: list[int], say: Speech) -> str:
    return say.listed([player(seat) for seat in seats])


def describe(referee: "Referee", move: int, view: Any, language: str) -> str:
    """Describe a move with no more than this view knows."""
    kind, parts = referee.game.notation.describe_move(referee.edition, view, move)
    return say_move(referee.game.words(language), kind, parts)


def kinds_of_moves(referee: "Referee", seat: int, language: str) -> Kinds:
    """Group a seat's legal moves by kind."""
    notation, s = referee.game.notation, referee.view_record(seat)
    words = referee.game.words(language)
    kinds: Kinds = {}
    for move in referee.legal_numbers(seat):
        kind, parts = notation.describe_move(referee.edition, s, move)
        text = notation.write_move(referee.edition, s, move)
        kinds.setdefault(kind, []).append((text, say_move(words, kind, parts)))
    return kinds


def tell_phase(referee: "Referee", seat: int, kinds: Kinds, language: str) -> str:
    """What a seat has to do now. A sentence named after a kind of move that is legal now says more than the phase's."""
    sentences: Mapping[str, str] = referee.game.words(language)["phases"]
    phase = next((kind for kind in kinds if kind in sentences), referee.view(seat)["phase"])
    return sentences[phase]


def tell_waiting(referee: "Referee", say: Speech) -> str:
    """Say whose decision it is."""
    waiting = referee.waiting()
    return say("game.waiting", players=players(waiting, say)) if waiting else say("game.over")


def tell_ending(referee: "Referee", ending: Mapping[str, Any], say: Speech) -> str:
    """Say why the game is over, who won, and the points."""
    winners: list[int] = ending["winners"]
    result = "game.won" if len(winners) == 1 else "game.shared"
    points = ", ".join(f"{player(seat)} {_number(points, say)}" for seat, points in enumerate(ending["points"]))
    return " ".join(
        (
            say_ending(referee.game, ending["reason"], say.language),
            say(result, players=players(winners, say)),
            say("game.points", points=points),
        )
    )


def _number(points: float, say: Speech) -> str:
    text = f"{points:.2f}".rstrip("0").rstrip(".")
    return say.decimal(text)


def tell_edition(edition: "Edition | None", say: Speech) -> str | None:
    """Say that a board or deck is a reconstruction, or somebody's own; None for any other."""
    if edition is None:
        return None
    kind = "deck" if edition.cards else "board"
    if edition.is_reconstruction:
        return say(f"edition.{kind}_reconstruction")
    return None if edition.built_in else say(f"edition.{kind}_own", name=edition.name)
