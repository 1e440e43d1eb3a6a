"""Requests that leave the house: never into its own network, never for long, never much."""

import asyncio
import socket
import time
from collections.abc import Callable
from typing import Any

import httpcore2
import pytest

from counterparts import Heard, Receiver
from lumitheque.server.notices import outgoing
from lumitheque.server.notices.encryption import encrypt, read_base64
from lumitheque.server.notices.letters import Undelivered
from lumitheque.server.notices.outgoing import Outgoing, check_url, is_public

PRIVATE = [
    "127.0.0.1", "127.9.9.9", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
    "198.18.0.1", "224.0.0.1", "255.255.255.255", "192.0.2.1", "::1", "::", "fe80::1", "fe80::1%eth0", "fd00::1",
    "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::", "2002:a00:1::", "64:ff9b::7f00:1",
    "64:ff9b::a00:1", "2001:db8::1",
]  # fmt: skip
PUBLIC = ["8.8.8.8", "93.184.216.34", "2606:4700:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_known_in_every_spelling(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_public_ones_too(address: str) -> None:
    assert is_public(address)


REFUSED = {
    "no_url": (
        "ftp://example.org/", "file:///etc/passwd", "gopher://example.org", "https://", "example.org",
        "javascript:alert(1)",
        "https://user:pass@example.org/", "https://example.org:99999/", "https://exa mple.org/",
        "https://example.org/\r\nX: y",
        "https://exämple.org/", "https://example.org/" + "x" * 2_000,
    ),
    "port": ("https://example.org:22/", "http://example.org:25/", "http://example.org:0/"),
    "private": (
        "http://localhost/", "http://127.0.0.1/", "http://[::1]/", "http://10.0.0.1:8080/", "http://router.local/",
        "http://printer/",
        "http://169.254.169.254/latest/meta-data/", "http://box.home.arpa/", "http://[::ffff:192.168.0.1]/",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("why", "url"), [(why, url) for why, urls in REFUSED.items() for url in urls])
def test_addresses_that_are_refused_at_once(why: str, url: str) -> None:
    assert check_url(url, private=False) == why


@pytest.mark.parametrize("url", ["https://example.org/x?y#z", "http://example.org:8080/", "https://8.8.8.8/"])
def test_addresses_that_are_fine(url: str) -> None:
    assert check_url(url, private=False) is None


def sent(url: str, *, private: bool = True, times: int = 1) -> list[int | str]:
    """The statuses, or why there was none."""

    async def send() -> list[int | str]:
        out = Outgoing(private=private)

        async def one() -> int | str:
            try:
                return await out.send("POST", url, {"X-Test": "1"}, b"body")
            except Undelivered as trouble:
                return trouble.why

        try:
            return await asyncio.gather(*[one() for _ in range(times)])
        finally:
            await out.stop()

    return asyncio.run(send())


def resolving(monkeypatch: pytest.MonkeyPatch, answers: dict[str, list[str]]) -> list[tuple[str, int]]:
    """Names lead where a test says. What is really connected to is noted, and led to this machine."""
    connected: list[tuple[str, int]] = []

    async def look_up(_: Any, host: str, port: int, **__: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in answers[host]]

    connect = httpcore2.AnyIOBackend.connect_tcp

    async def note(self: Any, host: str, port: int, *rest: Any, **more: Any) -> Any:
        connected.append((host, port))
        return await connect(self, "127.0.0.1", port, *rest, **more)

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", look_up)
    monkeypatch.setattr(httpcore2.AnyIOBackend, "connect_tcp", note)
    return connected


def test_what_a_name_leads_to_is_checked_and_that_address_is_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is looked up once: it cannot lead elsewhere between the check and the connection."""
    with Receiver() as receiver:
        port = int(receiver.url.rpartition(":")[2])
        connected = resolving(
            monkeypatch, {"good.example.org": ["8.8.4.4"], "bad.example.org": ["8.8.4.4", "10.0.0.1"]}
        )
        assert sent(f"http://good.example.org:{port}/", private=False) == [201]
        assert connected == [("8.8.4.4", port)]
        assert sent(f"http://bad.example.org:{port}/", private=False) == ["private"]
        assert len(connected) == 1 and len(receiver.heard) == 1
        assert receiver.heard[0].headers["host"] == f"good.example.org:{port}"


def test_nobody_is_led_elsewhere() -> None:
    with Receiver() as receiver, Receiver() as other:
        receiver.answer, receiver.headers = (lambda _: 307), {"Location": f"{other.url}/there"}
        assert sent(f"{receiver.url}/here") == [307] and other.heard == []


def test_a_long_answer_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    with Receiver() as receiver:
        receiver.told = bytes(5_000_000)
        read: list[int] = []
        reading = httpcore2.AnyIOBackend.connect_tcp

        async def counting(self: Any, *given: Any, **more: Any) -> Any:
            stream = await reading(self, *given, **more)
            plain = stream.read

            async def count(*words: Any, **named: Any) -> bytes:
                data = await plain(*words, **named)
                read.append(len(data))
                return bytes(data)

            stream.read = count
            return stream

        monkeypatch.setattr(httpcore2.AnyIOBackend, "connect_tcp", counting)
        assert sent(receiver.url) == [201]
        assert sum(read) < 200_000


def slowly(seconds: float) -> Callable[[Heard], int]:
    def answer(_: Heard) -> int:
        time.sleep(seconds)
        return 201

    return answer


def test_whoever_does_not_answer_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "SECONDS", 0.3)
    with Receiver() as receiver:
        receiver.answer = slowly(2)
        assert sent(receiver.url) == ["no_answer"]


def test_one_that_never_answers_delays_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "PATIENCE", 0.5)

    async def meet(dead: str, well: str) -> None:
        out = Outgoing(private=True)

        async def one(url: str) -> int | str:
            try:
                return await out.send("POST", url, {}, b"")
            except Undelivered as trouble:
                return trouble.why

        waiting = [asyncio.create_task(one(dead)) for _ in range(100)]
        await asyncio.sleep(0.05)
        assert await one(well) == 201 and not all(task.done() for task in waiting)
        outcomes = await asyncio.gather(*waiting)
        assert outcomes.count(201) >= outgoing.PER_HOST and set(outcomes) == {201, "no_answer"}
        assert not out._hosts and not out._wanted
        await out.stop()

    with Receiver() as dead, Receiver() as well:
        dead.answer = slowly(1)
        asyncio.run(meet(dead.url, well.url))


def test_nobody_there() -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        assert sent(f"http://127.0.0.1:{bound.getsockname()[1]}/") == ["unreachable"]


def test_the_example_of_rfc_8291() -> None:
    from cryptography.hazmat.primitives.asymmetric import ec

    numbers = read_base64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    own = ec.derive_private_key(int.from_bytes(numbers), ec.SECP256R1())
    body = encrypt(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        own=own,
        salt=read_base64("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert body == read_base64(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95"
        "bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_keys_that_are_none() -> None:
    from lumitheque.server.notices.encryption import read_keys

    for p256dh, auth in (("", ""), ("AAAA", "BTBZMqHH6r4Tts7J_aSIgg"), ("é", "é"), ("B" * 87, "A" * 22)):
        with pytest.raises(ValueError):  # noqa: PT011 (any will do)
            read_keys(p256dh, auth)
