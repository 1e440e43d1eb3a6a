"""Pictures of tables for links, and games as PDF."""

from dataclasses import replace
from typing import Annotated, Any, Literal

from litestar import Response
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import Meta, Struct

from lumitheque.games import SHELF
from lumitheque.games.edition import clean_title
from lumitheque.languages import languages
from lumitheque.press.ordering import PARTS, PrintOrder
from lumitheque.reception.faults import HouseFault
from lumitheque.reception.shapes import EditionDrawn
from lumitheque.server.http.routing import Address, Services, TableId, Visitor, get, post
from lumitheque.server.press.print_shop import order_for

PNG, SVG, PDF = "image/png", "image/svg+xml", "application/pdf"
At = Annotated[int | None, QueryParameter(ge=0, le=100_000)]
What = Annotated[
    str | None, QueryParameter(max_length=60, description=f"Parts, with commas between them: {', '.join(PARTS)}")
]


@get("/api/tables/{table_id:str}/picture.png", include_in_schema=False)
async def table_card(services: Services, visitor: Visitor, table_id: TableId, at: At = None) -> Response[bytes]:
    """What stands beside a link to a table: what a spectator sees of it."""
    return picture(await services.previews.draw(table_id, visitor, "png", at), PNG)


@get("/api/tables/{table_id:str}/picture.svg", include_in_schema=False)
async def table_picture(services: Services, visitor: Visitor, table_id: TableId, at: At = None) -> Response[bytes]:
    """What a spectator sees of a table."""
    return picture(await services.previews.draw(table_id, visitor, "svg", at), SVG)


def picture(drawn: bytes, kind: str) -> Response[bytes]:
    return Response(drawn, media_type=kind, headers={"cache-control": "public, max-age=60"})


@get(
    "/api/games/{game:str}/print",
    tags=["games"],
    summary="A game as PDF: board, cards, tokens, aids, score pad, rules",
    media_type=PDF,
)
async def print_out(  # noqa: PLR0913, PLR0917 (what is asked for, one by one)
    services: Services,
    visitor: Visitor,
    address: Address,
    game: FromPath[str],
    what: What = None,
    paper: FromQuery[Literal["a4", "a3", "letter"]] = "a4",
    duplex: FromQuery[bool] = False,
    flip: FromQuery[Literal["long", "short"]] = "long",
    large: FromQuery[bool] = False,
    grey: FromQuery[bool] = False,
    lang: FromQuery[str | None] = None,
) -> Response[bytes]:
    """Where the host did not install the extra `print`, there is no such thing."""
    if game not in SHELF:
        raise HouseFault("unknown_game")
    language = lang if lang in languages() else visitor.language
    wishes: dict[str, Any] = {"paper": paper, "duplex": duplex, "flip": flip, "large": large, "grey": grey}
    parts = tuple(part.strip() for part in (what or "").split(",") if part.strip())
    order: PrintOrder = order_for(SHELF[game], what=parts, language=language, house=address, **wishes)
    made = await services.print_shop.print(order, visitor)
    return Response(made, media_type=PDF, headers={"content-disposition": f'attachment; filename="{game}.pdf"'})


class PrintWanted(Struct, forbid_unknown_fields=True):
    """A game to be printed with a board or deck of somebody's own."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    text: str
    what: Annotated[list[Annotated[str, Meta(max_length=20)]], Meta(max_length=10)] = []
    paper: Literal["a4", "a3", "letter"] = "a4"
    duplex: bool = False
    flip: Literal["long", "short"] = "long"
    large: bool = False
    grey: bool = False
    lang: Annotated[str, Meta(max_length=20)] | None = None


@post(
    "/api/games/{game:str}/print",
    tags=["games"],
    summary="The same with a board or deck of your own",
    media_type=PDF,
    status_code=200,
)
async def print_own(
    services: Services, visitor: Visitor, address: Address, game: FromPath[str], data: JSONBody[PrintWanted]
) -> Response[bytes]:
    """Nothing of it is kept for anybody else."""
    services.guard.count_study(visitor)
    if game not in SHELF:
        raise HouseFault("unknown_game")
    edition = await services.study.read_edition(EditionDrawn(game, data.text), visitor.language)
    language = data.lang if data.lang in languages() else visitor.language
    wishes = {name: getattr(data, name) for name in ("paper", "duplex", "flip", "large", "grey")}
    own = replace(edition, name=clean_title(data.name))
    order = PrintOrder(SHELF[game], own, what=tuple(data.what), language=language, house=address, **wishes)
    made = await services.print_shop.print(order, visitor)
    return Response(made, media_type=PDF, headers={"content-disposition": f'attachment; filename="{game}.pdf"'})


ROUTES = [table_card, table_picture, print_out, print_own]
