"""WebSocket frames on uvicorn's protocol, with a fast path for the common case: a text message in one frame.

This module splits the incoming stream into frames. A whole, masked text frame goes straight to the application, and an
outgoing text is framed here. Every other frame (continuation, ping, pong, close, invalid) goes to the websockets
library, always as a whole frame, so that both agree where the next one begins.

The meter charges every frame and every byte before anything else is done with it, and cuts off whoever sends more than
the application allows. Output is bounded, too: a ping is answered when the write buffer has room.

This overrides private parts of uvicorn, so pyproject.toml bounds uvicorn to the versions that it was tested with.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State
from websockets.utils import apply_mask

from lumitheque.server.access.rate_limits import Meter
from lumitheque.server.live.send_queue import METERED, TELL

TEXT = 0x81  # first byte: FIN set, opcode text
MASKED = 0x80  # bit of the second byte; clients always set it
LENGTH = 0x7F
SHORT, LONG = 126, 127  # length codes: the length follows in two bytes, or in eight
TWO_BYTES = 1 << 16
PING = 0x89
LONGEST_PING = 125  # bytes of a ping body; RFC 6455 forbids longer ones
KIBIBYTE = 1024.0
POLICY = 1008  # the close code for sending too much
LINGER = 15.0  # seconds that a peer has to read what is left when a connection ends
FEW = 2  # messages queued for the application before reading pauses


class Inbox:
    """Messages for the application: an unbounded asyncio.Queue for one reader, at half the cost of the general one."""

    __slots__ = ("_arrival", "_messages")

    def __init__(self) -> None:
        self._messages: list[Any] = []  # a few at most; an empty deque would take 700 bytes
        self._arrival: asyncio.Future[None] | None = None  # the reader waits on it

    def put_nowait(self, message: Any) -> None:
        self._messages.append(message)
        if self._arrival is not None and not self._arrival.done():
            self._arrival.set_result(None)

    async def get(self) -> Any:
        while not self._messages:
            self._arrival = asyncio.get_running_loop().create_future()
            await self._arrival
        return self._messages.pop(0)

    def qsize(self) -> int:
        return len(self._messages)

    def empty(self) -> bool:
        return not self._messages


class Gate:
    """An asyncio.Event that keeps its list of waiters only while somebody waits: an idle socket saves 700 bytes."""

    __slots__ = ("_open", "_opened")

    def __init__(self) -> None:
        self._open = True
        self._opened: asyncio.Event | None = None

    def is_set(self) -> bool:
        return self._open

    def set(self) -> None:
        self._open = True
        if self._opened is not None:
            self._opened.set()
            self._opened = None

    def clear(self) -> None:
        self._open = False

    async def wait(self) -> bool:
        if not self._open:
            self._opened = self._opened or asyncio.Event()
            await self._opened.wait()
        return True


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, **circumstances: Any) -> None:
        super().__init__(**circumstances)
        self.queue = Inbox()  # type: ignore[assignment]  # it has the methods that uvicorn calls
        self.writable = Gate()  # type: ignore[assignment]  # the same
        self._rest = b""  # an incomplete frame
        self._told = b""  # frames that `_flush` sends at the end of this turn of the event loop
        self._greeted = False
        self._by_hand = True  # False: the library reads the stream alone
        self._meter: Meter | None = None
        self._on_cut_off: Callable[[], None] | None = None
        self._linger: asyncio.TimerHandle | None = None
        self.on_lost: Callable[[], None] | None = None
        self._unanswered = b""  # the last ping of a peer that does not read

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        extensions: dict[str, Any] = self.scope["extensions"]  # two are ours
        extensions[TELL], extensions[METERED] = self.tell, self.meter_with
        event.headers.clear()  # the library keeps the request as long as the connection lasts; `scope` has its headers

    def meter_with(self, meter: Meter, on_cut_off: Callable[[], None]) -> None:
        """Charge everything that is read to this meter from now on."""
        self._meter, self._on_cut_off = meter, on_cut_off

    def data_received(self, data: bytes) -> None:
        if (
            not self.handshake_complete and self._greeted
        ):  # RFC 6455, 4.1: a client sends nothing before the handshake is answered
            self.transport.abort()
            return
        self._greeted = True
        if not self.handshake_complete or not self._by_hand:
            super().data_received(data)
            return
        if self._rest:
            data, self._rest = self._rest + data, b""
        start, size, now = 0, len(data), time.monotonic()
        while start < size and not self.transport.is_closing():
            body, end = frame_at(data, start)
            if end - body > self.config.ws_max_size:  # the library refuses it before all of it is here
                self._by_hand = False
                super().data_received(data[start:])
                return
            if end > size:
                self._rest = data[start:]
                self._pay(now, 1.0)  # otherwise sending byte by byte would be free
                return
            if not self._pay(now, 1.0 + (end - start) / KIBIBYTE):
                return
            if not self._hear_text(data, start, body, end) and not self._leave_for_later(data, start, body, end):
                super().data_received(data[start:end])
            start = end

    def _pay(self, now: float, price: float) -> bool:
        """Charge the meter; False if that was too much, and the connection is being closed."""
        if self._meter is None or self._meter.take(now, price):
            return True
        if self._on_cut_off is not None:
            self._on_cut_off()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": POLICY})
        if not self.writable.is_set():  # the peer does not read, so it would not see the close frame
            self.transport.abort()
            return False
        self._flush()
        self.conn.fail(POLICY, "too many frames")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
        return False

    def _leave_for_later(self, data: bytes, start: int, body: int, end: int) -> bool:
        """Keep the last ping of a peer that does not read; `resume_writing` answers it when the buffer has room."""
        if data[start] != PING or end - body > LONGEST_PING or self.writable.is_set():
            return False
        self._unanswered = data[start:end]
        return True

    def resume_writing(self) -> None:
        super().resume_writing()
        ping, self._unanswered = self._unanswered, b""
        if ping and not self.transport.is_closing():
            super().data_received(ping)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._linger is not None:  # the timer would keep this object alive
            self._linger.cancel()
        if self.on_lost is not None:
            self.on_lost()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        if not self.disconnected:  # a close waits for the peer to read, but not for ever
            self._linger = self.loop.call_later(LINGER, self.transport.abort)

    def _hear_text(self, data: bytes, start: int, body: int, end: int) -> bool:
        """Queue a whole text frame for the application; False if it is another kind of frame, or out of place."""
        if data[start] != TEXT or not data[start + 1] & MASKED or self.frames or self.close_sent:
            return False
        try:
            text = apply_mask(data[body:end], data[body - 4 : body]).decode()
        except UnicodeDecodeError:
            return False
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if not self.read_paused and self.queue.qsize() > FEW:
            self.read_paused = True
            self.transport.pause_reading()
        return True

    async def send(self, message: Any) -> None:
        """ASGI send: by the fast path if possible, otherwise by the library."""
        text = message.get("text")
        if text is None or not self.tell(text.encode()):
            self._flush()
            await super().send(message)
            if message["type"] == "websocket.accept":  # nobody reads request and response any more: 3 kB a socket
                self.scope.clear()  # type: ignore[attr-defined]
                self.response.headers.clear()

    def tell(self, text: bytes) -> bool:
        """Try a non-blocking send; False means the caller must queue the text.

        A write is a system call, the most expensive part of a move. So all that is told in one turn of the event loop
        goes out at its end: an acknowledgement and the entries that follow it are one write.
        """
        if not self._may_tell():
            return False
        if not self._told:
            self.loop.call_soon(self._flush)
        self._told += text_frame(text)
        return True

    def _flush(self) -> None:
        frames, self._told = self._told, b""
        if frames and not self.close_sent and not self.transport.is_closing():  # otherwise nobody will read it
            self.transport.write(frames)

    def _may_tell(self) -> bool:
        return (
            self.handshake_complete
            and not self.close_sent
            and not self.disconnected
            and self.writable.is_set()
            and self.conn.state is State.OPEN
        )


def text_frame(body: bytes) -> bytes:
    length = len(body)
    if length < SHORT:
        return bytes((TEXT, length)) + body
    if length < TWO_BYTES:
        return bytes((TEXT, SHORT)) + length.to_bytes(2, "big") + body
    return bytes((TEXT, LONG)) + length.to_bytes(8, "big") + body


def frame_at(data: bytes, start: int) -> tuple[int, int]:
    """Where the body of the frame at `start` begins and ends: beyond the data if the frame is incomplete."""
    if start + 2 > len(data):
        return start, start + 2
    length, body = data[start + 1] & LENGTH, start + 2
    if length == SHORT:
        length, body = int.from_bytes(data[body : body + 2], "big"), body + 2
    elif length == LONG:
        length, body = int.from_bytes(data[body : body + 8], "big"), body + 8
    if data[start + 1] & MASKED:
        body += 4
    return body, body + length
