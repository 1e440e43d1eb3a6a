"""Outgoing: requests that the house sends to addresses which guests gave it: push services and webhooks.

A guest must not reach the host's own network through the house. So the address that a name leads to is checked, and the
connection goes to that very address; redirects are not followed; time and size are limited. The host may allow private
addresses, for a webhook at home.
"""

import asyncio
import ipaddress
import socket
import ssl
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import httpcore2 as httpcore

from lumitheque.server.notices.letters import Undelivered

SECONDS = 10.0  # for one request, from the look-up of the name to the status of the answer
PATIENCE = 3.0  # seconds in which its turn must come
AT_ONCE, PER_HOST = 64, 16  # requests under way: in all, and to one host
LONGEST_URL = 2_000
PORTS = frozenset((80, 443))  # below 1024: the others belong to services that are not asked by HTTP
FIRST_FREE_PORT = 1024
NAT64 = ipaddress.ip_network("64:ff9b::/96")
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class NotPublic(OSError):
    """A name leads into a private network."""


def is_public(text: str) -> bool:
    """Whether an IP address is one of the public Internet, seen through the ways of writing IPv4 inside IPv6."""
    address: Address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if inner is None and address in NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            address = inner
    return address.is_global and not address.is_multicast


def check_url(url: str, *, private: bool) -> str | None:
    """What is wrong with an address that a guest gives: a key of `[refused]` in notices.toml; None if nothing is."""
    try:
        parts = urlsplit(url)
        port = (443 if parts.scheme == "https" else 80) if parts.port is None else parts.port
    except ValueError:
        return "no_url"
    if len(url) > LONGEST_URL or parts.scheme not in ("https", "http") or not parts.hostname or not url.isascii():
        return "no_url"
    if any(letter.isspace() or not letter.isprintable() for letter in url) or "@" in parts.netloc:
        return "no_url"
    if port not in PORTS and port < FIRST_FREE_PORT:
        return "port"
    return None if private or _may_be_public(parts.hostname) else "private"


def _may_be_public(name: str) -> bool:
    """False for what is private by its very name; others are looked up when something is sent there."""
    try:
        return is_public(name)
    except ValueError:
        return "." in name and not name.endswith((".local", ".localhost", ".internal", ".home.arpa"))


class CheckedNetwork(httpcore.AsyncNetworkBackend):
    """Looks a name up, checks what it leads to, and connects there and nowhere else."""

    def __init__(self, *, private: bool) -> None:
        self._private, self._network = private, httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 (the interface of httpcore)
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses = list(dict.fromkeys(str(one[4][0]) for one in found))
        if not self._private and not all(map(is_public, addresses)):
            raise NotPublic(f"{host} leads into a private network")
        trouble: Exception = OSError(f"{host} has no address")
        for address in addresses[:2]:
            try:
                return await self._network.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                trouble = error
        raise trouble

    async def connect_unix_socket(self, *_: Any, **__: Any) -> httpcore.AsyncNetworkStream:
        raise NotPublic("not over the network")

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class Outgoing:
    def __init__(self, *, private: bool = False, trusted: ssl.SSLContext | None = None) -> None:
        """`private`: the host allows addresses of private networks. `trusted`: certificates, for tests."""
        self.private = private
        self._trusted = trusted
        self._pool: httpcore.AsyncConnectionPool | None = None
        self._places = asyncio.Semaphore(AT_ONCE)
        self._hosts: dict[str, asyncio.Semaphore] = {}
        self._wanted: Counter[str] = Counter()  # requests to each host, waiting ones too

    async def send(self, method: str, url: str, headers: Mapping[str, str], body: bytes) -> int:
        """The status of the answer; Undelivered if there is none."""
        if (problem := check_url(url, private=self.private)) is not None:
            raise Undelivered(problem, for_good=True)
        host = urlsplit(url).netloc.lower()
        try:
            async with self._turn_of(host), asyncio.timeout(SECONDS):
                return await self._ask(method, url, headers, body)
        except NotPublic:
            raise Undelivered("private", for_good=True) from None
        except TimeoutError:
            raise Undelivered("no_answer") from None
        except (OSError, httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException, UnicodeError):
            raise Undelivered("unreachable") from None

    async def _ask(self, method: str, url: str, headers: Mapping[str, str], body: bytes) -> int:
        if self._pool is None:
            self._pool = httpcore.AsyncConnectionPool(
                ssl_context=self._trusted or httpcore.default_ssl_context(),
                max_connections=2 * AT_ONCE,
                keepalive_expiry=20.0,
                network_backend=CheckedNetwork(private=self.private),
            )
        told = [("User-Agent", "Lumitheque"), ("Accept", "*/*"), *headers.items()]
        async with self._pool.stream(method, url, headers=told, content=body) as answer:
            return int(answer.status)  # whatever it says besides is not read

    @asynccontextmanager
    async def _turn_of(self, host: str) -> AsyncIterator[None]:
        """A place among all requests, and among those to one host: one that never answers delays nobody else's."""
        places = self._hosts.setdefault(host, asyncio.Semaphore(PER_HOST))
        self._wanted[host] += 1
        try:
            async with AsyncExitStack() as held:
                async with asyncio.timeout(PATIENCE):
                    await held.enter_async_context(places)
                    await held.enter_async_context(self._places)
                yield
        finally:
            self._wanted[host] -= 1
            if not self._wanted[host]:
                del self._wanted[host], self._hosts[host]

    async def stop(self) -> None:
        if self._pool is not None:
            await self._pool.aclose()
