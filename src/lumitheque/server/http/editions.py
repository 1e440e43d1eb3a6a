"""/api/editions, /api/me/editions: boards and decks of somebody's own, checked and kept."""

from typing import Annotated

from litestar.params import JSONBody, PathParameter
from msgspec import Meta, Struct

from lumitheque.reception.shapes import Done, EditionChecked, EditionDrawn
from lumitheque.server.http.routing import Services, Visitor, delete, get, post, put
from lumitheque.server.study.kept_editions import MOST, KeptEdition

EditionId = Annotated[str, PathParameter(pattern="^[0-9a-z]{8,40}$")]


class EditionLine(Struct, frozen=True):
    """A board or deck that somebody keeps in the house."""

    id: str
    game: str
    name: str
    at: int  # milliseconds since 1970


class EditionsTold(Struct, frozen=True):
    editions: list[EditionLine]  # the latest first
    most: int


class EditionKept(Struct, frozen=True):
    id: str
    game: str
    name: str
    text: str
    at: int


class EditionWanted(Struct, forbid_unknown_fields=True):
    game: Annotated[str, Meta(max_length=40)]
    name: Annotated[str, Meta(min_length=1, max_length=200)]
    text: str


@post("/api/editions/check", tags=["editions"], summary="Say what is wrong with a board or deck", status_code=200)
async def check_edition(services: Services, visitor: Visitor, data: JSONBody[EditionDrawn]) -> EditionChecked:
    """By the loader that reads them all. Nothing is kept."""
    services.guard.count_study(visitor)
    return await services.study.check(data, visitor.language)


@get("/api/me/editions", tags=["editions"], summary="The boards and decks that you keep here")
async def list_editions(services: Services, visitor: Visitor) -> EditionsTold:
    found = await services.editions.of(visitor.person)
    return EditionsTold([tell_line(edition_id, kept) for edition_id, kept in found.items()], MOST)


@get("/api/me/editions/{edition_id:str}", tags=["editions"], summary="One of your boards and decks, whole")
async def get_edition(services: Services, visitor: Visitor, edition_id: EditionId) -> EditionKept:
    kept = await services.editions.get(visitor.person, edition_id)
    return EditionKept(edition_id, kept.game, kept.name, kept.text, kept.at)


@put("/api/me/editions/{edition_id:str}", tags=["editions"], summary="Keep a board or deck of your own")
async def put_edition(
    services: Services, visitor: Visitor, edition_id: EditionId, data: JSONBody[EditionWanted]
) -> EditionLine:
    """In place of the one with this id. Only one that can be played with is kept."""
    services.guard.count_study(visitor)
    await services.study.read_edition(EditionDrawn(data.game, data.text), visitor.language)
    await services.house.people.meet(visitor.person)
    kept = await services.editions.keep(visitor.person, edition_id, data.game, data.name, data.text)
    return tell_line(edition_id, kept)


@delete("/api/me/editions/{edition_id:str}", tags=["editions"], summary="Delete one of yours", status_code=200)
async def delete_edition(services: Services, visitor: Visitor, edition_id: EditionId) -> Done:
    """Tables that are played with it keep it."""
    services.guard.count_command(visitor)
    await services.editions.drop(visitor.person, edition_id)
    return Done()


def tell_line(edition_id: str, kept: KeptEdition) -> EditionLine:
    return EditionLine(edition_id, kept.game, kept.name, kept.at)


ROUTES = [check_edition, list_editions, get_edition, put_edition, delete_edition]
