"""Who is asking: an identity is a random number in a signed cookie. Nothing is kept about a guest who only looks.

Cookies are HttpOnly and SameSite=Lax; Secure where the request came over HTTPS. Three of them, and one that the page
sets itself:
    lumitheque        who you are
    lumitheque_door   you knew the house code (it holds for one code and one identity)
    lumitheque_host   you came through the host's link, until the time that it names
    lumitheque_language   the language you chose; without it Accept-Language counts

`Seals` signs by hand: itsdangerous has a format of its own, so these lines would have to stay beside it for the cookies
and links that are out; and it takes twice as long (4.1 against 2.0 µs to check a cookie).
"""

import hashlib
import hmac
import re
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qsl

from lumitheque.languages import choose

WHO, DOOR, HOST = "lumitheque", "lumitheque_door", "lumitheque_host"
LANGUAGE = "lumitheque_language"
YEAR = 365 * 24 * 3600  # seconds
HOST_SECONDS = 30 * 24 * 3600
IDENTITY = re.compile("[0-9a-f]{32}")
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


class Visitor:
    """Somebody at the door. `new`: they have no cookie yet. `welcome`: this answer gives them one."""

    __slots__ = ("address", "door", "host", "language", "new", "person", "secure", "welcome")

    def __init__(
        self, person: str, *, new: bool, door: str, host: bool, address: str, secure: bool, language: str
    ) -> None:
        self.person, self.new, self.door, self.host = person, new, door, host
        self.address, self.secure, self.welcome, self.language = address, secure, False, language


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


def identity(seals: Seals, cookies: dict[str, str]) -> str | None:
    """The identity that a cookie proves; None without one, or if it is not ours."""
    text = seals.unseal(WHO, cookies.get(WHO, ""))
    return text if text and IDENTITY.fullmatch(text) else None


def is_host(seals: Seals, cookies: dict[str, str], now: int) -> bool:
    until = seals.unseal(HOST, cookies.get(HOST, ""))
    return until is not None and until.isascii() and until.isdigit() and now < int(until)


def cookie(name: str, value: str, seconds: int, secure: bool) -> bytes:
    """A Set-Cookie header; no seconds: the cookie goes away."""
    parts = [f"{name}={value}", "Path=/", f"Max-Age={seconds}", "HttpOnly", "SameSite=Lax"]
    return "; ".join([*parts, "Secure"] if secure else parts).encode()


def set_cookie(header: bytes) -> dict[str, str]:
    """A Set-Cookie header, as routes give it."""
    return {"set-cookie": header.decode()}


def identity_cookie(seals: Seals, person: str, secure: bool) -> bytes:
    return cookie(WHO, seals.seal(WHO, person), YEAR, secure)


def host_cookie(seals: Seals, now: int, secure: bool) -> bytes:
    until = now + HOST_SECONDS * 1000
    return cookie(HOST, seals.seal(HOST, str(until)), HOST_SECONDS, secure)


def door_mark(seals: Seals, house_code: str, person: str) -> str:
    """What the cookie of somebody holds who knows the house code."""
    return seals.mark(DOOR, f"{house_code}\0{person}")
