"""What all routes share: the parameters that Litestar injects (services, visitor, …) and the documented refusals."""

from functools import partial
from typing import Annotated

import litestar
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import HeaderParameter, PathParameter, QueryParameter

from lumitheque.reception.faults import Fault
from lumitheque.server.access.cookies import Visitor as TheVisitor
from lumitheque.server.services import Services as TheServices

Services = NamedDependency[TheServices]
Visitor = NamedDependency[TheVisitor]
Address = NamedDependency[str]  # the house as the visitor reached it

TableId = Annotated[str, PathParameter(min_length=1, max_length=64)]
PersonId = Annotated[str, PathParameter(min_length=1, max_length=64)]
ReviewName = Annotated[str, PathParameter(min_length=1, max_length=64)]  # of a record that was brought
SeatInPath = Annotated[int, PathParameter(ge=0, le=31)]
SeatAsked = Annotated[
    int | None, QueryParameter(ge=0, le=31, description="The seat whose view is asked for; it must be yours.")
]
Key = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        min_length=1,
        max_length=64,
        description="Sent again with it, it is done once.",
    ),
]
PageAsked = Annotated[str | None, QueryParameter(max_length=100, description="`more` of the page before this one")]

NO = {
    400: "The request is malformed",
    401: "No token, or one that opens nothing (guest bots)",
    403: "Not allowed: another's seat, no house code, not the host",
    404: "Not found",
    408: "The request came too slowly",
    409: "Conflicts with the present state",
    413: "Too large",
    422: "A rule forbids the move (guest bots)",
    421: "The Host header names another house",
    429: "Too many requests",
    503: "Unavailable: the house is paused, or starting",
}
FAULTS = {status: ResponseSpec(Fault, generate_examples=False, description=why) for status, why in NO.items()}
get, post = partial(litestar.get, responses=FAULTS), partial(litestar.post, responses=FAULTS)
patch, delete = partial(litestar.patch, responses=FAULTS), partial(litestar.delete, responses=FAULTS)
put = partial(litestar.put, responses=FAULTS)
