"""The WebSocket as uvicorn speaks it, with a short way for what nearly everything is: a text in one frame.

What comes in is cut into frames here. A plain text goes straight to the application, and a text that is told goes
straight out. Everything else that a frame can be (part of a message, ping, pong, the end, nonsense) is for the library,
which is given whole frames, so that both always agree where the next one begins.

Every frame and every byte is paid for before anything is done with it, whatever it is; whoever sends more than the
application allows is cut off. What a guest does not read is bounded, too: a ping is answered when there is room.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State
from websockets.utils import apply_mask

from lumitheque.server.limits import Meter
from lumitheque.server.outbox import METERED, TELL

TEXT = 0x81  # the first byte of a frame that is a whole text
MASKED = 0x80  # in the second byte; it is always set by a client
LENGTH = 0x7F
SHORT, LONG = 126, 127  # lengths from here on are written in two bytes, or in eight
TWO_BYTES = 1 << 16
PING = 0x89
LONGEST_PING = 125  # bytes of its body; a longer one is nonsense
KIBIBYTE = 1024.0
POLICY = 1008  # the close code of whoever sends too much
LINGER = 15.0  # seconds in which somebody may read what is left to read when a connection ends
FEW = 2  # messages that may wait for the application before no more is read


class Inbox:
    """What has come and was not heard yet: an asyncio.Queue without an end, for one reader, at half its price."""

    __slots__ = ("_arrival", "_messages")

    def __init__(self) -> None:
        self._messages: deque[Any] = deque()
        self._arrival: asyncio.Future[None] | None = None  # somebody waits

    def put_nowait(self, message: Any) -> None:
        self._messages.append(message)
        if self._arrival is not None and not self._arrival.done():
            self._arrival.set_result(None)

    async def get(self) -> Any:
        while not self._messages:
            self._arrival = asyncio.get_running_loop().create_future()
            await self._arrival
        return self._messages.popleft()

    def qsize(self) -> int:
        return len(self._messages)

    def empty(self) -> bool:
        return not self._messages


class Mailbag:
    """What is told in one turn of the event loop goes out at its end: an answer and what follows it in one packet, and
    to all sockets one after the other, so that whoever reads many of them is woken once and not for each."""

    _bags: ClassVar["WeakKeyDictionary[asyncio.AbstractEventLoop, Mailbag]"] = WeakKeyDictionary()

    def __init__(self) -> None:
        self._wires: list[Wire] = []

    @classmethod
    def of(cls, loop: asyncio.AbstractEventLoop) -> "Mailbag":
        return cls._bags.setdefault(loop, cls())

    def add(self, wire: "Wire") -> None:
        if not self._wires:
            wire.loop.call_soon(self._post)
        self._wires.append(wire)

    def _post(self) -> None:
        wires, self._wires = self._wires, []
        for wire in wires:
            wire.send_told()


class Wire(WebSocketsSansIOProtocol):
    """One connection."""

    def __init__(self, **circumstances: Any) -> None:
        super().__init__(**circumstances)
        self.queue = Inbox()  # type: ignore[assignment]  # all that is asked of it
        self._rest = b""  # the beginning of a frame
        self._told = b""  # frames that wait in the bag
        self._bag = Mailbag.of(self.loop)
        self._greeted = False
        self._by_hand = True  # False: whatever comes is for the library alone
        self._meter: Meter | None = None
        self._on_cut_off: Callable[[], None] | None = None
        self._linger: asyncio.TimerHandle | None = None
        self.on_lost: Callable[[], None] | None = None
        self._unanswered = b""  # the last ping, if its sender does not read

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        extensions: dict[str, Any] = self.scope["extensions"]  # two of them our own
        extensions[TELL], extensions[METERED] = self.tell, self.meter_with

    def meter_with(self, meter: Meter, on_cut_off: Callable[[], None]) -> None:
        """Let everything that is read be paid for from now on."""
        self._meter, self._on_cut_off = meter, on_cut_off

    def data_received(self, data: bytes) -> None:
        if not self.handshake_complete and self._greeted:  # RFC 6455, 4.1: a client waits for the answer
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
            if end - body > self.config.ws_max_size:  # it is refused before it is all here
                self._by_hand = False
                super().data_received(data[start:])
                return
            if end > size:
                self._rest = data[start:]
                self._pay(now, 1.0)  # or a byte at a time would cost nothing
                return
            if not self._pay(now, 1.0 + (end - start) / KIBIBYTE):
                return
            if not self._hear_text(data, start, body, end) and not self._leave_for_later(data, start, body, end):
                super().data_received(data[start:end])
            start = end

    def _pay(self, now: float, price: float) -> bool:
        """Count what is sent; False if it was too much, and the connection is at its end."""
        if self._meter is None or self._meter.take(now, price):
            return True
        if self._on_cut_off is not None:
            self._on_cut_off()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": POLICY})
        if not self.writable.is_set():  # it would not read why
            self.transport.abort()
            return False
        self.conn.fail(POLICY, "too many frames")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()
        return False

    def _leave_for_later(self, data: bytes, start: int, body: int, end: int) -> bool:
        """Keep a ping whose sender does not read what was sent before: the last one is answered when there is room."""
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
        if self._linger is not None:  # it would keep all of this for as long
            self._linger.cancel()
        if self.on_lost is not None:
            self.on_lost()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        if not self.disconnected:  # closing waits for a reader; not for ever
            self._linger = self.loop.call_later(LINGER, self.transport.abort)

    def _hear_text(self, data: bytes, start: int, body: int, end: int) -> bool:
        """Hand a text to the application; False if the frame is anything else, or comes at a time when it may not."""
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
        """As ASGI has it."""
        text = message.get("text")
        if text is None or not self.tell(text.encode()):
            self.send_told()
            await super().send(message)

    def tell(self, text: bytes) -> bool:
        """Send a text with the next post, unless one would have to wait for that."""
        if not self._may_tell():
            return False
        if not self._told:
            self._bag.add(self)
        self._told += text_frame(text)
        return True

    def send_told(self) -> None:
        frames, self._told = self._told, b""
        if frames and not self.transport.is_closing():
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
    """Where the body of the frame that begins here begins and ends. It ends beyond the data if it is not all there."""
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
