"""News: what has happened at a table since its agent last heard, told as a replay tells it to that seat."""

import sys

from msgspec.structs import replace

from lumitheque.agents.shapes import PlayTold
from lumitheque.reception.replay import Lens, Replay
from lumitheque.reception.viewers import viewer_for
from lumitheque.referee.referee import open_record
from lumitheque.tables import Table, record_for


class News:
    """A replay that follows the table: going through the whole game after every move would take ever longer."""

    def __init__(self, table: Table, person: str, seat: int, language: str) -> None:
        self._table, self._person, self._seat = table, person, seat
        self._told: list[str | None] = []  # moves as the seat may know them by now
        beginning = open_record(replace(table.game.game_record(), moves=[]))
        self._film = Replay(beginning, Lens(seat, language, 1, sys.maxsize, self._told))

    def tell(self) -> list[PlayTold]:
        film = self._film
        film.moments.clear()
        known = record_for(self._table, viewer_for(self._table, self._person, self._seat))
        self._told[:] = [text for _, text in known.moves]
        film.referee.tell_chance(self._table.game.chance()[len(film.referee.chance()) :])
        for one in self._table.game.decisions[film.number :]:
            film.play(one.seat, one.text)
        return [PlayTold(one.seat, one.moves, one.sentence) for one in film.moments]
