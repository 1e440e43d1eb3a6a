"""Connection limits and timeouts: connections are counted by address, and each stage of a request has a time limit.

uvicorn waits for ever for the rest of a request, and reads a body to its end although the answer was "too large". Here
the head, the body and the reading of the answer have timeouts, and a long body that still comes in after the
answer is not read. A connection that becomes a WebSocket stays counted until it closes (live/framing.py).
"""

import asyncio
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol

from lumitheque.languages import BASE
from lumitheque.reception.faults import HouseFault
from lumitheque.server.access.rate_limits import neighbourhood
from lumitheque.server.access.request_guard import content_length
from lumitheque.server.live.framing import LINGER, Wire
from lumitheque.server.settings import HouseSettings

DISCARDED = 1 << 20  # bytes of a body that may still come after the answer, so that the answer is read
DISCARDING = 2.0  # seconds
Report = Callable[[str, str], None]  # an address, and what became of its connection


class Reception:
    """How many connections each address has. Proxies that are believed speak for many, and are not counted."""

    def __init__(self, settings: HouseSettings, is_proxy: Callable[[str], bool], report: Report) -> None:
        self.settings, self.is_proxy, self.report = settings, is_proxy, report
        self._here: dict[str, int] = {}

    def admit(self, address: str) -> bool:
        """Count a connection of an address, unless it has too many."""
        here = self._here.get(address, 0)
        if here >= self.settings.limits.connections:
            return False
        self._here[address] = here + 1
        return True

    def leave(self, address: str) -> None:
        self._here[address] -= 1
        if not self._here[address]:
            del self._here[address]


class Connection(H11Protocol):
    """One connection that speaks HTTP."""

    def __init__(self, *, reception: Reception, **circumstances: Any) -> None:
        super().__init__(**circumstances)
        self._reception = reception
        self._address = ""  # what it is counted under; nothing: it is not
        self._stage = ""  # of the request
        self._timer: asyncio.TimerHandle | None = None
        self._reading: asyncio.TimerHandle | None = None  # how long somebody may take to read the answer
        self._discarded: int | None = None  # bytes that came after the answer

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        if self.client and not self._reception.is_proxy(self.client[0]):
            address = neighbourhood(self.client[0])
            if not self._reception.admit(address):
                self._reception.report(address, "a connection was refused: its address has too many")
                self._refuse("too_many")
                return
            self._address = address
        self._keep_time()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_timers()
        self._leave()

    def _leave(self) -> None:
        address, self._address = self._address, ""
        if address:
            self._reception.leave(address)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._stop_timers()
        super().handle_websocket_upgrade(event)
        wire = self.transport.get_protocol()
        if self._address and isinstance(wire, Wire):
            wire.on_lost = partial(self._reception.leave, self._address)
            self._address = ""

    # --- time --------------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._discarded is None:
            super().data_received(data)
            return
        self._discarded += len(data)
        if self._discarded > DISCARDED:
            self.transport.abort()

    def handle_events(self) -> None:
        super().handle_events()
        self._keep_time()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._hang_up()
        elif self.conn.their_state is h11.SEND_BODY and not self._rest_is_short():
            self._discard_the_rest()
        else:
            self._keep_time()

    def _rest_is_short(self) -> bool:
        """Whether a body that still comes in after the answer has an end that is worth waiting for.

        A proxy that has read the answer sends the next guest's request on this connection. If we closed it now, that
        guest would be told 502.
        """
        headers = self.scope["headers"]
        is_chunked = any(name == b"transfer-encoding" for name, _ in headers)
        return not is_chunked and content_length(headers) <= self._reception.settings.limits.body

    def _keep_time(self) -> None:
        """Give every stage of a request its time, once."""
        stage, seconds = self._now_at()
        if stage == self._stage or self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        self._stop_timers()
        self._stage = stage
        self._timer = self.loop.call_later(seconds, self._run_out) if seconds else None

    def _now_at(self) -> tuple[str, float]:
        settings = self._reception.settings
        if self.cycle is None or self.cycle.response_complete:
            return "head", settings.head_seconds
        if self.cycle.more_body:
            return "body", settings.body_seconds
        return "answer", 0.0  # it is for the house to be quick now

    def _run_out(self) -> None:
        if self._stage == "body" or self.conn.trailing_data[0]:
            self._reception.report(self._address, "a connection was ended: its request did not come in time")
        if self.cycle is not None and not self.cycle.response_complete:
            answered, self.cycle.disconnected = self.cycle.response_started, True
            self.cycle.message_event.set()
            if answered:
                self._hang_up()
                return
        elif not self.conn.trailing_data[0]:  # it never said anything
            self._hang_up()
            return
        self._refuse("too_slow")

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._hang_up()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading = self.loop.call_later(self._reception.settings.patience_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _stop_timers(self) -> None:
        for timer in (self._timer, self._reading):
            if timer is not None:
                timer.cancel()
        self._stage, self._timer, self._reading = "", None, None

    # --- the end -----------------------------------------------------------------------------------------------------

    def _refuse(self, code: str) -> None:
        """Say no, without asking the application, and end the connection."""
        fault = HouseFault(code)
        body = msgspec.json.encode(fault.fault(BASE))  # nobody knows yet what they speak
        head = f"HTTP/1.1 {fault.status} {HTTPStatus(fault.status).phrase}\r\ncontent-type: application/json\r\n"
        head += f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
        self.transport.write(head.encode() + body)
        self._hang_up()

    def _hang_up(self) -> None:
        self._stop_timers()
        self.transport.close()
        self._timer = self.loop.call_later(LINGER, self.transport.abort)  # closing waits for a reader; not for ever

    def _discard_the_rest(self) -> None:
        """Read no further: but hanging up on somebody who still sends would keep them from reading the answer."""
        self._stop_timers()
        self._unset_keepalive_if_required()
        self._discarded = 0
        self.transport.write_eof()
        self._timer = self.loop.call_later(DISCARDING, self.transport.abort)
