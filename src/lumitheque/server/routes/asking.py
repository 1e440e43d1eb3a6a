"""How routes are made: what they are given by name (staff, visitor, what was asked), and how they may say no."""

from functools import partial
from typing import Annotated

import litestar
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import PathParameter, QueryParameter

from lumitheque.server.faults import Fault
from lumitheque.server.staff import Staff as TheStaff
from lumitheque.server.visitors import Visitor as TheVisitor

Staff = NamedDependency[TheStaff]
Visitor = NamedDependency[TheVisitor]
Address = NamedDependency[str]  # the house as the visitor reached it

TableId = Annotated[str, PathParameter(min_length=1, max_length=64)]
PersonId = Annotated[str, PathParameter(min_length=1, max_length=64)]
SeatInPath = Annotated[int, PathParameter(ge=0, le=31)]
SeatAsked = Annotated[int | None, QueryParameter(ge=0, le=31, description="The seat to look as; it must be yours.")]
PageAsked = Annotated[str | None, QueryParameter(max_length=100, description="`more` of the page before")]

NO = {
    400: "It makes no sense",
    403: "Not for you: seat, house code, host",
    404: "There is no such thing",
    409: "It does not go with how things stand",
    413: "Too large",
    429: "Too often",
    503: "Not now: the house is paused, or opening",
}
FAULTS = {status: ResponseSpec(Fault, generate_examples=False, description=why) for status, why in NO.items()}
get, post = partial(litestar.get, responses=FAULTS), partial(litestar.post, responses=FAULTS)
patch, delete = partial(litestar.patch, responses=FAULTS), partial(litestar.delete, responses=FAULTS)
