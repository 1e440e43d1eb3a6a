"""SendQueue: what is on its way to one socket. A reader who keeps up costs no task and no queue. One who does not gets
a bounded queue, then the whole table instead of the entries that were dropped, and is disconnected if that is not read
either."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

Send = Callable[[dict[str, Any]], Coroutine[Any, Any, None]]
Tell = Callable[[bytes], bool]  # a non-blocking send; False means the caller must queue the text
Spawn = Callable[[Callable[[], Coroutine[Any, Any, None]]], "asyncio.Task[Any]"]  # begins supervised work
TELL = "lumitheque.tell"  # the ASGI extension for non-blocking sends
METERED = "lumitheque.metered"  # the ASGI extension that gives the connection a Meter, and a callback for a cut-off
MOST_MESSAGES, MOST_BYTES = 64, 512 * 1024


class SendQueue:
    __slots__ = (
        *("_behind", "_drain", "_give_up", "_patience", "_refresh", "_send", "_size", "_spawn", "_tell", "_waiting"),
        "gone",
    )

    def __init__(
        self,
        tell: Tell,
        send: Send,
        refresh: Callable[[], Awaitable[bytes | None]],
        give_up: Callable[[], None],
        patience: float,
        spawn: Spawn,
    ) -> None:
        self._tell, self._send, self._spawn = tell, send, spawn
        self._refresh, self._give_up, self._patience = refresh, give_up, patience
        self._waiting: deque[tuple[bytes, bool]] | None = None  # None: the reader keeps up, nothing is queued
        self._size = 0
        self._behind = False  # entries were dropped: a whole table is owed
        self._drain: asyncio.Task[Any] | None = None
        self.gone = False

    @property
    def slow(self) -> bool:
        return self._waiting is not None

    def put(self, text: bytes, lasting: bool = False) -> None:
        """Send a text without blocking, or queue it for a slow reader. A lasting one (an answer) is never dropped."""
        if self.gone or (self._waiting is None and self._tell(text)):
            return
        if self._waiting is None:
            self._waiting = deque()
            self._drain = self._spawn(self._empty)
        if self._behind and not lasting:
            return
        self._waiting.append((text, lasting))
        self._size += len(text)
        if len(self._waiting) > MOST_MESSAGES or self._size > MOST_BYTES:
            self._drop()

    def close(self) -> None:
        self.gone = True
        if self._drain is not None:
            self._drain.cancel()

    def _drop(self) -> None:
        assert self._waiting is not None
        kept = deque(item for item in self._waiting if item[1])
        self._waiting, self._size = kept, sum(len(text) for text, _ in kept)
        self._behind = True
        if len(kept) > MOST_MESSAGES:  # the client keeps asking and never reads
            self._let_go()

    def _let_go(self) -> None:
        self.gone = True
        self._give_up()

    async def _empty(self) -> None:
        """Drain the queue. A reader who takes longer than `patience` is disconnected; so is one for whom no whole table
        can be made, and the supervisor records why."""
        try:
            async with asyncio.timeout(None) as limit:
                while not self.gone and (text := await self._next()) is not None:
                    limit.reschedule(asyncio.get_running_loop().time() + self._patience)
                    await self._send_one(text)
                    limit.reschedule(None)
        except TimeoutError:
            self._let_go()
        except Exception:
            self._let_go()
            raise
        finally:
            self._waiting = self._drain = None

    async def _send_one(self, text: bytes) -> None:
        try:
            await self._send({"type": "websocket.send", "text": text.decode()})
        except Exception:  # noqa: BLE001 (the socket has gone, whatever the server calls that)
            self.gone = True

    async def _next(self) -> bytes | None:
        if self._waiting:
            text, _ = self._waiting.popleft()
            self._size -= len(text)
            return text
        if self._behind:
            picture = await self._refresh()
            self._behind = False  # only now: the table includes what was dropped meanwhile
            return picture
        return None
