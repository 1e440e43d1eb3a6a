"""People with a socket. They play at random, come back by themselves when the house was away, watch on from their last
number, send again what was not answered under its own id, and remember everything that they were told."""

import asyncio
import hashlib
import json
import random
import time
from typing import Any

import msgspec
from msgspec import Raw, Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from faults.houses import HOST

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 1.0  # seconds between attempts to come back, doubled each time, with some chance
TRY_AGAIN = 0.5  # seconds after which something that was answered with "paused" is tried again
CHATTY = 0.02  # how often a robot says something instead of playing
FORGETFUL = 0.25  # how often it repeats after coming back what had been acknowledged


class State(Struct):
    seq: int
    status: str
    waiting: list[int] = []
    legal: list[str] = []
    rematch: list[str] = []
    next_table: str | None = None


class Message(Struct):
    t: str
    id: str | None = None
    seq: int = 0
    person: str = ""
    paused: bool = False
    fault: dict[str, Any] | None = None


class EntryHeard(Struct):
    seq: int
    at: int
    event: Raw
    by: dict[str, Any] | None = None


class Entries(Struct):
    table: str
    entries: list[EntryHeard]
    state: Raw


class TableHeard(Struct):
    id: str
    host: str
    state: Raw
    seat: int | None = None


class WholeTable(Struct):
    table: TableHeard


class Mark(Struct, frozen=True):
    """What a robot saw of a table after an entry."""

    table: str
    seq: int
    seat: int | None
    digest: bytes


class Sent(Struct):
    """A command, and what came of it."""

    table: str
    key: str
    command: dict[str, Any]
    ack: int | None = None
    denied: str | None = None
    times: int = 0  # that it was sent
    killed_at: int = 0  # if a kill came between sending and answer: when (the house's milliseconds)


class Pace(Struct, frozen=True):
    shortest: float = 0.2  # seconds that a robot thinks
    longest: float = 1.0
    after_return: float = 0.2  # at most, when it has just come back: it has thought all the while


read_message = msgspec.json.Decoder(Message).decode
read_entries = msgspec.json.Decoder(Entries).decode
read_whole = msgspec.json.Decoder(WholeTable).decode
read_state = msgspec.json.Decoder(State).decode
PLAYED = b'"event":"played"'


class Robot:
    def __init__(self, number: int, port: int, pace: Pace) -> None:
        self.number, self.port, self._pace = number, port, pace
        self._dice = random.Random(number)
        self.person = self.cookie = self.table = self.host = ""
        self.seat: int | None = None
        self.state: State | None = None  # None: nothing is known of this table yet
        self._state_bytes = b""
        self._count = self._acknowledged_seq = 0
        self.sent: list[Sent] = []
        self.pending: Sent | None = None
        self.shown: list[tuple[str, EntryHeard]] = []
        self.tables: list[str] = []
        self.marks: list[Mark] = []
        self.wrong: list[str] = []  # what must not happen
        self.houses: list[tuple[float, bool, dict[str, Any] | None]] = []  # when the house said that it is paused
        self.refused: list[dict[str, Any]] = []  # faults with which commands were answered
        self.resumed_at = self.played_at = 0.0
        self._returning = True  # this line has not told anything of the table yet
        self.lost = 0  # times that the line broke
        self._played_since = 0  # moves made since this moment of the house count as the next move
        self._line: ClientConnection | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._sending: set[asyncio.Task[None]] = set()
        self.met = asyncio.Event()

    def __repr__(self) -> str:
        how = f"{self.state and (self.state.status, self.state.seq, self.state.waiting)}, sent {self.pending}"
        return f"robot {self.number}, seat {self.seat} at {self.table[:6]}, {how}, lost {self.lost} lines, {self.wrong}"

    # --- the line ----------------------------------------------------------------------------------------------------

    async def live(self) -> None:
        """Until it is cancelled."""
        pause = FIRST_PAUSE
        while True:
            try:
                headers = {"Cookie": self.cookie} if self.cookie else {}
                async with connect(
                    f"ws://{HOST}:{self.port}/live", additional_headers=headers, compression=None, max_size=None,
                    open_timeout=10, ping_interval=None, close_timeout=1,
                ) as line:  # fmt: skip
                    pause = FIRST_PAUSE
                    await self._visit(line)
            except (OSError, TimeoutError, WebSocketException):
                pass
            finally:
                self._hang_up()
            self.lost += 1
            await asyncio.sleep(pause * self._dice.uniform(0.5, 1.0))
            pause = min(2 * pause, LONGEST_PAUSE)

    def _hang_up(self) -> None:
        self._line = None
        self._cancel_timer()

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def _visit(self, line: ClientConnection) -> None:
        assert line.response is not None
        if not self.cookie:
            self.cookie = line.response.headers["set-cookie"].partition(";")[0]
        self._line, self._returning = line, True
        async for text in line:
            assert isinstance(text, str)
            self._hear(text)

    def _say(self, **words: Any) -> None:
        line = self._line
        if line is not None:
            task = asyncio.get_running_loop().create_task(self._send(line, json.dumps(words)))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    @staticmethod
    async def _send(line: ClientConnection, text: str) -> None:
        try:
            await line.send(text)
        except (OSError, WebSocketException):
            return  # it will be sent again on the next line

    # --- what is heard -----------------------------------------------------------------------------------------------

    def _hear(self, text: str) -> None:
        if text.startswith('{"t":"entries"'):
            self._hear_entries(read_entries(text))
        elif text.startswith('{"t":"table"'):
            self._hear_table(read_whole(text).table)
        else:
            message = read_message(text)
            if message.t == "welcome":
                self.person = message.person
                self.met.set()
                self.watch()
            elif message.t == "ack":
                self._acknowledged(message)
            elif message.t == "denied":
                self._denied(message)
            elif message.t == "house":
                self.houses.append((time.monotonic(), message.paused, message.fault))
            elif message.t == "gone":
                self.wrong.append(f"told that table {self.table} is gone")

    def watch(self) -> None:
        if self.table:
            after = self.state.seq if self.state is not None else None
            self._say(do="watch", table=self.table, after=after)

    def _hear_entries(self, heard: Entries) -> None:
        if heard.table != self.table:
            return
        known = self.state.seq if self.state is not None else 0
        for entry in heard.entries:
            entry.event = Raw(bytes(entry.event))  # not the whole message
            self.shown.append((heard.table, entry))
            if entry.at > self._played_since and PLAYED in bytes(entry.event):
                self.played_at = self.played_at or time.monotonic()
        fresh = [entry.seq for entry in heard.entries if entry.seq > known]
        if fresh and fresh != list(range(known + 1, known + 1 + len(fresh))):
            self.wrong.append(f"table {heard.table}: entries {fresh} told after {known}")
        self._see(heard.state)

    def _hear_table(self, told: TableHeard) -> None:
        if told.id != self.table:
            return
        if told.id not in self.tables:
            self.tables.append(told.id)
        self.seat, self.host = told.seat, told.host
        self._see(told.state)

    def _see(self, raw: Raw) -> None:
        state = read_state(raw)
        if self.state is not None and state.seq < self.state.seq:
            self.wrong.append(f"table {self.table}: entry {state.seq} is the last, {self.state.seq} was told before")
        self.state, self._state_bytes = state, bytes(raw)
        returned, self._returning = self._returning, False
        if returned:
            self.resumed_at = time.monotonic()
            self._send_again()
        self._plan(self._pace.after_return if returned else None)

    def _send_again(self) -> None:
        if self.pending is not None:
            self.pending.killed_at = self._played_since
            self._send_command(self.pending)
        answered = next((sent for sent in reversed(self.sent) if sent.ack is not None), None)
        if answered is not None and self._dice.random() < FORGETFUL:
            self._send_command(answered)

    def _acknowledged(self, message: Message) -> None:
        sent = next(sent for sent in reversed(self.sent) if sent.key == message.id)
        if sent.ack not in (None, message.seq):
            self.wrong.append(f"{sent.key}: acknowledged with {sent.ack}, then with {message.seq}")
        sent.ack = message.seq
        if sent is self.pending:
            self.pending, self._acknowledged_seq = None, message.seq
            if sent.command["do"] == "play" and self.resumed_at and not self.played_at:
                self.played_at = time.monotonic()
            self._plan()

    def _denied(self, message: Message) -> None:
        assert message.fault is not None
        self.refused.append(message.fault)
        sent = next((sent for sent in reversed(self.sent) if sent.key == message.id), None)
        loop = asyncio.get_running_loop()
        if message.fault["code"] in ("paused", "not_ready"):  # nothing has happened: the same again, later
            if sent is None:
                loop.call_later(TRY_AGAIN, self.watch)
            else:
                loop.call_later(TRY_AGAIN, self._try_again, sent)
            return
        self.wrong.append(f"{sent and sent.command} at table {self.table} was denied: {message.fault}")
        if sent is not None:
            sent.denied = message.fault["code"]
        if sent is self.pending:
            self.pending = None

    def _try_again(self, sent: Sent) -> None:
        if sent is self.pending and self._line is not None and self.resumed_at:
            self._send_command(sent)

    # --- what is done ------------------------------------------------------------------------------------------------

    def _plan(self, longest: float | None = None) -> None:
        """Think for a while, then do what there is to do."""
        if self._timer is None and self.pending is None and self._line is not None and self._wish() is not None:
            pace = self._pace
            seconds = self._dice.uniform(pace.shortest, pace.longest) if longest is None else longest
            self._timer = asyncio.get_running_loop().call_later(seconds, self._do)

    def _wish(self) -> dict[str, Any] | str | None:
        """The command that is due; another table's id if it is time to go there."""
        state = self.state
        if state is None or state.seq < self._acknowledged_seq:  # what came of the last command is still on its way
            return None
        if state.legal:
            if self._dice.random() < CHATTY:
                return {"do": "say", "text": f"Je réfléchis… ({self._count})"}
            after = state.seq if len(state.waiting) == 1 else None  # several decide at the same time
            return {"do": "play", "moves": [self._dice.choice(state.legal)], "after": after}
        if state.status == "over":
            return state.next_table or ({"do": "rematch"} if self.person not in state.rematch else None)
        return {"do": "start"} if state.status == "open" and self.person == self.host else None

    def _do(self) -> None:
        self._timer = None
        wish = self._wish()
        if self.pending is not None or wish is None or self._line is None:
            return
        if isinstance(wish, str):
            self.go_to(wish)
            return
        self._count += 1
        self.pending = Sent(self.table, f"{self.number}-{self._count}", wish)
        self.sent.append(self.pending)
        self._send_command(self.pending)

    def go_to(self, table: str) -> None:
        self.table, self.state, self._acknowledged_seq = table, None, 0
        self.watch()

    def _send_command(self, sent: Sent) -> None:
        sent.times += 1
        self._say(do="act", id=sent.key, table=sent.table, command=sent.command)

    # --- around a kill -----------------------------------------------------------------------------------------------

    def mark(self, now: int) -> None:
        """The house goes down now: remember what was seen last; from here on times are taken."""
        if self.state is not None:
            digest = hashlib.sha256(self._state_bytes).digest()
            self.marks.append(Mark(self.table, self.state.seq, self.seat, digest))
        self.resumed_at = 0.0
        self.expect_move(now)

    def expect_move(self, now: int) -> None:
        """Take the time of the next move that is made from now on."""
        self.played_at = 0.0
        self._played_since = now
