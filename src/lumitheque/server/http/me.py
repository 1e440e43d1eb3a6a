"""/api/me: who you are, your name, the same person on another device."""

from litestar import Response
from litestar.params import JSONBody

from lumitheque.languages import choose, languages
from lumitheque.reception.faults import HouseFault
from lumitheque.reception.names import guest_name
from lumitheque.reception.shapes import Done, Me, MeChanged
from lumitheque.server.access.cookies import (
    DOOR,
    HOST,
    WHO,
    YEAR,
    cookie,
    door_mark,
    host_cookie,
    set_cookie,
    shared_cookie,
)
from lumitheque.server.access.cookies import Visitor as TheVisitor
from lumitheque.server.access.devices import new_device
from lumitheque.server.access.names import clean_name
from lumitheque.server.access.sharers import Sharer
from lumitheque.server.http.guest_bots import forget_bot
from lumitheque.server.http.routing import Address, Services, Visitor, delete, get, patch, post
from lumitheque.server.http.shapes import HouseCode, Transfer
from lumitheque.server.services import Services as TheServices
from lumitheque.storage import Person
from lumitheque.tables import say_phrases

TRANSFER_LASTS = 10 * 60 * 1000  # milliseconds
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike
CODE_LENGTH = 10


@get("/api/me", tags=["me"], summary="Your identity, name and language")
async def get_me(services: Services, visitor: Visitor) -> Me:
    await services.devices.note(visitor)
    return await tell_me(services, visitor, await services.house.people.get(visitor.person))


async def tell_me(services: TheServices, visitor: TheVisitor, person: Person) -> Me:
    sharers = await services.sharers.of(visitor.shared)
    return Me(
        id=person.id,
        name=person.name,
        named=person.name != guest_name(person.id),
        language=choose(person.language),
        host=visitor.host,
        admitted=visitor.host or services.admission.admits(visitor.person, visitor.door),
        removed=visitor.person in services.admission.rules.removed,
        phrases=say_phrases(visitor.language),
        silenced=await services.acquaintances.silenced(person.id),
        sharers=len(sharers),
        unchosen=bool(sharers) and person.id not in sharers,
        bots_on_devices=services.settings.bots_on_devices,
    )


@patch("/api/me", tags=["me"], summary="Change your name or language")
async def change_me(services: Services, visitor: Visitor, data: JSONBody[MeChanged]) -> Me:
    name = None
    if data.name is not None:
        name = clean_name(data.name)
        if name is None:
            raise HouseFault("bad_name")
    if data.language is not None and data.language not in languages():
        raise HouseFault("bad_request", problem="language")
    person = await services.house.people.change(visitor.person, name, data.language)
    await services.devices.note(visitor)
    if name is not None:
        services.house.presence.renamed(visitor.person)
    return await tell_me(services, visitor, person)


@delete("/api/me", tags=["me"], summary="Erase your data: the name at once, what you said soon after", status_code=200)
async def forget_me(services: Services, visitor: Visitor) -> Done:
    services.guard.count_farewell(visitor)
    is_kept = await services.house.people.is_kept(visitor.person)
    for bot in services.guest_bots.of(visitor.person):
        await forget_bot(services, visitor.person, bot)
    await services.erasure.forget(visitor.person)
    services.holidays.forget(visitor.person)
    if is_kept:
        await services.devices.sign_out_others(visitor.person)  # nobody is that person any more, wherever they were
        services.live.see_out()
    let_go(visitor)
    return Done()


def let_go(visitor: TheVisitor) -> None:
    """Nobody is signed in on this device any more; on a shared one the next is not the host because this one was."""
    visitor.welcome = False
    gone = (WHO, DOOR, HOST) if visitor.shared else (WHO,)
    visitor.given += [cookie(name, "", 0, visitor.secure) for name in gone]


@post("/api/me/enter", tags=["me"], summary="Enter the house code", status_code=200)
async def enter_house(services: Services, visitor: Visitor, data: JSONBody[HouseCode]) -> Response[Done]:
    services.guard.count_guess(visitor)
    if not services.admission.knows_code(data.code):
        raise HouseFault("bad_code")
    mark = door_mark(services.admission.seals, data.code, visitor.person)
    return Response(Done(), headers=set_cookie(cookie(DOOR, mark, YEAR, visitor.secure)))


@post("/api/me/transfer", tags=["me"], summary="Make a one-time code that gives another device your identity")
async def transfer(services: Services, visitor: Visitor, address: Address) -> Transfer:
    await services.house.people.meet(visitor.person)
    await services.devices.note(visitor)
    code = short_code(services.settings.dice.token())
    expires_at = services.settings.clock.now() + TRANSFER_LASTS
    url = f"{address}receive"
    drawn = await services.qr_codes.draw(f"{url}#{code}", visitor)
    await services.house.store.put_code(code, visitor.person, expires_at)
    return Transfer(code, expires_at, url, drawn)


def short_code(token: str) -> str:
    """A code that can be typed, from a token that cannot be guessed."""
    number, letters = int(token, 16), ""
    for _ in range(CODE_LENGTH):
        number, letter = divmod(number, len(LETTERS))
        letters += LETTERS[letter]
    return letters


@post("/api/me/receive", tags=["me"], summary="Take the identity that a one-time code was made for", status_code=200)
async def receive(services: Services, visitor: Visitor, data: JSONBody[HouseCode]) -> Me:
    services.guard.count_guess(visitor)
    code = data.code.strip().lower()
    if len(code) != CODE_LENGTH or not code.isascii():  # the host's codes are longer, and stay what they are
        raise HouseFault("bad_code")
    person = await services.house.store.take_code(code, services.settings.clock.now())
    if person is None:
        raise HouseFault("bad_code")
    return await sign_in(services, visitor, person)


async def sign_in(services: TheServices, visitor: TheVisitor, person: str) -> Me:
    """From now on this device is that person's. Those who share it come back when they are chosen."""
    here = new_device(services.settings.clock.now(), services.settings.dice)
    if visitor.shared:
        await exchange(services, visitor, person, (await services.sharers.of(visitor.shared)).get(person, Sharer(here)))
    else:
        visitor.person, visitor.device, visitor.new, visitor.welcome = person, here, False, True
        await services.devices.keep(visitor)
    return await tell_me(services, visitor, await services.house.people.get(person))


async def exchange(services: TheServices, visitor: TheVisitor, person: str, row: Sharer) -> None:
    """From now on that person plays on this shared device, with what they had when they were put aside."""
    await services.sharers.make_sure_of_room(visitor.shared, person)
    await services.sharers.put_aside(visitor)
    services.live.see_off(visitor.person, {visitor.device})
    now, seals = services.settings.clock.now(), services.admission.seals
    visitor.person, visitor.device, visitor.door, visitor.host_until = person, row.device, row.door, row.host_until
    visitor.new, visitor.welcome, visitor.host = False, True, row.host_until > now
    await services.house.people.meet(person)
    await services.devices.keep(visitor)
    await services.sharers.join(visitor)
    left = max(0, row.host_until - now) // 1000
    visitor.given += [
        shared_cookie(seals, visitor),
        cookie(DOOR, row.door, YEAR if row.door else 0, visitor.secure),
        host_cookie(seals, row.host_until, left, visitor.secure),
    ]


ROUTES = [get_me, change_me, forget_me, enter_house, transfer, receive]
