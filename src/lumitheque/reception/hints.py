"""Hints: what the strongest bot would play from what the asker's seat knows, where the table allows it."""

from typing import Any, NamedTuple

from msgspec import Struct

from lumitheque.bots import Advice, Budget, Sight
from lumitheque.bots.alpha_beta_bot import AlphaBetaBot
from lumitheque.games.speech import say_move
from lumitheque.reception.faults import HouseFault
from lumitheque.reception.study import go_to
from lumitheque.reception.viewers import viewer_for
from lumitheque.referee import GameRecord, Referee
from lumitheque.tables import Table, may_hint

WIDE_MARGIN = 0.25  # how much worse than the best a move may be and still have its chance told exactly
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
