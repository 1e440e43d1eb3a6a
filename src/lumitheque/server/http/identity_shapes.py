"""Request and response bodies about being somebody here: devices, keys, passkeys, and the people who share a device."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from lumitheque.reception.shapes import Name

Pin = Annotated[str, Meta(min_length=4, max_length=4, pattern="^[0-9]{4}$")]


class DeviceTold(Struct, frozen=True):
    """A browser that is signed in as you."""

    id: str
    browser: str  # empty: not known
    system: str
    since: int  # a day: midnight, UTC, in milliseconds since 1970
    seen: int  # the day on which it was here last
    here: bool  # it is the one that asks


class DevicesTold(Struct, frozen=True):
    """Where you are signed in, this device first. None are listed before you have sat down somewhere."""

    devices: list[DeviceTold]
    key_since: int | None  # when your recovery key was made


class KeyMade(Struct, frozen=True):
    """A recovery key, which is told this once."""

    key: str
    since: int


class PasskeyTold(Struct, frozen=True):
    """One of your passkeys, and where it was made."""

    id: str
    browser: str
    system: str
    since: int  # milliseconds since 1970


class PasskeyAsked(Struct, frozen=True):
    """What a browser is to make or sign: `options` for `navigator.credentials`, and what comes back with the answer."""

    options: dict[str, Any]
    sealed: str


class PasskeyAnswer(Struct, forbid_unknown_fields=True):
    """What `navigator.credentials` gave (`toJSON`)."""

    sealed: Annotated[str, Meta(min_length=1, max_length=400)]
    credential: dict[str, Any]


class KeyTyped(Struct, forbid_unknown_fields=True):
    key: Annotated[str, Meta(min_length=1, max_length=400)]


class SharerTold(Struct, frozen=True):
    """Somebody who shares this device. Whoever holds it is told their name, and nothing else."""

    key: str  # names them on this device alone
    name: str
    pin: bool  # nobody plays as them without it
    here: bool  # who plays now


class SharersTold(Struct, frozen=True):
    """The people who share this device, in the order in which they came; none, if one person has it alone."""

    sharers: list[SharerTold]
    pin: bool  # whether you have one


class SharerNamed(Struct, forbid_unknown_fields=True):
    name: Name


class PinTyped(Struct, forbid_unknown_fields=True):
    pin: Pin


class SharerChosen(Struct, forbid_unknown_fields=True):
    pin: Pin | None = None
