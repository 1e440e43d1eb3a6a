"""Story: what a seat knows of a match beside the position. Engines are told it; other bots need a sight only."""

from typing import NamedTuple

from lumitheque.games.edition import Edition
from lumitheque.games.game import Value
from lumitheque.referee import Referee


class Story(NamedTuple):
    """What a seat knows of a match beside the position."""

    match: str  # a name for it that tells nothing of what is hidden
    options: dict[str, Value]
    edition: Edition | None
    told: list[tuple[int, str]]  # the moves that it was told, from the first: seat and text


def story_of(referee: Referee, seat: int, match: str) -> Story:
    """The story so far for one seat. What others decided in secret, while it was to decide too, is not told as moves,
    also later: the view shows what came of it. So what was told once is never added to in the middle."""
    told = [(one.seat, one.text) for one in referee.decisions if one.seat == seat or not one.private]
    return Story(match, referee.options, referee.edition, told)
