"""Hints: what the strongest bot would play from what the asker's seat knows, where the table allows it."""

import asyncio
import functools
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from msgspec import Struct

from lumitheque.bots import Advice, Budget, Sight
from lumitheque.bots.alpha_beta_bot import AlphaBetaBot
from lumitheque.games import find
from lumitheque.games.speech import say_move
from lumitheque.referee import GameRecord, Referee
from lumitheque.server.bots.turns import step_back
from lumitheque.server.errors import HouseFault
from lumitheque.server.house import House
from lumitheque.server.http.shapes import HintWanted
from lumitheque.server.live.announcing import viewer_for
from lumitheque.server.study.positions import finished_for, go_to
from lumitheque.tables import Table, may_hint

WIDE_MARGIN = 0.25  # how much worse than the best a move may be and still have its chance told exactly
AT_ONCE, MOST_WAITING = 1, 8
SHOWN = 10  # moves


class MoveAdvised(Struct, frozen=True):
    move: str
    chance: float  # of winning
    visits: int
    sentence: str


class HintTold(Struct, frozen=True):
    """The best moves of a seat with their chances. A move that needs no thought comes without."""

    seat: int
    move: str
    sentence: str
    moves: list[MoveAdvised]
    line: list[tuple[int, str]]  # what is expected to follow: seat and move
    simulations: int
    seconds: float


class HintRequest(NamedTuple):
    sight: Sight
    edition: Any
    seed: int
    language: str  # to answer in


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


def ask(table: Table, person: str, seat: int | None, language: str) -> HintRequest:
    """What the bot may see; HouseFault if hints are not allowed here."""
    viewer = viewer_for(table, person, seat)
    if not may_hint(table, viewer):
        raise HouseFault("no_hint")
    referee = table.referee
    if referee is None or viewer.seat is None or viewer.seat not in table.waiting:
        raise HouseFault("not_your_move")
    return question_for(referee, viewer.seat, language)


def question_for(referee: Referee, seat: int, language: str) -> HintRequest:
    sight = Sight.of(referee.game, referee.e, referee.view_record(seat), seat, referee.seats)
    return HintRequest(sight, referee.edition, len(referee.decisions), language)


def think_back(record: GameRecord, at: int, seat: int | None, seconds: float, language: str) -> HintTold:
    """With what the seat knew then."""
    referee = go_to(record, at)
    waiting = referee.waiting()
    if not waiting or (seat is not None and seat not in waiting):
        raise HouseFault("not_your_move")
    return think(question_for(referee, waiting[0] if seat is None else seat, language), seconds)


def think(question: HintRequest, seconds: float) -> HintTold:
    sight = question.sight
    bot = AlphaBetaBot(sight.game, margin=WIDE_MARGIN)
    return tell(question, bot.choose(sight, Budget(seconds), question.seed))


def tell(question: HintRequest, advice: Advice) -> HintTold:
    sight, notation = question.sight, question.sight.game.notation

    def text(move: int) -> str:
        written: str = notation.write_move(question.edition, sight.view, move)
        return written

    def sentence(move: int) -> str:
        kind, parts = notation.describe_move(question.edition, sight.view, move)
        return say_move(sight.game.words(question.language), kind, parts)

    def told(move: int, chance: float, visits: int) -> MoveAdvised:
        return MoveAdvised(text(move), round(chance, 4), visits, sentence(move))

    return HintTold(
        seat=sight.seat,
        move=text(advice.move),
        sentence=sentence(advice.move),
        moves=[told(one.move, one.chance, one.visits) for one in advice.prospects[:SHOWN]],
        line=[(seat, text(move)) for seat, move in advice.line],
        simulations=advice.simulations,
        seconds=round(advice.seconds, 3),
    )
