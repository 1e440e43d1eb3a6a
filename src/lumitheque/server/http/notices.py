"""/api/me/notices: how somebody wishes to be told; the calendar feed; the link in a mail that ends it."""

from html import escape
from typing import Annotated
from urllib.parse import urlsplit

from litestar import MediaType, Response
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec.structs import replace

from lumitheque.languages import Catalogue, choose, fill
from lumitheque.reception.faults import HouseFault
from lumitheque.server.access.cookies import Visitor as TheVisitor
from lumitheque.server.built_page import STATIC
from lumitheque.server.http.routing import Address, Services, Visitor, delete, get, patch, post
from lumitheque.server.http.shapes import (
    ChannelChanged,
    ChannelTold,
    CodeTyped,
    MailWanted,
    NoticesTold,
    PushWanted,
    WebhookWanted,
)
from lumitheque.server.notices.channels import AnyChannel, Mail, Push, Webhook
from lumitheque.server.notices.digest import is_time
from lumitheque.server.notices.encryption import read_keys
from lumitheque.server.notices.mail import is_address
from lumitheque.server.notices.outgoing import check_url
from lumitheque.server.services import Services as TheServices

ChannelId = Annotated[str, PathParameter(min_length=1, max_length=32)]
Sealed = Annotated[str, QueryParameter(name="of", min_length=1, max_length=200)]
WORDS = Catalogue("notices")


@get("/api/me/notices", tags=["me"], summary="How you are told that it is your turn, and which ways there are")
async def get_notices(services: Services, visitor: Visitor, address: Address) -> NoticesTold:
    return await tell_notices(services, visitor, address)


async def tell_notices(services: TheServices, visitor: TheVisitor, address: str) -> NoticesTold:
    notices, person = services.notices, visitor.person
    token = await notices.calendar_of(person)
    channels = await notices.channels.of(person)
    return NoticesTold(
        channels=[tell_channel(key, one, visitor.language) for key, one in channels.items()],
        push_key=notices.push.keys.public,
        mail=notices.delivery.mails,
        private=services.settings.private_targets,
        calendar=None if token is None else f"{address}calendar/{token}.ics",
    )


def tell_channel(channel_id: str, channel: AnyChannel, language: str) -> ChannelTold:
    words = WORDS.words(language)["trouble"]
    told = ChannelTold(
        id=channel_id,
        by=channel.__struct_config__.tag,  # type: ignore[arg-type]
        trouble=words.get(channel.trouble) if channel.trouble else None,
        stopped=channel.stopped,
    )
    if isinstance(channel, Push):
        return replace(told, name=channel.device, endpoint=channel.endpoint)
    if isinstance(channel, Mail):
        return replace(told, name=channel.address, unconfirmed=channel.code is not None, daily=channel.daily)
    return replace(told, name=urlsplit(channel.url).hostname or "", form=channel.form)


@post("/api/me/notices/push", tags=["me"], summary="Be told by this browser's push service")
async def add_push(services: Services, visitor: Visitor, address: Address, data: JSONBody[PushWanted]) -> NoticesTold:
    services.guard.count_command(visitor)
    private = services.settings.private_targets
    if check_url(data.endpoint, private=private) is not None or not (private or data.endpoint.startswith("https://")):
        raise HouseFault("bad_request", problem="endpoint")
    try:
        read_keys(data.p256dh, data.auth)
    except ValueError:
        raise HouseFault("bad_request", problem="keys") from None
    channel = Push(
        language=visitor.language, house=address, since=services.settings.clock.now(), endpoint=data.endpoint,
        p256dh=data.p256dh, auth=data.auth, device=data.device, signed_in=visitor.device,
    )  # fmt: skip
    there = await services.notices.channels.of(visitor.person)
    known = next((key for key, one in there.items() if isinstance(one, Push) and one.endpoint == data.endpoint), None)
    if known is None:
        await services.notices.add(visitor.person, channel)
    else:
        await services.notices.channels.keep(visitor.person, known, channel)
    return await tell_notices(services, visitor, address)


@post("/api/me/notices/mail", tags=["me"], summary="Be told by mail: a code is sent there, to be typed in")
async def add_mail(services: Services, visitor: Visitor, address: Address, data: JSONBody[MailWanted]) -> NoticesTold:
    if not services.notices.delivery.mails:
        raise HouseFault("no_mail")
    if not is_address(data.mailbox):
        raise HouseFault("bad_address")
    services.guard.count_letter(visitor)
    channel = with_hour(
        Mail(language=visitor.language, house=address, since=services.settings.clock.now(), address=data.mailbox),
        data.daily, data.zone,
    )  # fmt: skip
    there = await services.notices.channels.of(visitor.person)
    known = next((key for key, one in there.items() if isinstance(one, Mail) and one.address == data.mailbox), None)
    channel_id = known or await services.notices.add(visitor.person, replace(channel, code="", until=0))
    await services.notices.send_code(visitor.person, channel_id, channel)
    return await tell_notices(services, visitor, address)


def with_hour(channel: Mail, daily: str | None, zone: str) -> Mail:
    """With the hour of the digest, if there is to be one."""
    if daily is not None and not is_time(daily, zone):
        raise HouseFault("bad_request", problem="daily, zone")
    return replace(channel, daily=daily, zone=zone if daily is not None else "UTC")


@post("/api/me/notices/{channel_id:str}/confirm", tags=["me"], summary="Type the code that came", status_code=200)
async def confirm(
    services: Services, visitor: Visitor, address: Address, channel_id: ChannelId, data: JSONBody[CodeTyped]
) -> NoticesTold:
    services.guard.count_guess(visitor)
    await services.notices.confirm(visitor.person, channel_id, data.code.strip())
    return await tell_notices(services, visitor, address)


@post("/api/me/notices/webhook", tags=["me"], summary="Be told by a program or a chat room")
async def add_webhook(
    services: Services, visitor: Visitor, address: Address, data: JSONBody[WebhookWanted]
) -> NoticesTold:
    services.guard.count_command(visitor)
    if (problem := check_url(data.url, private=services.settings.private_targets)) is not None:
        raise HouseFault("bad_webhook", why=problem)
    channel = Webhook(
        language=visitor.language, house=address, since=services.settings.clock.now(), form=data.form, url=data.url,
        token=data.token or None,
    )  # fmt: skip
    await services.notices.add(visitor.person, channel)
    return await tell_notices(services, visitor, address)


@patch("/api/me/notices/{channel_id:str}", tags=["me"], summary="One mail a day, or one per turn")
async def change_channel(
    services: Services, visitor: Visitor, address: Address, channel_id: ChannelId, data: JSONBody[ChannelChanged]
) -> NoticesTold:
    channel = await services.notices.find(visitor.person, channel_id)
    if not isinstance(channel, Mail):
        raise HouseFault("bad_request", problem="daily")
    channel = with_hour(channel, data.daily, data.zone)
    await services.notices.channels.keep(visitor.person, channel_id, channel)
    await services.notices.digests.begin(visitor.person, channel_id, channel)
    return await tell_notices(services, visitor, address)


@delete("/api/me/notices/{channel_id:str}", tags=["me"], summary="Be told this way no more", status_code=200)
async def drop_channel(services: Services, visitor: Visitor, address: Address, channel_id: ChannelId) -> NoticesTold:
    if not await services.notices.channels.drop(visitor.person, channel_id):
        raise HouseFault("unknown_channel")
    return await tell_notices(services, visitor, address)


@post("/api/me/notices/{channel_id:str}/test", tags=["me"], summary="Send a test", status_code=200)
async def test_channel(services: Services, visitor: Visitor, address: Address, channel_id: ChannelId) -> NoticesTold:
    services.guard.count_letter(visitor)
    try:
        await services.notices.test(visitor.person, channel_id)
    except HouseFault as fault:
        if fault.code != "undelivered":
            raise
        why = WORDS.words(visitor.language)["trouble"][fault.facts["why"]]
        raise HouseFault("undelivered", why=why) from None
    return await tell_notices(services, visitor, address)


# --- the calendar ----------------------------------------------------------------------------------------------------


@post("/api/me/calendar", tags=["me"], summary="A private calendar of your deadlines, at a new address")
async def make_calendar(services: Services, visitor: Visitor, address: Address) -> NoticesTold:
    services.guard.count_command(visitor)
    await services.notices.make_calendar(visitor.person)
    return await tell_notices(services, visitor, address)


@delete("/api/me/calendar", tags=["me"], summary="End the calendar", status_code=200)
async def drop_calendar(services: Services, visitor: Visitor, address: Address) -> NoticesTold:
    await services.notices.drop_calendar(visitor.person)
    return await tell_notices(services, visitor, address)


@get("/calendar/{name:str}", include_in_schema=False)
async def calendar(
    services: Services, visitor: Visitor, address: Address, name: Annotated[str, PathParameter(max_length=80)]
) -> Response[bytes]:
    """Whoever knows the address may read it: calendar programs bring no cookie."""
    services.guard.count_feed(visitor)
    feed = await services.notices.calendar(name.removesuffix(".ics"), address)
    return Response(feed, media_type="text/calendar; charset=utf-8", headers={"cache-control": "private, max-age=900"})


# --- the link in a mail ----------------------------------------------------------------------------------------------


@get("/notices/stop", include_in_schema=False)
async def ask_to_stop(services: Services, visitor: Visitor, of: Sealed) -> Response[bytes]:
    """Opening the link changes nothing: programs that look at mail open links."""
    channel = await services.notices.of_stop_link(of)
    if channel is None:
        raise HouseFault("not_found")
    words = WORDS.words(visitor.language)["stop"]
    text = fill(words["text"], visitor.language, {"address": channel.address})
    button = f'<button class="main">{escape(words["button"])}</button>'
    form = f'<form method="post" action="/notices/stop?of={escape(of)}">{button}</form>'
    return stop_page(visitor.language, words["title"], text, form)


@post("/notices/stop", include_in_schema=False, status_code=200)
async def stop(services: Services, visitor: Visitor, of: Sealed) -> Response[bytes]:
    """By the button, or by a mail program's own (RFC 8058)."""
    services.guard.count_guess(visitor)
    if await services.notices.stop(of) is None:
        raise HouseFault("not_found")
    words = WORDS.words(visitor.language)["stop"]
    shelf = f'<p class="ways"><a class="button main" href="/">{escape(words["shelf"])}</a></p>'
    return stop_page(visitor.language, words["done"], words["done_text"], shelf)


def stop_page(language: str, title: str, text: str, way_on: str) -> Response[bytes]:
    page = (STATIC / "notices.html").read_text(encoding="utf-8")
    parts = {"language": choose(language), "title": escape(title), "text": escape(text), "way": way_on}
    for name, part in parts.items():
        page = page.replace(f"{{{{{name}}}}}", part)
    return Response(page.encode(), media_type=MediaType.HTML)


ROUTES = [
    get_notices,
    add_push,
    add_mail,
    confirm,
    add_webhook,
    change_channel,
    drop_channel,
    test_channel,
    make_calendar,
    drop_calendar,
    calendar,
    ask_to_stop,
    stop,
]
