"""StudyRoom: replays of games of the house and of records that a guest brings.

The table decides what may be seen while its lock is held (`ask_for_frames`, `finished_for`). The replay itself works on
a record, in a thread, and needs no lock."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from lumitheque.games.edition import Edition
from lumitheque.reception import editions
from lumitheque.reception.box import Seen
from lumitheque.reception.exercises import ExerciseAnswer, ExerciseTried, try_exercise
from lumitheque.reception.faults import HouseFault
from lumitheque.reception.replay import Lens
from lumitheque.reception.shapes import (
    CopyAnswer,
    EditionChecked,
    EditionDrawn,
    FramesAnswer,
    RecordBrought,
    Shown,
    StudyAnswer,
)
from lumitheque.reception.study import (
    FramesAsked,
    ask_for_frames,
    copy,
    finished_for,
    go_to,
    show,
    study,
    times_of,
)
from lumitheque.server.bots.turns import step_back
from lumitheque.server.house import House
from lumitheque.tables import Table

Answer = TypeVar("Answer")
MOST_WAITING = 16


class StudyRoom:
    """Goes through games in a thread of low priority."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._threads = ThreadPoolExecutor(1, "scholar", step_back)
        self._waiting = 0

    async def frames(self, table_id: str, person: str, asked: FramesAsked) -> FramesAnswer:
        house = self._house
        live = house.at(table_id)
        async with live.lock:
            table = await house.fold(live)
            past = ask_for_frames(table, person, asked)
            entries = await house.read(table_id)
            times = times_of(entry for entry in entries if entry.seq <= table.seq)
        return await self._read(show, past.record, past.lens._replace(times=times))

    async def position(self, table_id: str, person: str, at: int) -> tuple[Table, dict[str, Any]]:
        """A table whose game is over, and the whole position after so many decisions."""
        table = await self._house.look(table_id, lambda table: finished_for(table, person))
        position: dict[str, Any] = (await self._read(go_to, table.game.game_record(), at)).position()
        return table, position

    async def study(self, brought: RecordBrought, lens: Lens) -> StudyAnswer:
        return await self._read(study, brought, lens)

    async def copy(self, brought: RecordBrought, seen: Seen, shown: Shown | None) -> CopyAnswer:
        return await self._read(copy, brought, seen, shown)

    async def exercise(self, tried: ExerciseTried, language: str) -> ExerciseAnswer:
        return await self._read(try_exercise, tried, language)

    async def check(self, drawn: EditionDrawn, language: str) -> EditionChecked:
        return await self._read(editions.check, drawn, language)

    async def read_edition(self, drawn: EditionDrawn, language: str) -> Edition:
        """HouseFault if it is none."""
        return await self._read(editions.read, drawn, language)

    async def _read(self, work: Callable[..., Answer], *given: Any) -> Answer:
        if self._waiting >= MOST_WAITING:
            raise HouseFault("too_many")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *given)
        finally:
            self._waiting -= 1

    def stop(self) -> None:
        self._threads.shutdown(wait=True, cancel_futures=True)


# --- what may be seen ------------------------------------------------------------------------------------------------


# --- the work, in a thread -------------------------------------------------------------------------------------------
