"""Where the house can be reached: addresses on the local network, the names it goes by, a code that phones can read."""

import io
import ipaddress
import re
import socket
from contextlib import suppress
from functools import lru_cache
from urllib.parse import urlsplit

import segno

ANYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 (what a host types to be reached from everywhere)
ELSEWHERE = (
    ("192.0.2.1", socket.AF_INET),
    ("2001:db8::1", socket.AF_INET6),
)  # documentation addresses: nobody is there

LONGEST_HOST = 253 + len(":65535")  # characters: the longest name that there can be, and a port
HOST = re.compile(r"(?:\[(?P<six>[0-9a-f:.]+)\]|(?P<name>[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?)(?::[0-9]{1,5})?")
# Nobody can buy a name that ends so, so no page from elsewhere can be made to lead here by one (DNS rebinding).
HOME = (".localhost", ".local", ".lan", ".internal", ".home.arpa")


def local_addresses() -> list[str]:
    """This machine's addresses on the network, the one that others most likely reach first."""
    found: list[str] = []
    for target, family in ELSEWHERE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))  # nothing is sent: it only asks which way a packet would go
            found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [one for one in dict.fromkeys(found) if not one.startswith(("127.", "::1", "fe80"))]


def addresses(host: str, port: int) -> list[str]:
    """The web addresses of a house that listens on a host and port."""
    places = ["localhost", *local_addresses()] if host in ANYWHERE else [host]
    return [f"http://{bracketed(place)}:{port}/" for place in places]


def is_this_machine(name: str) -> bool:
    """Whether a host, as browsers name it, leads nowhere but back to the machine that asks."""
    host = name[1:].partition("]")[0] if name.startswith("[") else name.partition(":")[0]
    return host in ("localhost", "::1") or host.startswith("127.")


@lru_cache(1024)
def host_name(host: str) -> str | None:
    """The name or address in a Host header, in small letters and without its port; None if it makes no sense."""
    found = HOST.fullmatch(host.lower()) if len(host) <= LONGEST_HOST else None
    return (found["six"] or found["name"]) if found else None


def own_name(text: str) -> str | None:
    """A name that a host gives the house, as `host_name` has it; its whole web address will do."""
    return host_name(urlsplit(text).netloc if "://" in text else text)


@lru_cache(1024)
def is_at_home(name: str) -> bool:
    """Whether a name means a machine of one's own network, and not somebody's domain: an IP address, localhost, a name
    without a dot, `.local` and its like."""
    if "." not in name and ":" not in name:
        return True
    if name.endswith(HOME):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def bracketed(place: str) -> str:
    return f"[{place}]" if ":" in place else place


def qr_code(text: str) -> str:
    """A code for a camera, drawn with half blocks for a terminal."""
    drawn = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(drawn, compact=True, border=2)
    return drawn.getvalue()


def qr_svg(text: str) -> bytes:
    """The same as a picture for a page."""
    drawn = io.BytesIO()
    segno.make(text, error="m", micro=False).save(drawn, kind="svg", scale=6, border=2, dark="#111", light="#fff")
    return drawn.getvalue()
