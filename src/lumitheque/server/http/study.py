"""Judging a play, replaying a game, playing on from it, studying a record, trying an exercise."""

from typing import Annotated

from litestar.params import JSONBody, QueryParameter

from lumitheque.reception.exercises import ExerciseAnswer, ExerciseTried
from lumitheque.reception.faults import HouseFault, say_denied
from lumitheque.reception.replay import Lens, Viewpoint
from lumitheque.reception.shapes import (
    CopyAnswer,
    CopyWanted,
    FramesAnswer,
    Judgement,
    PlayJudged,
    PlayOn,
    StudyAnswer,
    StudyWanted,
    TableAnswer,
)
from lumitheque.reception.study import FramesAsked
from lumitheque.server.http.routing import Key, Services, TableId, Visitor, get, post
from lumitheque.server.http.tables import open_and_seat
from lumitheque.tables import Actor, Denied, EditionChoice, Table, TableTerms, decide
from lumitheque.tables.commands import Play
from lumitheque.tables.terms import CommonTerms, fields_of

ViewpointAsked = Annotated[
    str | None,
    QueryParameter(name="seat", max_length=6, description="A seat, `public` or `all`; by default your own seat"),
]
FromAsked = Annotated[
    int, QueryParameter(name="from", ge=0, le=1 << 20, description="First frame: after so many decisions")
]
ToAsked = Annotated[
    int | None, QueryParameter(name="to", ge=0, le=1 << 20, description="Last frame, at most 199 after `from`")
]


@post(
    "/api/tables/{table_id:str}/judge",
    tags=["study"],
    summary="Say whether a play would be refused, and why",
    status_code=200,
)
async def judge(services: Services, visitor: Visitor, table_id: TableId, data: JSONBody[PlayJudged]) -> Judgement:
    services.guard.count_command(visitor)
    settings, actor = services.settings, Actor.of(visitor.person)

    def would_be_refused(table: Table) -> Judgement:
        """Decide as if it were played, and tell nobody what would happen."""
        try:
            decide(table, actor, Play(data.seat, data.moves), settings.clock.now(), settings.dice)
        except Denied as denied:
            return Judgement(say_denied(denied, visitor.language), denied.facts.get("number"))
        return Judgement(None)

    return await services.house.look(table_id, would_be_refused)


@get("/api/tables/{table_id:str}/frames", tags=["study"], summary="Replay a game: frames as a seat saw them")
async def get_frames(
    services: Services,
    visitor: Visitor,
    table_id: TableId,
    viewpoint: ViewpointAsked = None,
    first: FromAsked = 0,
    last: ToAsked = None,
) -> FramesAnswer:
    services.guard.count_study(visitor)
    asked = FramesAsked(read_viewpoint(viewpoint), first, last, visitor.language)
    return await services.study.frames(table_id, visitor.person, asked)


def read_viewpoint(text: str | None) -> Viewpoint | None:
    match text:
        case None | "public" | "all":
            return text
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise HouseFault("bad_request", problem="seat")
    return int(text)


@post("/api/tables/{table_id:str}/play_on", tags=["study"], summary="Open a table from a position of a finished game")
async def play_on(
    services: Services, visitor: Visitor, table_id: TableId, data: JSONBody[PlayOn], idempotency_key: Key = None
) -> TableAnswer:
    services.guard.count_study(visitor)
    before, position = await services.study.position(table_id, visitor.person, data.at)
    agreed, edition = before.terms, before.terms.edition
    terms = TableTerms(
        **fields_of(data, CommonTerms),
        game=agreed.game,
        seats=agreed.seats,
        options=agreed.options,
        edition=None if edition is None else EditionChoice(edition.name, edition.text),
        position=position,
    )
    return await open_and_seat(services, visitor, terms, data, idempotency_key)


@post("/api/study", tags=["study"], summary="Replay a record that you send, as far as it is legal", status_code=200)
async def study(services: Services, visitor: Visitor, data: JSONBody[StudyWanted]) -> StudyAnswer:
    services.guard.count_study(visitor)
    return await services.study.study(data.record, Lens.on(data.viewpoint, data.first, data.last, visitor.language))


@post("/api/study/box", tags=["study"], summary="Copy a game from the real box", status_code=200)
async def copy_from_box(services: Services, visitor: Visitor, data: JSONBody[CopyWanted]) -> CopyAnswer:
    services.guard.count_study(visitor)
    return await services.study.copy(data.record, data.seen, data.shown)


@post("/api/exercises", tags=["study"], summary="Try an exercise that you send along", status_code=200)
async def try_exercise(services: Services, visitor: Visitor, data: JSONBody[ExerciseTried]) -> ExerciseAnswer:
    services.guard.count_study(visitor)
    return await services.study.exercise(data, visitor.language)


ROUTES = [judge, get_frames, play_on, study, copy_from_box, try_exercise]
