"""nginx and Caddy with the configurations of `packaging/`, and guests who come through them."""

import os
import socket
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from websockets.sync.client import connect

from faults.houses import free_port
from open_house import PATIENCE, Guest, Line, OpenHouse, wait_for
from packaged import PACKAGING, changed, program

NAME = "games.example.org"
ORIGIN = f"https://{NAME}"
HERE = "127.0.0.1"
DEAD_NODE = f"{HERE}:9"  # nobody listens on the port of discard
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


class Front(NamedTuple):
    """A proxy in front of a house."""

    house: OpenHouse
    http: int  # ports
    https: int
    trust: ssl.SSLContext

    def client(self, address: str, **options: Any) -> httpx.Client:
        """A browser at an address of this machine: anything in 127.0.0.0/8."""
        transport = Named(local_address=address, verify=self.trust)
        headers = {"Host": NAME, "Origin": ORIGIN}
        return httpx.Client(base_url=f"https://{HERE}:{self.https}", transport=transport, headers=headers, **options)

    @contextmanager
    def guest(self, address: str) -> Iterator["FarGuest"]:
        with self.client(address, timeout=PATIENCE) as browser:
            guest = FarGuest(self, address, browser)
            try:
                yield guest
            finally:
                guest.go()


class Named(httpx.HTTPTransport):
    """Asks for the certificate of the house, although it calls an address."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.extensions = {**request.extensions, "sni_hostname": NAME}
        return super().handle_request(request)


class FarGuest(Guest):
    """Somebody who comes through the proxy."""

    def __init__(self, front: Front, address: str, browser: httpx.Client) -> None:
        self.front, self.address, self.http = front, address, browser
        self.http.patch("/api/me", json={"name": "Ada"}).raise_for_status()
        self.lines: list[Line] = []

    def live(self, **headers: str) -> Line:
        line = FarLine(self.front, self.address, {"Cookie": self.cookies(), "Origin": ORIGIN, **headers})
        self.lines.append(line)
        return line


class FarLine(Line):
    """A WebSocket through the proxy."""

    def __init__(self, front: Front, address: str, headers: dict[str, str]) -> None:
        raw = socket.create_connection((HERE, front.https), PATIENCE, source_address=(address, 0))
        raw.settimeout(None)
        self._open = ExitStack()
        how: dict[str, Any] = {"additional_headers": headers, "compression": None, "ping_interval": None}
        self.socket = self._open.enter_context(
            connect(f"wss://{NAME}/live", sock=raw, ssl=front.trust, server_hostname=NAME, **how)
        )
        self.heard: list[dict[str, Any]] = []
        self.welcome = self.hear("welcome")


@contextmanager
def nginx(house: OpenHouse, folder: Path, with_a_dead_node: bool = False) -> Iterator[Front]:
    """nginx.conf as one of its sites."""
    certificate, key = folder / "fullchain.pem", folder / "privkey.pem"
    _sign(certificate, key)
    http, https = free_port(), free_port()
    ports = {"listen 80;": f"listen {HERE}:{http};", "listen 443 ": f"listen {HERE}:{https} "}
    ports |= {"listen [::]:80;": _also_in_ipv6(http, ";"), "listen [::]:443 ssl http2;": _also_in_ipv6(https, " ssl;")}
    paths = {f"/etc/letsencrypt/live/{NAME}/{path.name}": str(path) for path in (certificate, key)}
    house_here = {f"server {HERE}:8642;": f"server {HERE}:{house.port};"}
    if with_a_dead_node:
        house_here["# server 10.0.0.2:8642;"] = f"server {DEAD_NODE};"
    (folder / "site.conf").write_text(changed(PACKAGING / "nginx.conf", ports | paths | house_here), encoding="utf-8")
    main = folder / "nginx.conf"
    main.write_text(_around_the_site(folder), encoding="utf-8")
    with _running([program("nginx"), "-p", str(folder), "-c", str(main)], folder, https):
        yield Front(house, http, https, ssl.create_default_context(cafile=certificate))


def _also_in_ipv6(port: int, rest: str) -> str:
    """A line that listens on ::1, where the machine has it."""
    try:
        with socket.socket(socket.AF_INET6) as door:
            door.bind(("::1", 0))
    except OSError:
        return ""
    return f"listen [::1]:{port}{rest}"


def _around_the_site(folder: Path) -> str:
    """What Debian's own nginx.conf says around sites, for a folder of our own."""
    user = "user root;" if os.geteuid() == 0 else ""
    places = " ".join(f"{what}_temp_path {folder}/{what};" for what in TEMPORARY)
    return (
        f"{user} daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{ access_log off; {places} include {folder}/site.conf; }}\n"
    )


def _sign(certificate: Path, key: Path) -> None:
    """A certificate that only we believe."""
    new = [program("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    words = ["-days", "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    subprocess.run([*new, *words, "-keyout", key, "-out", certificate], check=True, capture_output=True)


@contextmanager
def caddy(house: OpenHouse, folder: Path, with_a_dead_node: bool = False) -> Iterator[Front]:
    """The Caddyfile, with a certificate of Caddy's own authority."""
    http, https = free_port(), free_port()
    options = f"admin off\nlocal_certs\nskip_install_trust\nhttp_port {http}\nhttps_port {https}\ndefault_bind {HERE}"
    house_here = {f"reverse_proxy {HERE}:8642": f"reverse_proxy {HERE}:{house.port}"}
    if with_a_dead_node:  # the lines for several nodes, instead of that for one
        house_here = {
            f"reverse_proxy {HERE}:8642": "",
            "\t# reverse_proxy": "\treverse_proxy",
            "\t#\t": "\t\t",
            "# }": "}",
        }
        house_here["10.0.0.1:8642 10.0.0.2:8642"] = f"{HERE}:{house.port} {DEAD_NODE}"
    written = folder / "Caddyfile"
    written.write_text(f"{{\n{options}\n}}\n" + changed(PACKAGING / "Caddyfile", house_here), encoding="utf-8")
    root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    run = [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(written)]
    with _running(run, folder, https, lambda: _shakes_hands(https, root)):
        yield Front(house, http, https, ssl.create_default_context(cafile=root))


def _shakes_hands(port: int, root: Path) -> bool:
    """Whether there is a certificate already."""
    try:
        trust = ssl.create_default_context(cafile=root)
        with socket.create_connection((HERE, port), PATIENCE) as raw, trust.wrap_socket(raw, server_hostname=NAME):
            return True
    except (OSError, ssl.SSLError):
        return False


@contextmanager
def _running(
    command: list[str], folder: Path, port: int, is_ready: Callable[[], bool] = lambda: True
) -> Iterator[None]:
    own = os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=folder, env=own, stdout=log, stderr=log)
    try:
        wait_for(lambda: process.poll() is not None or (_is_open(port) and is_ready()))
        assert process.poll() is None, (folder / "log").read_text(encoding="utf-8")
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _is_open(port: int) -> bool:
    with socket.socket() as door:
        return door.connect_ex((HERE, port)) == 0


PROXIES = {"nginx": nginx, "caddy": caddy}
