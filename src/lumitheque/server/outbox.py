"""What is on its way to one socket. A reader who keeps up costs no task and no queue; one who does not gets a queue
with an end, then a fresh picture of the table instead of all that was missed, and is let go if even that is not
read."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

Send = Callable[[dict[str, Any]], Coroutine[Any, Any, None]]
Tell = Callable[[bytes], bool]  # a text; False if it would have to wait
TELL = "lumitheque.tell"  # the extension of ASGI by which our server sends a text at once, if it can
METERED = "lumitheque.metered"  # and the one by which it is given a Meter for what it reads, and whom to tell
MOST_MESSAGES, MOST_BYTES = 64, 512 * 1024


class Outbox:
    __slots__ = (
        *("_behind", "_drain", "_give_up", "_patience", "_refresh", "_send", "_size", "_tell", "_waiting"),
        "gone",
    )

    def __init__(
        self,
        tell: Tell,
        send: Send,
        refresh: Callable[[], Awaitable[bytes | None]],
        give_up: Callable[[], None],
        patience: float,
    ) -> None:
        self._tell, self._send = tell, send
        self._refresh, self._give_up, self._patience = refresh, give_up, patience
        self._waiting: deque[tuple[bytes, bool]] | None = None  # None: the reader keeps up
        self._size = 0
        self._behind = False  # entries were left out: a fresh table is owed
        self._drain: asyncio.Task[None] | None = None
        self.gone = False

    @property
    def slow(self) -> bool:
        return self._waiting is not None

    def put(self, text: bytes, lasting: bool = False) -> None:
        """Send a message, now if the reader keeps up. A lasting one (an answer) is never left out."""
        if self.gone or (self._waiting is None and self._tell(text)):
            return
        if self._waiting is None:
            self._waiting = deque()
            self._drain = asyncio.get_running_loop().create_task(self._empty())
        if self._behind and not lasting:
            return
        self._waiting.append((text, lasting))
        self._size += len(text)
        if len(self._waiting) > MOST_MESSAGES or self._size > MOST_BYTES:
            self._leave_out()

    def close(self) -> None:
        self.gone = True
        if self._drain is not None:
            self._drain.cancel()

    def _leave_out(self) -> None:
        assert self._waiting is not None
        kept = deque(item for item in self._waiting if item[1])
        self._waiting, self._size = kept, sum(len(text) for text, _ in kept)
        self._behind = True
        if len(kept) > MOST_MESSAGES:  # it asks and asks and never reads
            self.gone = True
            self._give_up()

    async def _empty(self) -> None:
        try:
            async with asyncio.timeout(None) as limit:
                while not self.gone and (text := await self._next()) is not None:
                    limit.reschedule(asyncio.get_running_loop().time() + self._patience)
                    await self._send({"type": "websocket.send", "text": text.decode()})
                    limit.reschedule(None)
        except TimeoutError:
            self.gone = True
            self._give_up()
        except Exception:  # noqa: BLE001 (the socket has gone)
            self.gone = True
        self._waiting = self._drain = None

    async def _next(self) -> bytes | None:
        if self._waiting:
            text, _ = self._waiting.popleft()
            self._size -= len(text)
            return text
        if self._behind:
            picture = await self._refresh()
            self._behind = False  # only now: what came meanwhile is in the picture
            return picture
        return None
