"""Channels: the ways by which people wish to be told something outside the page. None is chosen for anybody."""

from typing import Literal

import msgspec
from msgspec import Struct

from lumitheque.reception.faults import HouseFault
from lumitheque.storage import Belonging, Store
from lumitheque.storage.store import CHANNEL_KIND

MOST = 8  # channels of one person
Form = Literal["json", "discord", "slack", "matrix", "ntfy"]


class Channel(Struct, tag_field="by", kw_only=True, frozen=True, omit_defaults=True):
    """What all channels have."""

    language: str
    house: str  # the house's address as this person reached it: links begin with it
    since: int  # milliseconds since 1970
    trouble: str | None = None  # why the last notice did not arrive; a key of `[trouble]` in notices.toml
    stopped: bool = False  # nothing is sent any more: it failed for good, or its reader asked for that


class Push(Channel, tag="push", frozen=True):
    """A browser's push service (RFC 8030), which hands encrypted messages to the page's service worker."""

    endpoint: str
    p256dh: str
    auth: str
    device: str = ""  # what its owner calls it
    signed_in: str = ""  # the id by which the house knows it; "": not known


class Mail(Channel, tag="mail", frozen=True):
    address: str
    code: str | None = None  # sent to the address; nothing else is, until it came back
    until: int = 0  # the code is valid
    daily: str | None = None  # HH:MM: one digest a day instead of a mail per notice
    zone: str = "UTC"  # where that is


class Webhook(Channel, tag="webhook", frozen=True):
    form: Form
    url: str
    token: str | None = None  # of Matrix or ntfy


AnyChannel = Push | Mail | Webhook
_read = msgspec.json.Decoder(AnyChannel).decode


def read_channel(belonging: Belonging) -> AnyChannel:
    channel: AnyChannel = _read(belonging.value)
    return channel


def is_usable(channel: AnyChannel) -> bool:
    return not channel.stopped and not (isinstance(channel, Mail) and channel.code is not None)


class Channels:
    """Everybody's channels, as the store has them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, person: str) -> dict[str, AnyChannel]:
        """By id."""
        return {one.id: read_channel(one) for one in await self._store.belongings(person, CHANNEL_KIND)}

    async def keep(self, person: str, channel_id: str, channel: AnyChannel) -> None:
        """Add a channel, or change it. A browser has one subscription: a newer one takes its place."""
        there = await self.of(person)
        if channel_id not in there and len(there) >= MOST:
            raise HouseFault("too_many_channels", most=MOST)
        text = msgspec.json.encode(channel).decode()
        await self._store.keep_belonging(Belonging(person, CHANNEL_KIND, channel_id, text))

    async def drop_pushes(self, person: str, devices: set[str] | None, spared: str = "") -> None:
        """Devices were signed out: tell them nothing any more. None: all but one were."""
        for channel_id, one in (await self.of(person)).items():
            if isinstance(one, Push) and (one.signed_in != spared if devices is None else one.signed_in in devices):
                await self.drop(person, channel_id)

    async def drop(self, person: str, channel_id: str) -> bool:
        return await self._store.drop_belonging(person, CHANNEL_KIND, channel_id)
