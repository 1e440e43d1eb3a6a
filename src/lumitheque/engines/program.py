"""Program: an engine's process, spoken to line by line. Every wait ends, and every read is bounded."""

import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Literal

import msgspec

from lumitheque.bots.protocol import BotError
from lumitheque.engines.commands import Command, Limits
from lumitheque.engines.protocol import (
    LONGEST_LINE,
    ControllerMessage,
    EngineMessage,
    Pong,
    ProtocolError,
    Quit,
    read_from_engine,
    write,
)
from lumitheque.games.machine_code import cache_root

WARDEN = Path(__file__).with_name("warden.py")
PASSED_ON = ("PATH", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH")  # of the controller's environment
LAST_WORDS = 4096  # bytes of standard error that are kept
QUOTED = 300  # characters of it that are shown
CHUNK = 1 << 16  # bytes read at a time
POLITE = 0.3  # seconds for an engine to end by itself after `quit`
SETTLING = 0.5  # seconds that an engine may take from closing its pipes to having ended
CERTAIN = 15.0  # seconds after which a warden that does not end is killed itself; the engine dies with it
CONTROL_CHARACTERS = re.compile(r"[\x00-\x1f\x7f-\x9f]+")

Kind = Literal["not_started", "crashed", "too_slow", "nonsense", "illegal_move", "flooded", "gave_up"]


class EngineFault(BotError):
    """An engine has failed: what kind of failure it is, and one line that says more."""

    def __init__(self, kind: Kind, reason: str) -> None:
        super().__init__(reason)
        self.kind, self.reason = kind, reason


class Ended(msgspec.Struct, frozen=True):
    """How an engine ended, as its warden tells it."""

    exit: int | None = None
    signal: int | None = None
    failed: str | None = None
    let_go: bool = False

    def sentence(self) -> str:
        if self.failed is not None:
            return f"cannot be started: {self.failed}"
        if self.signal is not None:
            with contextlib.suppress(ValueError):
                return f"was killed by {signal.Signals(self.signal).name}"
            return f"was killed by signal {self.signal}"
        return f"ended with exit status {self.exit}"


class Program:
    """One running program. Used by one thread at a time; only `interrupt` may be called from others."""

    def __init__(self, command: Command, limits: Limits) -> None:
        self.command, self.limits = command, limits
        self._lines, self._unsent, self._last_words = bytearray(), bytearray(), b""
        self._written = 0  # bytes by the engine since it was asked something
        self._woken, self._waking = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        control, self._control = os.pipe2(os.O_CLOEXEC)
        self._report, report = os.pipe2(os.O_CLOEXEC)
        try:
            self._warden = self._start(control, report)
        finally:
            os.close(control)
            os.close(report)
        assert self._warden.stdin and self._warden.stdout and self._warden.stderr
        self._in, self._out, self._err = (
            stream.fileno() for stream in (self._warden.stdin, self._warden.stdout, self._warden.stderr)
        )
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)
        self._closed: set[int] = set()  # pipes that the engine has closed
        self._gone = False

    def _start(self, control: int, report: int) -> subprocess.Popen[bytes]:
        folder, limits = tempfile.mkdtemp(prefix="lumitheque-engine-"), self.limits
        environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        plan = {
            "command": self.command.words,
            "folder": folder,  # the warden removes it
            "environment": environment | {"HOME": folder, "TMPDIR": folder, "LUMITHEQUE_CACHE": str(cache_root())},
            "control": control,
            "report": report,
            **{name: getattr(limits, name) for name in ("nice", "memory", "processes", "files", "file")},
        }
        return subprocess.Popen(
            [sys.executable, "-I", "-S", "-B", str(WARDEN), msgspec.json.encode(plan).decode()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            pass_fds=(control, report),
            env={},
            start_new_session=True,
        )

    @property
    def pid(self) -> int:
        """The warden's process id."""
        return self._warden.pid

    # --- speaking and hearing ----------------------------------------------------------------------------------------

    def say(self, message: ControllerMessage) -> None:
        """Send a message, as far as the engine reads; the rest goes out while it is waited for."""
        self._unsent += write(message)
        self._written = 0
        self._send()

    def hear(self, until: float, stoppable: bool = False) -> EngineMessage | None:
        """Return what the engine says next; None when the clock (time.monotonic) comes to `until`, and if `stoppable`
        on `interrupt`. EngineFault if it has gone, or says what nobody understands."""
        while True:
            while (line := self._next_line()) is not None:
                try:
                    message = read_from_engine(line) if line.strip() else None
                except ProtocolError as error:
                    raise EngineFault("nonsense", self._with_last_words(str(error))) from None
                if message is not None and not isinstance(message, Pong):
                    return message
            if not self._pump(until, stoppable):
                return None

    def forget_what_it_said(self) -> None:
        """Drop lines that answer nothing that will be asked."""
        self._written = 0
        for pipe in {self._out, self._err} - self._closed:
            while self._receive(pipe):
                pass
        self._lines.clear()

    def forget_interrupts(self) -> None:
        """From here on only later interrupts count."""
        with contextlib.suppress(BlockingIOError):
            while os.read(self._woken, CHUNK):
                pass

    def interrupt(self) -> None:
        """Make `hear` return soon."""
        with contextlib.suppress(OSError):  # the pipe is full, or closed: it need not be told twice
            os.write(self._waking, b"!")

    def _next_line(self) -> bytes | None:
        end = self._lines.find(b"\n")
        if end < 0:
            return None
        line = bytes(self._lines[:end])
        del self._lines[: end + 1]
        return line

    def _pump(self, until: float, stoppable: bool = False) -> bool:
        """Move bytes until some have come; False if there is no time left, or on `interrupt`."""
        left = until - time.monotonic()
        if left <= 0:
            return False
        poll = select.poll()
        for pipe in {self._out, self._err} - self._closed:
            poll.register(pipe, select.POLLIN)
        if stoppable:
            poll.register(self._woken, select.POLLIN)
        if self._unsent:
            poll.register(self._in, select.POLLOUT)
        ready = {pipe for pipe, _ in poll.poll(left * 1000)}
        if self._woken in ready:
            self.forget_interrupts()
            return False
        if self._in in ready:
            self._send()
        for pipe in ready & {self._out, self._err}:
            self._receive(pipe)
        return bool(ready)

    def _send(self) -> None:
        try:
            while self._unsent:
                del self._unsent[: os.write(self._in, self._unsent)]
        except BlockingIOError:
            return
        except OSError:  # a broken pipe
            raise self._fault("has closed its standard input") from None

    def _receive(self, pipe: int) -> bool:
        """Read what there is in a pipe; False if there is nothing."""
        try:
            chunk = os.read(pipe, CHUNK)
        except BlockingIOError:
            return False
        self._written += len(chunk)
        if not chunk:
            self._closed.add(pipe)
        if pipe == self._err:
            self._last_words = (self._last_words + chunk)[-LAST_WORDS:]
        elif chunk:
            self._lines += chunk
        elif b"\n" not in self._lines:
            raise self._fault("has closed its standard output")
        if self._written > self.limits.flood:
            raise EngineFault("flooded", f"wrote more than {self.limits.flood >> 20} MiB without an answer")
        if len(self._lines) > LONGEST_LINE and b"\n" not in self._lines:
            raise EngineFault("flooded", f"wrote more than {LONGEST_LINE >> 20} MiB without the end of a line")
        return bool(chunk)

    def silent(self, kind: Kind, reason: str) -> EngineFault:
        """The fault of an engine that is there and does not answer."""
        return EngineFault(kind, self._with_last_words(reason))

    # --- its end -----------------------------------------------------------------------------------------------------

    def _fault(self, otherwise: str) -> EngineFault:
        """Why the engine does not speak or hear any more: it ended; or, `otherwise`, it only closed a pipe."""
        how = self._how_it_ended(SETTLING)
        self._let_go()
        how = how or self._how_it_ended(CERTAIN)
        if how is None or how.let_go:
            return EngineFault("crashed", self._with_last_words(otherwise))
        return EngineFault("crashed" if how.failed is None else "not_started", self._with_last_words(how.sentence()))

    def _how_it_ended(self, seconds: float) -> Ended | None:
        """Read what the warden reports, if it does within so many seconds."""
        with contextlib.suppress(OSError, msgspec.DecodeError):
            if select.select([self._report], [], [], seconds)[0]:
                told = os.read(self._report, CHUNK)
                return msgspec.json.decode(told.partition(b"}")[0] + b"}", type=Ended)
        return None

    def _with_last_words(self, reason: str) -> str:
        """Add the end of what the engine wrote to standard error, as one line."""
        with contextlib.suppress(OSError):
            for _ in range(LAST_WORDS):
                if not (chunk := os.read(self._err, CHUNK)):
                    break
                self._last_words = (self._last_words + chunk)[-LAST_WORDS:]
        text = CONTROL_CHARACTERS.sub(" ", self._last_words.decode("utf-8", errors="replace").strip())
        shown = text if len(text) <= QUOTED else f"…{text[-QUOTED:]}"
        return f"{reason}; it wrote: {shown}" if shown else reason

    def _let_go(self) -> None:
        """Have the warden kill the engine and all that it started."""
        if self._control >= 0:
            os.close(self._control)
            self._control = -1

    def close(self, politely: bool = True) -> None:
        """End the program: by `quit`, if it listens, and by force."""
        if self._gone:
            return
        self._gone = True
        if politely and self._control >= 0 and not self._closed:
            with contextlib.suppress(EngineFault):
                self.say(Quit())
                until = time.monotonic() + POLITE
                while self._pump(until):
                    self._lines.clear()
        self._let_go()
        try:
            self._warden.wait(CERTAIN)
        except subprocess.TimeoutExpired:
            self._warden.kill()
            self._warden.wait()
        for stream in (self._warden.stdin, self._warden.stdout, self._warden.stderr):
            if stream:
                with contextlib.suppress(OSError):
                    stream.close()
        for pipe in (self._woken, self._waking, self._report):
            os.close(pipe)
