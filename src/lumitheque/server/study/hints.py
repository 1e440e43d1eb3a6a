"""Hints: what the strongest bot would play from what the asker's seat knows, where the table allows it."""

import asyncio
import functools
from concurrent.futures import ThreadPoolExecutor

from lumitheque.games import find
from lumitheque.reception.faults import HouseFault
from lumitheque.reception.hints import (
    HintTold,
    ask,
    think,
    think_back,
)
from lumitheque.reception.shapes import HintWanted
from lumitheque.reception.study import finished_for
from lumitheque.server.bots.turns import step_back
from lumitheque.server.house import House

AT_ONCE, MOST_WAITING = 1, 8


class HintService:
    def __init__(self, house: House) -> None:
        self._house = house
        self._threads = ThreadPoolExecutor(AT_ONCE, "adviser", step_back)
        self._waiting = 0

    async def advise(self, table_id: str, person: str, asked: HintWanted, language: str) -> HintTold:
        """What to do now, or what there was to do after so many decisions of a game that is over."""
        if self._waiting >= MOST_WAITING:
            raise HouseFault("busy")
        seat, seconds, at = asked.seat, asked.seconds, asked.at
        if at is None:
            question = await self._house.look(table_id, lambda table: ask(table, person, seat, language))
            game, work = question.sight.game, functools.partial(think, question, seconds)
        else:
            record = await self._house.look(table_id, lambda table: finished_for(table, person).game.game_record())
            game, work = find(record.game), functools.partial(think_back, record, at, seat, seconds, language)
        if not game.prepared:
            raise HouseFault("not_prepared")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1

    def stop(self) -> None:
        self._threads.shutdown(wait=True, cancel_futures=True)
