"""/api/editions/judge: what bots say of a board or deck of somebody's own."""

from typing import Annotated

from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from lumitheque.reception.shapes import EditionDrawn
from lumitheque.server.http.routing import Services, Visitor, delete, get, post
from lumitheque.server.study.judging_room import AppraisalAnswer

AppraisalName = Annotated[str, PathParameter(pattern="^j-[0-9a-f]{32}$")]


class AppraisalWanted(Struct, forbid_unknown_fields=True):
    """A board or deck, and for how many players it is judged."""

    game: Annotated[str, Meta(max_length=40)]
    text: str
    seats: Annotated[int, Meta(ge=1, le=8)]
    options: dict[str, str | int | bool] = {}


@post(
    "/api/editions/judge",
    tags=["editions"],
    summary="Have bots try a board or deck; ask again for how far they are",
    status_code=200,
)
async def wish_appraisal(services: Services, visitor: Visitor, data: JSONBody[AppraisalWanted]) -> AppraisalAnswer:
    """It is compared with ours, in the background. What is judged already is there at once."""
    services.guard.count_study(visitor)
    drawn = EditionDrawn(data.game, data.text)
    return await services.judging.wish(drawn, data.seats, data.options, visitor)


@get("/api/editions/judge/{name:str}", tags=["editions"], summary="What bots say of it, or how far they are")
async def get_appraisal(services: Services, visitor: Visitor, name: AppraisalName) -> AppraisalAnswer:
    services.guard.count_study(visitor)
    return await services.judging.tell(name, visitor)


@delete("/api/editions/judge/{name:str}", tags=["editions"], summary="Call off what you wished", status_code=200)
async def call_off_appraisal(services: Services, visitor: Visitor, name: AppraisalName) -> AppraisalAnswer:
    services.guard.count_study(visitor)
    return await services.judging.call_off(name, visitor)


ROUTES = [wish_appraisal, get_appraisal, call_off_appraisal]
