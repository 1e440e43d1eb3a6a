"""PreviewRoom: pictures of tables for links: what a spectator sees, and nothing that any seat knows."""

from collections.abc import Callable
from functools import partial
from typing import Literal, NamedTuple

from lumitheque.press.previews import preview
from lumitheque.press.raster import can_rasterise
from lumitheque.reception.faults import HouseFault
from lumitheque.reception.study import finished_for, go_to
from lumitheque.reception.viewers import viewer_for
from lumitheque.referee import GameRecord
from lumitheque.referee.pictures import Scene, has_pictures, paint, scene_of
from lumitheque.server.access.admission import Admission
from lumitheque.server.access.cookies import Visitor
from lumitheque.server.access.request_guard import RequestGuard
from lumitheque.server.house import House
from lumitheque.server.press.kept_work import KeptWork
from lumitheque.tables import Denied, Table, TableNote

MOST_WAITING, MOST_BYTES = 16, 24 << 20
Kind = Literal["png", "svg"]
NOBODY = ""  # a person without seats: whoever follows a link


class Wanted(NamedTuple):
    seq: int
    make: Callable[[], bytes]


def wanted(table: Table, at: int | None, language: str, kind: Kind) -> Wanted:
    """What is to be drawn of a table for whoever follows a link; HouseFault or Denied if that is nothing."""
    viewer_for(table, NOBODY, None)
    if table.referee is None:
        raise Denied("not_started")
    if not has_pictures(table.referee.game):
        raise HouseFault("not_found")
    if at is None:
        return Wanted(table.seq, partial(drawn, scene_of(table.referee, None), language, kind))
    record = finished_for(table, NOBODY).game.game_record()
    return Wanted(table.seq, partial(drawn_at, record, at, language, kind))


def drawn_at(record: GameRecord, at: int, language: str, kind: Kind) -> bytes:
    """A finished game after so many decisions, as a spectator saw it."""
    return drawn(scene_of(go_to(record, at), None), language, kind)


def drawn(scene: Scene, language: str, kind: Kind) -> bytes:
    """The card that stands beside a link, or the position alone as SVG."""
    return preview(scene, language) if kind == "png" else paint(scene, language).svg().encode()


class PreviewRoom:
    def __init__(self, house: House, guard: RequestGuard, admission: Admission) -> None:
        self._house, self._guard, self._admission = house, guard, admission
        self._work = KeptWork("painter", MOST_WAITING, MOST_BYTES)
        self.possible = can_rasterise()

    def offered(self, note: TableNote) -> bool:
        """Whether a link to a table can show a picture: everybody may come in and look at it, and it has begun."""
        is_open = self._admission.rules.house_code is None
        return self.possible and is_open and note.spectators and note.status in {"playing", "over"}

    async def draw(self, table_id: str, visitor: Visitor, kind: Kind, at: int | None = None) -> bytes:
        """The picture of a table: as it stands, or, when the game is over, after so many decisions."""
        if kind == "png" and not self.possible:
            raise HouseFault("not_found")
        work = await self._house.look(table_id, lambda table: wanted(table, at, visitor.language, kind))
        key = (table_id, work.seq, at, visitor.language, kind)
        return await self._work.get(key, work.make, lambda: self._guard.count_picture(visitor))

    def stop(self) -> None:
        self._work.stop()
