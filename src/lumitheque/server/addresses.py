"""Where the house can be reached: addresses on the local network, and a code that phones can read."""

import io
import socket
from contextlib import suppress

import segno

ANYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 (what a host types to be reached from everywhere)
ELSEWHERE = (
    ("192.0.2.1", socket.AF_INET),
    ("2001:db8::1", socket.AF_INET6),
)  # documentation addresses: nobody is there


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
