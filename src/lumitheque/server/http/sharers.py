"""/api/me/sharers and /api/me/pin: the people who share a device, which of them plays, and what keeps them apart."""

from typing import Annotated

from litestar.params import JSONBody, PathParameter

from lumitheque.reception.faults import HouseFault
from lumitheque.reception.shapes import Done, Me
from lumitheque.server.access.cookies import Visitor as TheVisitor
from lumitheque.server.access.cookies import door_mark, shared_cookie
from lumitheque.server.access.devices import new_device
from lumitheque.server.access.names import clean_name
from lumitheque.server.access.sharers import KEY, Sharer
from lumitheque.server.http.identity_shapes import PinTyped, SharerChosen, SharerNamed, SharersTold, SharerTold
from lumitheque.server.http.me import exchange, let_go, tell_me
from lumitheque.server.http.routing import Services, Visitor, delete, get, post, put
from lumitheque.server.services import Services as TheServices

SharerKey = Annotated[str, PathParameter(min_length=KEY, max_length=KEY)]


@get("/api/me/sharers", tags=["me"], summary="Who shares this device with you")
async def get_sharers(services: Services, visitor: Visitor) -> SharersTold:
    return await tell_sharers(services, visitor)


async def tell_sharers(services: TheServices, visitor: TheVisitor) -> SharersTold:
    people = list(await services.sharers.of(visitor.shared))
    names = await services.house.people.names(people)
    told = [
        SharerTold(
            services.sharers.key(visitor.shared, person),
            names[person],
            await services.pins.has(person),
            here=person == visitor.person,
        )
        for person in people
    ]
    return SharersTold(told, await services.pins.has(visitor.person))


@put("/api/me/sharers/here", tags=["me"], summary="Let others play on this device as well")
async def share(services: Services, visitor: Visitor) -> SharersTold:
    services.guard.count_command(visitor)
    await services.house.meet(visitor.person)
    visitor.shared = visitor.shared or services.settings.dice.token()
    await services.sharers.make_sure_of_room(visitor.shared, visitor.person)
    await services.devices.keep(visitor)
    await services.sharers.join(visitor)
    visitor.given.append(shared_cookie(services.admission.seals, visitor))
    return await tell_sharers(services, visitor)


@delete("/api/me/sharers/here", tags=["me"], summary="Leave this device to those who share it", status_code=200)
async def leave(services: Services, visitor: Visitor) -> Done:
    services.guard.count_command(visitor)
    await services.sharers.leave(visitor)
    if visitor.device in await services.devices.of(visitor.person):
        await services.devices.sign_out(visitor.person, visitor.device)
    await services.notices.channels.drop_pushes(visitor.person, {visitor.device})
    services.live.see_off(visitor.person, {visitor.device})
    let_go(visitor)
    return Done()


@post("/api/me/aside", tags=["me"], summary="Let go of a shared device: it asks who plays", status_code=200)
async def step_aside(services: Services, visitor: Visitor) -> Done:
    services.guard.count_command(visitor)
    if visitor.person not in await services.sharers.of(visitor.shared):
        raise HouseFault("unknown_sharer")
    await services.sharers.put_aside(visitor)
    services.live.see_off(visitor.person, {visitor.device})
    let_go(visitor)
    return Done()


@post("/api/me/sharers", tags=["me"], summary="Somebody new plays on this device from now on")
async def add_sharer(services: Services, visitor: Visitor, data: JSONBody[SharerNamed]) -> Me:
    services.guard.count_newcomer(visitor)
    name = clean_name(data.name)
    if name is None:
        raise HouseFault("bad_name")
    visitor.shared = visitor.shared or services.settings.dice.token()
    is_nobody = not await services.house.people.is_kept(visitor.person)  # whoever only looked can be the new one
    person = visitor.person if is_nobody else services.settings.dice.token()
    admitted = services.admission.admits(visitor.person, visitor.door)
    code = services.admission.rules.house_code
    door = door_mark(services.admission.seals, code, person) if admitted and code is not None else ""
    device = new_device(services.settings.clock.now(), services.settings.dice)
    language = (await services.house.people.get(visitor.person)).language
    await exchange(services, visitor, person, Sharer(device, door=door))
    await services.house.people.change(person, name, language)
    return await tell_me(services, visitor, await services.house.people.get(person))


@post("/api/me/sharers/{sharer:str}", tags=["me"], summary="Choose who plays on this device", status_code=200)
async def choose_sharer(services: Services, visitor: Visitor, sharer: SharerKey, data: JSONBody[SharerChosen]) -> Me:
    person = await services.sharers.named(visitor.shared, sharer)
    if person != visitor.person:
        if data.pin is not None:
            services.guard.count_pin(visitor)
        await services.pins.check(person, data.pin)
        row = (await services.sharers.of(visitor.shared))[person]
        await exchange(services, visitor, person, row)
    return await tell_me(services, visitor, await services.house.people.get(person))


@put("/api/me/pin", tags=["me"], summary="Choose the four digits without which nobody plays as you on shared devices")
async def choose_pin(services: Services, visitor: Visitor, data: JSONBody[PinTyped]) -> SharersTold:
    services.guard.count_command(visitor)
    await services.house.meet(visitor.person)
    await services.pins.choose(visitor.person, data.pin)
    return await tell_sharers(services, visitor)


@delete("/api/me/pin", tags=["me"], summary="End your PIN", status_code=200)
async def drop_pin(services: Services, visitor: Visitor) -> SharersTold:
    services.guard.count_command(visitor)
    await services.pins.drop(visitor.person)
    return await tell_sharers(services, visitor)


ROUTES = [get_sharers, share, leave, step_aside, add_sharer, choose_sharer, choose_pin, drop_pin]
