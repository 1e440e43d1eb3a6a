"""/api/me: who you are, your name, the same person on another device."""

from litestar import Response
from litestar.params import JSONBody

from lumitheque.games.speech import Spoken
from lumitheque.server.answers import Done, HouseCode, Me, MeChanged, Transfer
from lumitheque.server.faults import HouseFault
from lumitheque.server.people import clean_name
from lumitheque.server.routes.asking import Address, Staff, Visitor, delete, get, patch, post
from lumitheque.server.staff import Staff as TheStaff
from lumitheque.server.visitors import DOOR, WHO, YEAR, cookie, door_mark, identity_cookie, set_cookie
from lumitheque.server.visitors import Visitor as TheVisitor
from lumitheque.storage import Person
from lumitheque.tables import phrases, words

TRANSFER_LASTS = 10 * 60 * 1000  # milliseconds
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike
CODE_LENGTH = 10


@get("/api/me", tags=["me"], summary="Who you are; a newcomer becomes somebody")
async def get_me(staff: Staff, visitor: Visitor) -> Me:
    return tell_me(staff, visitor, await staff.house.people.get(visitor.person))


def tell_me(staff: TheStaff, visitor: TheVisitor, person: Person) -> Me:
    french, english = words("fr")["phrases"], words("en")["phrases"]
    return Me(
        id=person.id,
        name=person.name,
        language="en" if person.language == "en" else "fr",
        host=visitor.host,
        admitted=visitor.host or staff.doors.admits(visitor.person, visitor.door),
        removed=visitor.person in staff.doors.doors.removed,
        phrases={phrase: Spoken(french[phrase], english[phrase]) for phrase in sorted(phrases())},
    )


@patch("/api/me", tags=["me"], summary="Change your name or language")
async def change_me(staff: Staff, visitor: Visitor, data: JSONBody[MeChanged]) -> Me:
    name = None
    if data.name is not None:
        name = clean_name(data.name)
        if name is None:
            raise HouseFault("bad_name")
    person = await staff.house.people.change(visitor.person, name, data.language)
    return tell_me(staff, visitor, person)


@delete("/api/me", tags=["me"], summary="Be forgotten: your name at once, your words soon", status_code=200)
async def forget_me(staff: Staff, visitor: Visitor) -> Response[Done]:
    staff.guard.count_farewell(visitor)
    await staff.farewells.forget(visitor.person)
    return Response(Done(), headers=set_cookie(cookie(WHO, "", 0, visitor.secure)))


@post("/api/me/enter", tags=["me"], summary="Say the house code", status_code=200)
async def enter_house(staff: Staff, visitor: Visitor, data: JSONBody[HouseCode]) -> Response[Done]:
    staff.guard.count_guess(visitor)
    if not staff.doors.knows_code(data.code):
        raise HouseFault("bad_code")
    mark = door_mark(staff.doors.seals, data.code, visitor.person)
    return Response(Done(), headers=set_cookie(cookie(DOOR, mark, YEAR, visitor.secure)))


@post("/api/me/transfer", tags=["me"], summary="A one-time code that makes another device the same person")
async def transfer(staff: Staff, visitor: Visitor, address: Address) -> Transfer:
    await staff.house.people.meet(visitor.person)
    code = short_code(staff.settings.dice.token())
    expires_at = staff.settings.clock.now() + TRANSFER_LASTS
    url = f"{address}receive"
    drawn = await staff.codes.draw(f"{url}#{code}", visitor)
    await staff.house.store.put_code(code, visitor.person, expires_at)
    return Transfer(code, expires_at, url, drawn)


def short_code(token: str) -> str:
    """A code that can be typed, from a token that cannot be guessed."""
    number, letters = int(token, 16), ""
    for _ in range(CODE_LENGTH):
        number, letter = divmod(number, len(LETTERS))
        letters += LETTERS[letter]
    return letters


@post("/api/me/receive", tags=["me"], summary="Become the person that a code was made for", status_code=200)
async def receive(staff: Staff, visitor: Visitor, data: JSONBody[HouseCode]) -> Response[Me]:
    staff.guard.count_guess(visitor)
    code = data.code.strip().lower()
    if len(code) != CODE_LENGTH or not code.isascii():  # the host's codes are longer, and stay what they are
        raise HouseFault("bad_code")
    person = await staff.house.store.take_code(code, staff.settings.clock.now())
    if person is None:
        raise HouseFault("bad_code")
    visitor.person, visitor.new = person, False
    told = tell_me(staff, visitor, await staff.house.people.get(person))
    return Response(told, headers=set_cookie(identity_cookie(staff.doors.seals, person, visitor.secure)))


ROUTES = [get_me, change_me, forget_me, enter_house, transfer, receive]
