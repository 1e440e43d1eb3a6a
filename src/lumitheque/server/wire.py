"""The WebSocket as uvicorn speaks it, with a short way for what nearly everything is: a text in one frame.

What comes in is cut into frames here. A plain text goes straight to the application, and a text that is told goes
straight out. Everything else that a frame can be (part of a message, ping, pong, the end, nonsense) is for the library,
which is given whole frames, so that both always agree where the next one begins.
"""

import asyncio
from collections import deque
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State
from websockets.utils import apply_mask

from lumitheque.server.outbox import TELL

TEXT = 0x81  # the first byte of a frame that is a whole text
MASKED = 0x80  # in the second byte; it is always set by a client
LENGTH = 0x7F
SHORT, LONG = 126, 127  # lengths from here on are written in two bytes, or in eight
TWO_BYTES = 1 << 16
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

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        self.scope["extensions"][TELL] = self.tell  # type: ignore[assignment]  # our own

    def data_received(self, data: bytes) -> None:
        if not self.handshake_complete:
            self._by_hand = not self._greeted  # nothing but the greeting is said before it is answered
            self._greeted = True
        if not self.handshake_complete or not self._by_hand:
            super().data_received(data)
            return
        if self._rest:
            data, self._rest = self._rest + data, b""
        start, size = 0, len(data)
        while start < size and not self.transport.is_closing():
            body, end = frame_at(data, start)
            if end - body > self.config.ws_max_size:  # it is refused before it is all here
                self._by_hand = False
                super().data_received(data[start:])
                return
            if end > size:
                self._rest = data[start:]
                return
            if not self._hear_text(data, start, body, end):
                super().data_received(data[start:end])
            start = end

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
