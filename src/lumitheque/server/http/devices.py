"""/api/me/devices and /api/me/key: where somebody is signed in, and the key that signs them in anywhere."""

from typing import Annotated

from litestar.params import JSONBody, PathParameter

from lumitheque.reception.faults import HouseFault
from lumitheque.reception.shapes import Me
from lumitheque.server.access.cookies import Visitor as TheVisitor
from lumitheque.server.http.identity_shapes import DevicesTold, DeviceTold, KeyMade, KeyTyped
from lumitheque.server.http.me import let_go, sign_in
from lumitheque.server.http.routing import Services, Visitor, delete, get, post
from lumitheque.server.services import Services as TheServices

DeviceId = Annotated[str, PathParameter(min_length=1, max_length=20)]


@get("/api/me/devices", tags=["me"], summary="Where you are signed in, and whether you have a recovery key")
async def get_devices(services: Services, visitor: Visitor) -> DevicesTold:
    await services.devices.note(visitor)
    return await tell_devices(services, visitor)


async def tell_devices(services: TheServices, visitor: TheVisitor) -> DevicesTold:
    devices = await services.devices.of(visitor.person)
    told = [
        DeviceTold(key, one.browser, one.system, one.since, one.seen, here=key == visitor.device)
        for key, one in devices.items()
    ]
    return DevicesTold(sorted(told, key=lambda one: not one.here), await services.recovery.since(visitor.person))


@delete("/api/me/devices/{device:str}", tags=["me"], summary="Sign a device out", status_code=200)
async def sign_out(services: Services, visitor: Visitor, device: DeviceId) -> DevicesTold:
    services.guard.count_command(visitor)
    await services.devices.sign_out(visitor.person, device)
    await services.notices.channels.drop_pushes(visitor.person, {device})
    services.live.see_out()
    if device != visitor.device:
        return await tell_devices(services, visitor)
    let_go(visitor)
    return DevicesTold([], None)


@delete("/api/me/devices", tags=["me"], summary="Sign all other devices out", status_code=200)
async def sign_out_others(services: Services, visitor: Visitor) -> DevicesTold:
    services.guard.count_command(visitor)
    if not await services.house.people.is_kept(visitor.person):
        return DevicesTold([], None)  # nobody has been given this identity
    await services.devices.keep(visitor)
    await services.devices.sign_out_others(visitor.person, visitor.device)
    await services.notices.channels.drop_pushes(visitor.person, None, spared=visitor.device)
    services.live.see_out()
    return await tell_devices(services, visitor)


@post("/api/me/key", tags=["me"], summary="Make a recovery key: told once, and the one before ends")
async def make_key(services: Services, visitor: Visitor) -> KeyMade:
    services.guard.count_command(visitor)
    await services.house.meet(visitor.person)
    await services.devices.keep(visitor)
    key = await services.recovery.make(visitor.person)
    return KeyMade(key, await services.recovery.since(visitor.person) or 0)


@delete("/api/me/key", tags=["me"], summary="End your recovery key", status_code=200)
async def drop_key(services: Services, visitor: Visitor) -> DevicesTold:
    await services.recovery.drop(visitor.person)
    return await tell_devices(services, visitor)


@post("/api/me/recover", tags=["me"], summary="Sign in on this device with a recovery key", status_code=200)
async def recover(services: Services, visitor: Visitor, data: JSONBody[KeyTyped]) -> Me:
    services.guard.count_guess(visitor)
    person = await services.recovery.owner(data.key)
    if person is None:
        raise HouseFault("bad_key")
    return await sign_in(services, visitor, person)


ROUTES = [get_devices, sign_out, sign_out_others, make_key, drop_key, recover]
