"""Running programs between matches: a program that did its part well plays the next match too."""

import atexit
import contextlib
import threading
import time
from collections import defaultdict

from lumitheque import __version__
from lumitheque.engines.commands import Command, Limits
from lumitheque.engines.program import EngineFault, Program
from lumitheque.engines.protocol import PROTOCOL, EngineError, Hello, OptionOffered, Ready, SetOption
from lumitheque.games.game import Value

CONTROLLER = f"lumitheque {__version__}"
MOST_IDLE = 8  # programs of one command that wait for a match


class Hired:
    """A program that has said who it is."""

    def __init__(self, program: Program, ready: Ready) -> None:
        self.program, self.ready = program, ready


class Pool:
    """Hires programs, and keeps those that are free for the next match. Thread-safe."""

    def __init__(self) -> None:
        self._idle: dict[tuple[Command, Limits], list[Hired]] = defaultdict(list)
        self._busy: set[Hired] = set()
        self._lock = threading.Lock()

    def hire(self, command: Command, limits: Limits) -> Hired:
        """A free program, or a new one. EngineFault if it does not start."""
        with self._lock:
            idle = self._idle[command, limits]
            hired = idle.pop() if idle else None
            if hired is not None:
                self._busy.add(hired)
        return hired or self._start(command, limits)

    def _start(self, command: Command, limits: Limits) -> Hired:
        program = Program(command, limits)
        try:
            hired = Hired(program, introduce(program))
        except BaseException:
            program.close(politely=False)
            raise
        with self._lock:
            self._busy.add(hired)
        return hired

    def keep(self, hired: Hired) -> None:
        """Keep a program for the next match, unless there are enough."""
        with self._lock:
            self._busy.discard(hired)
            idle = self._idle[hired.program.command, hired.program.limits]
            enough = len(idle) >= MOST_IDLE
            if not enough:
                idle.append(hired)
        if enough:
            hired.program.close()

    def dismiss(self, hired: Hired) -> None:
        """End a program that failed."""
        with self._lock:
            self._busy.discard(hired)
        hired.program.close(politely=False)

    def close(self) -> None:
        """End all programs."""
        with self._lock:
            everybody = [*self._busy, *(hired for idle in self._idle.values() for hired in idle)]
            self._busy.clear()
            self._idle.clear()
        for hired in everybody:
            with contextlib.suppress(OSError):
                hired.program.close()


def introduce(program: Program) -> Ready:
    """Say hello and set options; returns what the engine answered. EngineFault if it does not, or is none for us."""
    limits = program.limits
    program.say(Hello(protocol=PROTOCOL, controller=CONTROLLER))
    until = time.monotonic() + limits.start
    while (message := program.hear(until)) is not None:
        if isinstance(message, EngineError):
            raise EngineFault("gave_up", f"says: {message.error}")
        if isinstance(message, Ready):
            if message.protocol != PROTOCOL:
                raise EngineFault("not_started", f"speaks version {message.protocol} of the protocol, not {PROTOCOL}")
            _set_options(program, message)
            return message
    raise program.silent("too_slow", f"has not answered hello within {limits.start:g} s")


def _set_options(program: Program, ready: Ready) -> None:
    offered = {option.name: option for option in ready.options}
    for name, text in program.command.options:
        if name not in offered:
            listed = ", ".join(offered) or "none"
            raise EngineFault("not_started", f"has no option {name!r}; it has: {listed}")
        program.say(SetOption(name, read_value(offered[name], text)))


def read_value(option: OptionOffered, text: str) -> Value:
    """Read an option as somebody typed it, as its default is: a number, true or false, or a text."""
    value: Value = text
    if isinstance(option.default, bool):
        value = {"true": True, "false": False}.get(text.lower(), text)
    elif isinstance(option.default, int):
        with contextlib.suppress(ValueError):
            value = int(text)
    if type(value) is not type(option.default) or (option.values is not None and value not in option.values):
        expected = ", ".join(map(str, option.values)) if option.values else f"like {option.default!r}"
        raise EngineFault("not_started", f"option {option.name}: {text!r} is not {expected}")
    return value


POOL = Pool()
atexit.register(POOL.close)
