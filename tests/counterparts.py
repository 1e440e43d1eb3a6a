"""Those whom a house sends notices to: a push service with its browsers, webhooks, a mail server; on this machine."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple, Self

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec

from faults.houses import free_port
from lumitheque.server.notices.encryption import public_bytes, write_base64
from open_house import wait_for


class Heard(NamedTuple):
    method: str
    path: str
    headers: dict[str, str]  # names in lower case
    body: bytes
    at: float

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Receiver:
    """An HTTP server that notes what it is sent. `answer` gives the status for each request, or waits."""

    def __init__(self) -> None:
        self.heard: list[Heard] = []
        self.answer: Callable[[Heard], int] = lambda _: 201
        self.told = b""  # the body of its answers
        self.headers: dict[str, str] = {}
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _hear(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                named = {name.lower(): value for name, value in self.headers.items()}
                one = Heard(self.command, self.path, named, body, time.time())
                receiver.heard.append(one)
                self.send_response(receiver.answer(one))
                for name, value in {**receiver.headers, "Content-Length": str(len(receiver.told))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(receiver.told)

            do_GET = do_POST = do_PUT = _hear  # noqa: N815 (http.server's names)

            def log_message(self, *_: object) -> None: ...

        class Server(ThreadingHTTPServer):
            def handle_error(self, *_: object) -> None: ...

        self._server = Server(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def wait(self, count: int) -> list[Heard]:
        wait_for(lambda: len(self.heard) >= count)
        return self.heard


class Browser:
    """One subscription: it alone can read what is sent there."""

    def __init__(self, receiver: Receiver, name: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = name.encode().ljust(16, b".")[:16]
        self.endpoint = f"{receiver.url}/push/{name}"
        self._receiver, self._path = receiver, f"/push/{name}"

    @property
    def subscription(self) -> dict[str, str]:
        key = write_base64(public_bytes(self._key.public_key()))
        return {"endpoint": self.endpoint, "p256dh": key, "auth": write_base64(self._auth)}

    def read(self) -> list[dict[str, Any]]:
        return [self.decrypt(one.body) for one in list(self._receiver.heard) if one.path == self._path]

    def decrypt(self, body: bytes) -> dict[str, Any]:
        text = http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        told: dict[str, Any] = json.loads(text)
        return told

    def wait(self, count: int) -> list[dict[str, Any]]:
        wait_for(lambda: len(self.read()) >= count)
        return self.read()


class MailServer:
    """An SMTP server. Recipients in `refused` are answered 550."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refused: set[str] = set()
        self.reply = "250 OK"

    async def handle_RCPT(  # noqa: N802 (aiosmtpd's names)
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        if address in self.refused:
            return "550 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        if self.reply.startswith("250"):
            mail = message_from_bytes(envelope.content, policy=policy.default)
            assert isinstance(mail, EmailMessage)
            self.mails.append(mail)
        return self.reply

    def wait(self, count: int) -> list[EmailMessage]:
        wait_for(lambda: len(self.mails) >= count)
        return self.mails


@contextmanager
def mail_server() -> Iterator[tuple[MailServer, str]]:
    """The server, and how the host names it."""
    server, port = MailServer(), free_port()
    controller = Controller(server, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield server, f"smtp://127.0.0.1:{port}?from=ludo@example.org"
    finally:
        controller.stop()
