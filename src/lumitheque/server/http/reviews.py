"""Reviews of finished games: wished, followed, read, called off."""

from litestar.params import JSONBody

from lumitheque.reception.reviews import ReviewAnswer, ReviewWanted
from lumitheque.server.http.routing import ReviewName, Services, TableId, Visitor, delete, get, post


@get("/api/tables/{table_id:str}/review", tags=["study"], summary="The review of a finished game, or how far it is")
async def get_review(services: Services, visitor: Visitor, table_id: TableId) -> ReviewAnswer:
    services.guard.count_study(visitor)
    return await services.reviews.of_table(table_id, visitor)


@post(
    "/api/tables/{table_id:str}/review",
    tags=["study"],
    summary="Have a finished game reviewed; ask again for how far it is",
    status_code=200,
)
async def wish_review(services: Services, visitor: Visitor, table_id: TableId) -> ReviewAnswer:
    services.guard.count_study(visitor)
    return await services.reviews.wish_for_table(table_id, visitor)


@delete(
    "/api/tables/{table_id:str}/review", tags=["study"], summary="Call off a review that you wished", status_code=200
)
async def call_off_review(services: Services, visitor: Visitor, table_id: TableId) -> ReviewAnswer:
    services.guard.count_study(visitor)
    await services.reviews.of_table(table_id, visitor)
    return await services.reviews.call_off(table_id, visitor)


@post("/api/study/review", tags=["study"], summary="Have a finished record reviewed that you send", status_code=200)
async def wish_review_of_record(services: Services, visitor: Visitor, data: JSONBody[ReviewWanted]) -> ReviewAnswer:
    services.guard.count_study(visitor)
    return await services.reviews.wish_for_record(data.record, visitor)


@get("/api/study/review/{name:str}", tags=["study"], summary="The review of such a record, or how far it is")
async def get_review_of_record(services: Services, visitor: Visitor, name: ReviewName) -> ReviewAnswer:
    services.guard.count_study(visitor)
    return await services.reviews.of_record(name, visitor)


@delete("/api/study/review/{name:str}", tags=["study"], summary="Call off such a review", status_code=200)
async def call_off_review_of_record(services: Services, visitor: Visitor, name: ReviewName) -> ReviewAnswer:
    services.guard.count_study(visitor)
    await services.reviews.of_record(name, visitor)
    return await services.reviews.call_off(name, visitor)


ROUTES = [
    get_review,
    wish_review,
    call_off_review,
    wish_review_of_record,
    get_review_of_record,
    call_off_review_of_record,
]
