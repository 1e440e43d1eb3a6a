"""What reaches X outside the page, from both houses: pushes, mails, a webhook and a calendar."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from email.message import EmailMessage
from typing import Any

from counterparts import Browser, MailServer, Receiver, mail_server
from leaks.guests import Guest, Wire, first_difference
from leaks.houses import FedHouse, Houses, two_houses
from open_house import wait_for

ITS_OWN = ("date", "message-id")  # headers that no two mails share
BOUNDARY = re.compile(r"={15}\d+==")


class Letterbox:
    """X's channels in one house, and all that came there."""

    def __init__(self, house: FedHouse, receiver: Receiver, mails: MailServer) -> None:
        self._house, self._receiver, self._mails = house, receiver, mails
        self._browser = Browser(receiver, "xenia")
        self.calendar = ""

    def open(self, wire: Wire) -> None:
        http = wire.http
        push = {**self._browser.subscription, "device": "phone"}
        http.post("/api/me/notices/push", json=push).raise_for_status()
        hook = {"form": "json", "url": f"{self._receiver.url}/hook"}
        http.post("/api/me/notices/webhook", json=hook).raise_for_status()
        told = http.post("/api/me/notices/mail", json={"mailbox": "xenia@example.org"}).raise_for_status().json()
        channel = next(one["id"] for one in told["channels"] if one["by"] == "mail")
        code = re.search(r"\b\d{6}\b", text_of(self._mails.wait(1)[0]))
        assert code is not None
        http.post(f"/api/me/notices/{channel}/confirm", json={"code": code[0]}).raise_for_status()
        self.calendar = http.post("/api/me/calendar").raise_for_status().json()["calendar"]
        self._mails.mails.clear()

    def settle(self) -> None:
        """Wait until nothing that is due is still to be sent."""
        store, clock = self._house.store, self._house.house.settings.clock

        def is_settled() -> bool:
            return not any(one.due_at is not None and one.due_at <= clock.at for one in [*store._notices.values()])

        wait_for(is_settled)

    def got(self) -> list[str]:
        """All that came, sorted: what was sent at once arrives in any order."""
        pushes = [f"push of {len(one.body)} bytes" for one in self._receiver.heard if one.path != "/hook"]
        hooks = [one.body.decode() for one in self._receiver.heard if one.path == "/hook"]
        read = [str(one) for one in self._browser.read()]
        return sorted([*pushes, *hooks, *read, *map(written, list(self._mails.mails))])


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def written(mail: EmailMessage) -> str:
    """The whole mail, but for what no two mails share."""
    for name in ITS_OWN:
        del mail[name]
    return BOUNDARY.sub("=", mail.as_string())


class Letterboxes:
    def __init__(self, here: Letterbox, there: Letterbox) -> None:
        self._both = (here, there)

    def open(self, guest: Guest) -> None:
        for box, wire in zip(self._both, guest.both, strict=True):
            box.open(wire)

    def look(self, guest: Guest, stage: str) -> list[str]:
        """Compare all that came; what it was, so that it can be searched for what nobody may know."""
        for box in self._both:
            box.settle()
        feeds = [self._feed(box, wire) for box, wire in zip(self._both, guest.both, strict=True)]
        here, there = ([*box.got(), feed] for box, feed in zip(self._both, feeds, strict=True))
        for one, other in zip(here, there, strict=False):
            assert one == other, f"leak: {stage}: {first_difference(one, other)}"
        assert len(here) == len(there), f"leak: {stage}: {len(here)} letters here, {len(there)} there"
        return [*here, *there]

    @staticmethod
    def _feed(box: Letterbox, wire: Wire) -> str:
        path = box.calendar[box.calendar.index("/calendar/") :]
        return wire.http.get(path).raise_for_status().text


@contextmanager
def two_houses_that_write() -> Iterator[tuple[Houses, Letterboxes]]:
    with ExitStack() as stack:
        receivers = [stack.enter_context(Receiver()) for _ in range(2)]
        mails = [stack.enter_context(mail_server()) for _ in range(2)]
        outside: list[dict[str, Any]] = [
            {"notice_grace": 0, "private_targets": True, "smtp": address} for _, address in mails
        ]
        houses = stack.enter_context(two_houses(*outside))
        boxes = [
            Letterbox(house, receiver, server)
            for house, receiver, (server, _) in zip((houses.here, houses.there), receivers, mails, strict=True)
        ]
        yield houses, Letterboxes(*boxes)
