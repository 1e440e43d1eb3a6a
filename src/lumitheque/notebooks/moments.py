"""Every moment of a game as each viewpoint knew it, as pictures by day and by night, written small.

Pictures of one game have nearly all elements in common. So each element is written once, in a table, and a picture is
what differs from the one before: how many elements the two begin and end with together, and those between.
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from lumitheque.art.palette import THEMES
from lumitheque.games.rule import SPECTATOR
from lumitheque.reception.replay import Lens, Moment, Replay
from lumitheque.referee import GameRecord, Referee
from lumitheque.referee.pictures import Scene, paint, scene_of, state_of
from lumitheque.referee.referee import agree_on_ending, open_record

ELEMENTS = re.compile(r"(?<=>)(?=<)")
Viewpoint = int | None  # a seat; None: the public


class Seen(NamedTuple):
    """One moment from one viewpoint."""

    pictures: tuple[str, ...]  # one for each theme
    move: str  # what was done, as a sentence
    state: str  # how things stand
    said: str  # the picture in words
    number: int  # decisions made


def see(record: GameRecord, viewpoint: Viewpoint, language: str) -> list[Seen]:
    """Go through a game once, and draw what the viewpoint knew after each play."""
    referee = open_record(record)
    told: list[str | None] = []
    replay = Replay(referee, Lens("public" if viewpoint is None else viewpoint, language, 0, len(record.moves), told))
    drawn = [_draw(referee, viewpoint, language)]
    for seat, text in record.moves:
        told.append(None if replay.is_secret and seat != viewpoint else text)
        replay.play(seat, text)
        del drawn[len(replay.moments) - 1 :]  # a secret play of several moves is one moment
        drawn.append(_draw(referee, viewpoint, language))
    agree_on_ending(referee, record)
    moments = replay.end()
    drawn[-1] = _draw(referee, viewpoint, language)
    return [seen._replace(move=_told(moment)) for seen, moment in zip(drawn, moments, strict=True)]


def _told(moment: Moment) -> str:
    return moment.sentence if moment.seat is None else f"P{moment.seat + 1} · {moment.sentence}"


def _draw(referee: Referee, viewpoint: Viewpoint, language: str) -> Seen:
    scene = scene_of(referee, viewpoint, everything=False)
    if scene.ending is not None:  # everything is open
        scene = scene._replace(known=referee.state, viewer=SPECTATOR if viewpoint is None else viewpoint)
    pictures = [paint(scene, language, theme) for theme in THEMES]
    return Seen(tuple(map(_bare, pictures)), "", _state(scene, language), pictures[0].said, scene.moves)


def _state(scene: Scene, language: str) -> str:
    told = state_of(scene, language)
    return told[:1].upper() + told[1:]


def _bare(picture: Any) -> str:
    """The picture without its title, which stands beside it."""
    picture.title = ""
    svg: str = picture.svg()
    return svg


class Album:
    """Moments of all viewpoints, with everything that they share written once."""

    def __init__(self) -> None:
        self.table: dict[tuple[str, ...], int] = {}
        self.looks: dict[tuple[int, ...], int] = {}

    def add(self, moments: Sequence[Seen]) -> list[list[int]]:
        """Each moment as numbers: picture, move, state, said."""
        return [
            [self._look(seen.pictures), *(self._entry((text,)) for text in (seen.move, seen.state, seen.said))]
            for seen in moments
        ]

    def _entry(self, texts: tuple[str, ...]) -> int:
        return self.table.setdefault(texts[:1] if len(set(texts)) == 1 else texts, len(self.table))

    def _look(self, pictures: tuple[str, ...]) -> int:
        parts = [ELEMENTS.split(picture) for picture in pictures]
        if len({len(elements) for elements in parts}) > 1:  # by night something else is drawn: by day it is right, too
            parts = parts[:1]
        ids = tuple(self._entry(texts) for texts in zip(*parts, strict=True))
        return self.looks.setdefault(ids, len(self.looks))

    def written(self) -> dict[str, Any]:
        """The table, and every picture as it differs from the one before."""
        looks: list[list[int]] = []
        before: tuple[int, ...] = ()
        for ids in self.looks:
            head = _shared(before, ids)
            tail = min(_shared(before[::-1], ids[::-1]), len(ids) - head, len(before) - head)
            looks.append([head, tail, *ids[head : len(ids) - tail]])
            before = ids
        return {"table": [texts[0] if len(texts) == 1 else list(texts) for texts in self.table], "looks": looks}


def _shared(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """How many numbers both begin with."""
    for place, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return place
    return min(len(one), len(other))
