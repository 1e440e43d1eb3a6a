"""/api/tables/…/orders: what somebody decides ahead for a seat of their own. Nobody else is told any of it."""

from collections.abc import Callable

from litestar.params import JSONBody

from lumitheque.games import find
from lumitheque.reception.faults import Fault, say_denied
from lumitheque.reception.viewers import viewer_for
from lumitheque.server.access.cookies import Visitor as TheVisitor
from lumitheque.server.http.routing import SeatAsked, Services, TableId, Visitor, delete, get, put
from lumitheque.server.http.shapes import OrderTold, OrderWanted, StandingOffered
from lumitheque.server.orders.keeper import Standing, Wanted
from lumitheque.server.orders.lines import Order
from lumitheque.server.orders.making import takes_lines, tell_line, why_none
from lumitheque.server.services import Services as TheServices
from lumitheque.tables import Denied, Table


@get("/api/tables/{table_id:str}/orders", tags=["tables"], summary="What you decided ahead for your seat")
async def get_order(services: Services, visitor: Visitor, table_id: TableId, seat: SeatAsked = None) -> OrderTold:
    own = await own_seat(services, visitor, table_id, seat)
    return await tell(services, visitor, table_id, own)


@put("/api/tables/{table_id:str}/orders", tags=["tables"], summary="Decide ahead what your seat answers")
async def put_order(
    services: Services, visitor: Visitor, table_id: TableId, data: JSONBody[OrderWanted], seat: SeatAsked = None
) -> OrderTold:
    """It takes the place of the order before. A refused line is told like a refused move."""
    services.guard.count_study(visitor)
    own = await own_seat(services, visitor, table_id, seat)
    wanted = Wanted(own, data.lines, data.standing, data.after)
    await services.orders.put(table_id, visitor.person, wanted)
    return await tell(services, visitor, table_id, own)


@delete("/api/tables/{table_id:str}/orders", tags=["tables"], summary="Withdraw your order", status_code=200)
async def withdraw_order(services: Services, visitor: Visitor, table_id: TableId, seat: SeatAsked = None) -> OrderTold:
    services.guard.count_command(visitor)
    own = await own_seat(services, visitor, table_id, seat)
    await services.orders.withdraw(table_id, visitor.person, own)
    return await tell(services, visitor, table_id, own)


async def own_seat(services: TheServices, visitor: TheVisitor, table_id: str, seat: int | None) -> int:
    """The visitor's seat; Denied for anybody else's."""

    def find_seat(table: Table) -> int:
        found = viewer_for(table, visitor.person, seat).seat
        if found is None:
            raise Denied("which_seat" if table.places.of(visitor.person) else "no_seat")
        return found

    return await services.house.look(table_id, find_seat)


async def tell(services: TheServices, visitor: TheVisitor, table_id: str, seat: int) -> OrderTold:
    told = telling(seat, visitor.language)
    return await services.orders.look_at(table_id, visitor.person, seat, told)


def telling(seat: int, language: str) -> Callable[[Table, Order | None, Standing], OrderTold]:
    def tell_order(table: Table, order: Order | None, standing: Standing) -> OrderTold:
        none = why_none(table)
        game = find(table.terms.game)
        labels = game.words(language).get("orders", {})
        return OrderTold(
            seat=seat,
            lines=[tell_line(table.game, line, language) for line in standing.lines],
            standing=standing.standing,
            broken=tell_broken(table, order, language),
            takes_lines=none is None and takes_lines(table),
            offered=[] if none is not None else [StandingOffered(move, labels[move]) for move in game.standing],
        )

    return tell_order


def tell_broken(table: Table, order: Order | None, language: str) -> Fault | None:
    """Why the last order was not carried out."""
    if order is None or order.broken is None:
        return None
    broken = order.broken
    facts = {"game": table.terms.game, "options": table.terms.options, "phase": broken.phase, "move": broken.move}
    return say_denied(Denied(broken.code, broken.rule, **facts), language)


ROUTES = [get_order, put_order, withdraw_order]
