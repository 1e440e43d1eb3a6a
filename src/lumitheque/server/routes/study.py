"""Judging a play, replaying a game, playing on from it, studying a record."""

from typing import Annotated

from litestar.params import JSONBody, QueryParameter

from lumitheque.server.answers import FramesAnswer, Judgement, PlayJudged, PlayOn, StudyAnswer, StudyWanted, TableAnswer
from lumitheque.server.faults import HouseFault, say_denied
from lumitheque.server.frames import Lens, Viewpoint
from lumitheque.server.routes.asking import Staff, TableId, Visitor, get, post
from lumitheque.server.routes.tables import open_and_seat
from lumitheque.tables import Actor, Denied, EditionChoice, Play, Table, TableTerms, decide

ViewpointAsked = Annotated[
    str | None,
    QueryParameter(name="seat", max_length=6, description="A seat, `public` or `all`; usually your own seat"),
]
FromAsked = Annotated[int, QueryParameter(name="from", ge=0, le=1 << 20, description="Decisions made")]
ToAsked = Annotated[int | None, QueryParameter(name="to", ge=0, le=1 << 20, description="At most 199 after `from`")]


@post(
    "/api/tables/{table_id:str}/judge", tags=["study"], summary="Would this play be refused, and why?", status_code=200
)
async def judge(staff: Staff, visitor: Visitor, table_id: TableId, data: JSONBody[PlayJudged]) -> Judgement:
    staff.guard.count_command(visitor)
    settings, actor = staff.settings, Actor.of(visitor.person)

    def would_be_refused(table: Table) -> Judgement:
        """Decided as if it were played; what would happen is told to nobody."""
        try:
            decide(table, actor, Play(data.seat, data.moves), settings.clock.now(), settings.dice)
        except Denied as denied:
            return Judgement(say_denied(denied), denied.facts.get("number"))
        return Judgement(None)

    return await staff.house.look(table_id, would_be_refused)


@get("/api/tables/{table_id:str}/frames", tags=["study"], summary="The game once more, as a seat knew it")
async def get_frames(
    staff: Staff,
    visitor: Visitor,
    table_id: TableId,
    viewpoint: ViewpointAsked = None,
    first: FromAsked = 0,
    last: ToAsked = None,
) -> FramesAnswer:
    staff.guard.count_study(visitor)
    return await staff.scholar.frames(table_id, visitor.person, read_viewpoint(viewpoint), first, last)


def read_viewpoint(text: str | None) -> Viewpoint | None:
    match text:
        case None | "public" | "all":
            return text
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise HouseFault("bad_request", problem="seat")
    return int(text)


@post("/api/tables/{table_id:str}/play_on", tags=["study"], summary="A new table, from a position of a finished game")
async def play_on(staff: Staff, visitor: Visitor, table_id: TableId, data: JSONBody[PlayOn]) -> TableAnswer:
    staff.guard.count_study(visitor)
    before, position = await staff.scholar.position(table_id, visitor.person, data.at)
    agreed, edition = before.terms, before.terms.edition
    terms = TableTerms(
        game=agreed.game,
        seats=agreed.seats,
        options=agreed.options,
        edition=None if edition is None else EditionChoice(edition.name, edition.text),
        clock=data.clock,
        listed=data.listed,
        spectators=data.spectators,
        hints=data.hints,
        substitute=data.substitute,
        pace=data.pace,
        position=position,
    )
    return await open_and_seat(staff, visitor, terms, data)


@post("/api/study", tags=["study"], summary="A record that you bring, replayed as far as it goes", status_code=200)
async def study(staff: Staff, visitor: Visitor, data: JSONBody[StudyWanted]) -> StudyAnswer:
    staff.guard.count_study(visitor)
    return await staff.scholar.study(data.record, Lens.on(data.viewpoint, data.first, data.last))


ROUTES = [judge, get_frames, play_on, study]
