"""RequestGuard: checks of every request before a route sees it: origin, rate, identity, admission.

Guest bots come by tokens, to their own door (`BOT_DOOR`) and nowhere else; their requests need no Origin, for no page
can make a browser send a token. Cookies do not count there.

Cross-site requests: a foreign page can make a browser send our cookies (hardly, they are SameSite=Lax). Browsers say
where a request comes from in Sec-Fetch-Site and Origin, and requests from other sites may only read. Programs send
neither header and may do everything. DNS rebinding: a page whose domain is made to resolve to this house would count as
ours, so the guard refuses requests whose Host header is not a name of the house.
"""

import logging
import time
from contextlib import suppress
from typing import Any

import msgspec

from lumitheque.reception.faults import HouseFault
from lumitheque.server.access.addresses import host_name, is_at_home
from lumitheque.server.access.admission import Admission
from lumitheque.server.access.cookies import (
    DOOR,
    SHARED,
    Seals,
    Visitor,
    agent_of,
    host_until,
    identity,
    identity_cookie,
    language_asked,
    read_cookies,
)
from lumitheque.server.access.devices import Devices, device_of_before, new_device
from lumitheque.server.access.guest_bots import GuestBots, Pass, bearer
from lumitheque.server.access.rate_limits import Bucket, Limiter, Meter, Rate, Whereabouts, neighbourhood
from lumitheque.server.errors import NotYet, retry_after
from lumitheque.server.fault_pages import fault_page, wants_page
from lumitheque.server.settings import HouseSettings
from lumitheque.storage import StorageTrouble

log = logging.getLogger("lumitheque.server")
SAFE = ("GET", "HEAD", "OPTIONS")
OWN_PAGES = (b"same-origin", b"none")
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",  # rules run in the page, too: WebAssembly, and no other evaluation
        *(f"{what}-src 'self'" for what in ("style", "font", "connect", "manifest", "worker", "media")),
        "img-src 'self' data:",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
FOR_EVER = ("/assets/", "/local/")  # what lies there has a digest in its name; another build may lack it, though
LIVE = "/live"
ONCE_A_MINUTE = Rate(1 / 60, 1)
ME = "/api/me"
BOT_DOOR = "/api/bot/"
OPEN_DOORS = (ME, "/api/host/enter", "/api/words")  # what somebody may ask who does not know the house code yet


class RequestGuard:
    def __init__(
        self,
        settings: HouseSettings,
        admission: Admission,
        whereabouts: Whereabouts,
        devices: Devices,
        guest_bots: GuestBots,
    ) -> None:
        limits, self._devices, self._guest_bots = settings.limits, devices, guest_bots
        self._settings, self._admission, self._whereabouts = settings, admission, whereabouts
        self.commands, self.requests = Limiter(limits.commands), Limiter(limits.requests)
        self.addresses, self.guesses = Limiter(limits.address), Limiter(limits.guesses)
        self.openings, self.hints = Limiter(limits.openings), Limiter(limits.hints)
        self.newcomers, self.erasure = Limiter(limits.newcomers), Limiter(limits.erasure)
        self.address_openings, self.studies = Limiter(limits.address_openings), Limiter(limits.studies)
        self.bots, self.codes, self.pins = Limiter(limits.bots), Limiter(limits.codes), Limiter(limits.pins)
        self.pictures, self.prints = Limiter(limits.pictures), Limiter(limits.prints)
        self.feeds, self.invitations = Limiter(limits.feeds), Limiter(limits.invitations)
        self.letters, self.address_letters = Limiter(limits.letters), Limiter(limits.address_letters)
        self.frames, self._reports = Limiter(limits.address_frames), Limiter(ONCE_A_MINUTE)

    @property
    def seals(self) -> Seals:
        return self._admission.seals

    def greet(self, scope: Any) -> Visitor:
        """Whoever sends a request."""
        if (token := bearer(scope["headers"])) is not None:
            return self._greet_bot(scope, token)
        cookies, agent = read_cookies(scope["headers"]), agent_of(scope)
        person, device = identity(self.seals, cookies) or (None, None)
        known = None if person is None else device or device_of_before(self.seals, person, agent)
        if person is None or known is None or self._devices.is_out(person, known):
            person = known = None
        client = scope.get("client")
        until = host_until(self.seals, cookies, self._settings.clock.now())
        visitor = Visitor(
            person=person or self._settings.dice.token(),
            device=known or new_device(self._settings.clock.now(), self._settings.dice),
            new=person is None,
            renewed=person is not None and device is None,
            door=cookies.get(DOOR, ""),
            host=until > 0,
            host_until=until,
            shared=self.seals.unseal(SHARED, cookies.get(SHARED, "")) or "",
            address=neighbourhood(client[0]) if client else "",
            agent=agent,
            secure=scope.get("scheme") in ("https", "wss"),
            language=language_asked(scope, cookies),
        )
        self._whereabouts.note(visitor.person, visitor.address)
        return visitor

    def _greet_bot(self, scope: Any, token: str) -> Visitor:
        """A guest bot, or whoever pretends to be one: `check` finds out."""
        found, client = self._guest_bots.find(token), scope.get("client")
        visitor = Visitor(
            person="" if found is None else found.bot,
            device="",
            new=False,
            renewed=False,
            door="",
            host=False,
            host_until=0,
            shared="",
            address=neighbourhood(client[0]) if client else "",
            agent=agent_of(scope),
            secure=scope.get("scheme") in ("https", "wss"),
            language=language_asked(scope, {}),
            bot=found,
            bears_token=True,
        )
        if found is not None:
            self._whereabouts.note(found.bot, visitor.address)
        return visitor

    async def look_up_token(self, scope: Any) -> None:
        """Learn of a token that was made beside this node, or at another one, a moment ago."""
        token = bearer(scope["headers"])
        if token is None or self._guest_bots.find(token) is not None:
            return
        client = scope.get("client")
        if self.guesses.take(neighbourhood(client[0]) if client else "", time.monotonic()):
            with suppress(StorageTrouble):
                await self._guest_bots.look_up(token)

    async def greet_socket(self, scope: Any) -> Visitor:
        """Whoever opens a WebSocket; HouseFault if they may not."""
        headers = dict(scope["headers"])
        self._check_name(headers)
        if scope["path"] != LIVE:
            raise HouseFault("not_found")
        if not self._is_own(headers, scope):
            raise HouseFault("forbidden_origin")
        visitor = self.greet(scope)
        if visitor.bears_token:
            raise HouseFault("bots_only")
        self._slow_down(self.addresses, visitor.address)
        self._slow_down(self.requests, visitor.person)
        if visitor.new:
            self._welcome(visitor)
        self.admit(visitor)
        return visitor

    def meter(self, visitor: Visitor) -> Meter:
        """What a WebSocket of theirs may send."""
        now = time.monotonic()
        return Meter(Bucket(self._settings.limits.frames, now), self.frames.bucket(visitor.address, now))

    def report(self, address: str, what: str) -> None:
        """Write to the log that somebody was cut off, once a minute for each address. The address itself stays out."""
        if self._reports.take(address, time.monotonic()):
            log.warning("%s (said once a minute for each address)", what)

    def insist(self, visitor: Visitor) -> list[tuple[bytes, bytes]]:
        """Over HTTPS, if the host wants it so: browsers are to come over HTTPS from now on."""
        seconds = self._settings.hsts_seconds
        return [(b"strict-transport-security", b"max-age=%d" % seconds)] if seconds and visitor.secure else []

    def check(self, scope: Any, visitor: Visitor) -> None:
        """Whether a request may be heard; HouseFault if not."""
        path: str = scope["path"]
        if not path.startswith("/static/"):  # the page that says that the house has another name is styled, too
            self._check_name(dict(scope["headers"]))
        if content_length(scope["headers"]) > self._settings.limits.body:
            raise HouseFault("too_large")
        if path == LIVE:
            raise HouseFault("websocket_only")
        if not path.startswith("/api/"):
            return
        if visitor.bears_token or path.startswith(BOT_DOOR):
            self._check_bot(scope, visitor)
            return
        if scope["method"] not in SAFE and not self._is_own(dict(scope["headers"]), scope):
            raise HouseFault("forbidden_origin")
        self._slow_down(self.addresses, visitor.address)
        visitor.welcome = visitor.renewed
        if not visitor.new:
            self._slow_down(self.requests, visitor.person)
        elif path.startswith(ME) or scope["method"] not in SAFE:  # whoever only reads need not be anybody
            self._welcome(visitor)
        if not path.startswith(OPEN_DOORS):
            self.admit(visitor)

    def _check_bot(self, scope: Any, visitor: Visitor) -> None:
        self._slow_down(self.addresses, visitor.address)
        if not visitor.bears_token:
            raise HouseFault("token_wanted")
        if visitor.bot is None:
            raise HouseFault("bad_token")
        if not scope["path"].startswith(BOT_DOOR):
            raise HouseFault("bots_only")
        self._slow_down(self.bots, visitor.person)
        if scope["method"] not in SAFE and visitor.bot.token.scope == "watch":
            raise HouseFault("watching_token")
        self.admit(visitor)

    def _check_name(self, headers: dict[bytes, bytes]) -> None:
        """Whether the house is called what a request calls it; programs of old call it nothing."""
        host = headers.get(b"host")
        if host is None:
            return
        name = host_name(host.decode("latin-1"))
        if name is None:
            raise HouseFault("bad_request", problem="Host")
        if not is_at_home(name) and name not in self._settings.names:
            raise HouseFault("other_name", name=name)

    def _welcome(self, visitor: Visitor) -> None:
        """Somebody new comes in: an identity costs nothing, so one address is not given any number of them."""
        self._slow_down(self.newcomers, visitor.address)
        visitor.welcome = True

    def admit(self, visitor: Visitor) -> None:
        """HouseFault for somebody who may not be here: signed out, removed, or without the house code."""
        if visitor.bot is not None:
            self._admit_bot(visitor.bot)
            return
        if self.is_signed_out(visitor):
            raise HouseFault("signed_out")
        if visitor.host:
            return
        if visitor.person in self._admission.rules.removed:
            raise HouseFault("removed")
        if not self._admission.admits(visitor.person, visitor.door):
            raise HouseFault("house_code")

    def _admit_bot(self, bot: Pass) -> None:
        """A bot may be here if its owner may."""
        if not self._guest_bots.is_in_force(bot):
            raise HouseFault("bad_token")
        if not {bot.owner, bot.bot}.isdisjoint(self._admission.rules.removed):
            raise HouseFault("removed")
        if not self._admission.admits(bot.owner, bot.token.door):
            raise HouseFault("house_code")

    def is_signed_out(self, visitor: Visitor) -> bool:
        """Whether their device was signed out after they came in."""
        return self._devices.is_out(visitor.person, visitor.device)

    def _is_own(self, headers: dict[bytes, bytes], scope: Any) -> bool:
        """Whether a request comes from one of our own pages, or from no page at all."""
        origin = headers.get(b"origin")
        if origin is not None and origin.decode("latin-1") in self._settings.origins:
            return True
        site = headers.get(b"sec-fetch-site")
        if site is not None and site not in OWN_PAGES:
            return False
        if origin is None:
            return True
        scheme = "https" if scope.get("scheme") in ("https", "wss") else "http"
        return origin.lower() == f"{scheme}://".encode() + headers.get(b"host", b"").lower()

    @staticmethod
    def _slow_down(limiter: Limiter, who: str) -> None:
        if not limiter.take(who, now := time.monotonic()):
            raise NotYet("too_many", limiter.wait(who, now))

    def count_command(self, visitor: Visitor) -> None:
        self._slow_down(self.commands, visitor.person)

    def count_opening(self, visitor: Visitor) -> None:
        self._slow_down(self.address_openings, visitor.address)
        self._slow_down(self.openings, visitor.person)

    def count_hint(self, visitor: Visitor) -> None:
        self._slow_down(self.hints, visitor.person)

    def count_code(self, visitor: Visitor) -> None:
        self._slow_down(self.codes, visitor.address)

    def count_picture(self, visitor: Visitor) -> None:
        self._slow_down(self.pictures, visitor.address)

    def count_print(self, visitor: Visitor) -> None:
        self._slow_down(self.prints, visitor.address)

    def count_study(self, visitor: Visitor) -> None:
        self._slow_down(self.studies, visitor.person)

    def count_farewell(self, visitor: Visitor) -> None:
        self._slow_down(self.erasure, visitor.address)

    def count_feed(self, visitor: Visitor) -> None:
        self._slow_down(self.feeds, visitor.address)

    def count_letter(self, visitor: Visitor) -> None:
        """Something is sent to an address that a guest gave."""
        self._slow_down(self.address_letters, visitor.address)
        self._slow_down(self.letters, visitor.person)

    def count_invitation(self, visitor: Visitor) -> None:
        self._slow_down(self.invitations, visitor.person)

    def count_guess(self, visitor: Visitor) -> None:
        self._slow_down(self.guesses, visitor.address)

    def count_pin(self, visitor: Visitor) -> None:
        self._slow_down(self.pins, visitor.address)
        self._slow_down(self.pins, visitor.shared)

    def count_newcomer(self, visitor: Visitor) -> None:
        self._slow_down(self.newcomers, visitor.address)


class FrontDoor:
    """The whole house as an ASGI application: sockets to `live`, requests through the guard to the routes."""

    def __init__(self, guard: RequestGuard, live: Any, routes: Any, count_refused: Any) -> None:
        self._guard, self._live, self._routes, self._count_refused = guard, live, routes, count_refused

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await self._live(scope, receive, send)
            return
        if scope["type"] != "http":
            await self._routes(scope, receive, send)
            return
        await self._guard.look_up_token(scope)
        visitor = self._guard.greet(scope)
        scope.setdefault("state", {})["visitor"] = visitor

        async def send_guarded(message: Any) -> None:
            if message["type"] == "http.response.start":
                more = self._headers(scope, visitor, message["status"])
                message = {**message, "headers": [*message.get("headers", ()), *more]}
            await send(message)

        try:
            self._guard.check(scope, visitor)
        except HouseFault as fault:
            self._count_refused()
            await answer_fault(send_guarded, fault, visitor.language, scope["headers"])
            return
        await self._routes(scope, receive, send_guarded)

    def _headers(self, scope: Any, visitor: Visitor, status: int) -> list[tuple[bytes, bytes]]:
        always = [*HEADERS, *self._guard.insist(visitor)]
        if status == 200 and scope["path"].startswith(FOR_EVER) and scope["path"] != "/local/index.json":
            return [*always, (b"cache-control", b"public, max-age=31536000, immutable")]  # named by their digests
        if not scope["path"].startswith("/api/"):
            return [*always, (b"cache-control", b"no-cache")]  # asked again after an upgrade, and sent if it changed
        headers = [*always, (b"cache-control", b"no-store")]
        if visitor.welcome:
            headers.append((b"set-cookie", identity_cookie(self._guard.seals, visitor)))
        return [*headers, *((b"set-cookie", one) for one in visitor.given)]


def content_length(headers: Any) -> int:
    """What a request says about its length; h11 has made sure that it is one number."""
    return next((int(value) for name, value in headers if name == b"content-length"), 0)


async def answer_fault(send: Any, fault: HouseFault, language: str, asked: Any) -> None:
    """A page for a browser, JSON for everybody else."""
    said, kind = fault.fault(language), b"application/json"
    if wants_page({name.decode("latin-1"): value.decode("latin-1") for name, value in asked}):
        body, kind = fault_page(said, fault.status, language), b"text/html; charset=utf-8"
    else:
        body = msgspec.json.encode(said)
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode()), (b"vary", b"accept")]
    if fault.status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    if (seconds := retry_after(fault)) is not None:
        headers.append((b"retry-after", seconds.encode()))
    await send({"type": "http.response.start", "status": fault.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
