"""Web Push: a notice for a browser that subscribed, also while the page is closed. It is signed with the house's VAPID
key, so that the push service knows who sends, and encrypted, so that it cannot read what."""

import asyncio
import hashlib
import time
from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from lumitheque.server.access.cookies import Seals
from lumitheque.server.notices.channels import Push
from lumitheque.server.notices.encryption import CURVE, LONGEST, encrypt, public_bytes, write_base64
from lumitheque.server.notices.letters import Letter, Undelivered
from lumitheque.server.notices.outgoing import Outgoing

VAPID = "vapid"
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve's group
SIGNED_FOR = 12 * 3600  # seconds that a signature is valid; a service allows a day
LONGEST_LIFE = 24 * 3600  # seconds that a service keeps a message for a browser that is off
GONE = (404, 410)  # the subscription is over
REFUSED = (400, 401, 403)  # this house's key or message is not for this subscription
TOO_LARGE, TOO_MANY = 413, 429


class Keys(NamedTuple):
    private: ec.EllipticCurvePrivateKey
    public: str  # as browsers want it


def house_keys(seals: Seals) -> Keys:
    """The house's key pair. It follows from the key that signs cookies, so that all nodes have the same."""
    number = int(seals.mark(VAPID, "") * 2, 16) % (ORDER - 1) + 1
    private = ec.derive_private_key(number, CURVE)
    return Keys(private, write_base64(public_bytes(private.public_key())))


class PushSender:
    def __init__(self, seals: Callable[[], Seals], outgoing: Outgoing) -> None:
        """`seals`: the house's, once it is open."""
        self._seals, self._outgoing = seals, outgoing
        self._signed: dict[str, tuple[float, str]] = {}  # by service: until when, and the header

    @cached_property
    def keys(self) -> Keys:
        return house_keys(self._seals())

    async def send(self, channel: Push, letter: Letter) -> None:
        text = _payload(letter)
        body = await asyncio.to_thread(encrypt, text, channel.p256dh, channel.auth)
        headers = {
            "Authorization": self._signature(channel),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(_life(letter)),
            "Urgency": "normal",
            "Topic": hashlib.sha256(f"{letter.what} {letter.table}".encode()).hexdigest()[:32],
        }
        status = await self._outgoing.send("POST", channel.endpoint, headers, body)
        if status in GONE:
            raise Undelivered("unsubscribed", for_good=True)
        if status in REFUSED or status == TOO_LARGE:
            raise Undelivered("refused", for_good=True)
        if status == TOO_MANY:
            raise Undelivered("too_many")
        if not 200 <= status < 300:
            raise Undelivered("failing")

    def _signature(self, channel: Push) -> str:
        """The VAPID header for a push service, signed anew when half of its time is over."""
        parts = urlsplit(channel.endpoint)
        service = f"{parts.scheme}://{parts.netloc}"
        until, header = self._signed.get(service, (0.0, ""))
        if until < time.time():
            name = urlsplit(channel.house).hostname or "localhost"
            claims = {"aud": service, "sub": f"mailto:lumitheque@{name}", "exp": int(time.time()) + SIGNED_FOR}
            header = Vapid02(self.keys.private).sign(claims)["Authorization"]
            self._signed[service] = time.time() + SIGNED_FOR / 2, header
        return header


def _payload(letter: Letter) -> bytes:
    """What the service worker is given."""
    for length in (len(letter.body), 500, 100, 0):
        told = {
            "title": letter.title,
            "body": letter.body[:length],
            "url": letter.url,
            "tag": letter.table or letter.what,
        }
        if len(data := msgspec.json.encode(told)) <= LONGEST:
            return data
    raise Undelivered("refused", for_good=True)


def _life(letter: Letter) -> int:
    """Seconds for which the notice is of use."""
    if letter.deadline is None:
        return LONGEST_LIFE
    return max(60, min(LONGEST_LIFE, letter.deadline // 1000 - int(time.time())))
