"""Who is asking: an identity is a random number in a signed cookie. Nothing is kept about a guest who only looks.

Cookies are HttpOnly and SameSite=Lax; Secure where the request came over HTTPS. Four of them, and one that the page
sets itself:
    lumitheque        who you are, and on which device: PERSON-DEVICE; those of before name no device
    lumitheque_door   you knew the house code (it holds for one code and one identity)
    lumitheque_host   you came through the host's link, until the time that it names
    lumitheque_shared   the device is one that several people share (sharers.py)
    lumitheque_language   the language you chose; without it Accept-Language counts

`Seals` signs by hand: itsdangerous has a format of its own, so these lines would have to stay beside it for the cookies
and links that are out; and it takes twice as long (4.1 against 2.0 µs to check a cookie).
"""

import hashlib
import hmac
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qsl

from lumitheque.languages import choose
from lumitheque.server.access.guest_bots import Pass

WHO, DOOR, HOST = "lumitheque", "lumitheque_door", "lumitheque_host"
LANGUAGE = "lumitheque_language"
SHARED = "lumitheque_shared"
OF_BEFORE = "device of before"  # what devices are worked out for whose cookies name none
YEAR = 365 * 24 * 3600  # seconds
HOST_SECONDS = 30 * 24 * 3600
IDENTITY = re.compile("([0-9a-f]{32})(?:-([0-9a-f]{20}))?")
LONGEST_AGENT = 300  # characters of a User-Agent that are looked at
Headers = Iterable[tuple[bytes, bytes]]


class Seals:
    """Signs texts with the house's key (HMAC-SHA256). A signature for one purpose is not valid for another."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def mark(self, purpose: str, text: str) -> str:
        return hmac.new(self._key, f"{purpose}\0{text}".encode(), hashlib.sha256).hexdigest()

    def seal(self, purpose: str, text: str) -> str:
        return f"{text}.{self.mark(purpose, text)}"

    def unseal(self, purpose: str, sealed: str) -> str | None:
        text, _, mark = sealed.rpartition(".")
        good = hmac.compare_digest(mark.encode(), self.mark(purpose, text).encode())
        return text if good and text else None


@dataclass(slots=True, kw_only=True)
class Visitor:
    """Somebody at the door."""

    person: str
    device: str
    new: bool  # they have no cookie yet
    renewed: bool  # theirs names no device
    door: str
    host: bool
    host_until: int  # 0: they are not the host
    shared: str  # the id of the device that several people share; "": one has it for themselves
    address: str
    agent: str
    secure: bool
    language: str
    bot: Pass | None = None  # the guest bot whose token the request carries
    bears_token: bool = False  # it carries one, though it may be none of ours
    welcome: bool = False  # this answer gives them a cookie
    given: list[bytes] = field(default_factory=list)  # and these, as Set-Cookie headers


def read_cookies(headers: Headers) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in headers:
        if name == b"cookie":
            try:
                cookies = SimpleCookie(value.decode("latin-1"))
            except CookieError:
                continue
            found |= {key: morsel.value for key, morsel in cookies.items()}
    return found


def language_asked(scope: Any, cookies: dict[str, str]) -> str:
    """The language to answer in: the query's `language`, the cookie's, or the browser's."""
    for name, value in parse_qsl(scope.get("query_string", b"").decode("latin-1")):
        if name == "language":
            return choose(value)
    headers = dict(scope["headers"])
    return choose(cookies.get(LANGUAGE) or headers.get(b"accept-language", b"").decode("latin-1"))


def identity(seals: Seals, cookies: dict[str, str]) -> tuple[str, str | None] | None:
    """The person that a cookie proves, and the device that it names; None without one, or if it is not ours."""
    text = seals.unseal(WHO, cookies.get(WHO, ""))
    found = IDENTITY.fullmatch(text) if text else None
    return None if found is None else (found[1], found[2])


def is_person(text: str) -> bool:
    """Whether that could be somebody's id."""
    found = IDENTITY.fullmatch(text)
    return found is not None and found[2] is None


def agent_of(scope: Any) -> str:
    """What a browser calls itself."""
    told = next((value for name, value in scope["headers"] if name == b"user-agent"), b"")
    return str(told[:LONGEST_AGENT].decode("latin-1"))


def host_until(seals: Seals, cookies: dict[str, str], now: int) -> int:
    """How long somebody is the host; 0: they are not."""
    until = seals.unseal(HOST, cookies.get(HOST, ""))
    good = until is not None and until.isascii() and until.isdigit()
    return int(until) if good and until is not None and now < int(until) else 0


def cookie(name: str, value: str, seconds: int, secure: bool) -> bytes:
    """A Set-Cookie header; no seconds: the cookie goes away."""
    parts = [f"{name}={value}", "Path=/", f"Max-Age={seconds}", "HttpOnly", "SameSite=Lax"]
    return "; ".join([*parts, "Secure"] if secure else parts).encode()


def set_cookie(header: bytes) -> dict[str, str]:
    """A Set-Cookie header, as routes give it."""
    return {"set-cookie": header.decode()}


def identity_cookie(seals: Seals, visitor: Visitor) -> bytes:
    return cookie(WHO, seals.seal(WHO, f"{visitor.person}-{visitor.device}"), YEAR, visitor.secure)


def host_cookie(seals: Seals, until: int, seconds: int, secure: bool) -> bytes:
    return cookie(HOST, seals.seal(HOST, str(until)), seconds, secure)


def shared_cookie(seals: Seals, visitor: Visitor) -> bytes:
    return cookie(SHARED, seals.seal(SHARED, visitor.shared), YEAR, visitor.secure)


def door_mark(seals: Seals, house_code: str, person: str) -> str:
    """What the cookie of somebody holds who knows the house code."""
    return seals.mark(DOOR, f"{house_code}\0{person}")
