"""Command, Limits: which program an engine is, and what it may use."""

import functools
import hashlib
import os
import re
import shlex
from pathlib import Path

import msgspec

from lumitheque.bots.protocol import BotError, Budget

PREFIX = re.compile(r"engine(?:\[(?P<options>[^\]]*)\])?:")
BUDGET = re.compile(r"(?P<command>.*?)(?:@(?:(?P<seconds>\d*\.?\d+)s|(?P<simulations>\d+)))?", re.ASCII | re.DOTALL)
PLAYERS = re.compile(r"""(?:[^,'"[]|\[[^]]*\]|'[^']*'|"[^"]*"|['"[])+""")
MEBIBYTE = 1 << 20
LARGEST_PROGRAM = 16 * MEBIBYTE  # of a file that counts into a digest by its content


class Limits(msgspec.Struct, frozen=True):
    """What an engine may use, and how long a controller waits for it. Times in seconds."""

    start: float = 20.0  # until it has answered `hello`, and each `new`
    grace: float = 1.0  # beyond its budget, before it is told to stop
    stop: float = 1.0  # from being told to stop until it is killed
    patience: float = 60.0  # for a move, where the budget names no time
    memory: int = 4096 * MEBIBYTE  # of address space of each process; 0: no limit
    processes: int = 64  # with threads, beyond those that its user has already
    files: int = 256  # open at once
    file: int = 64 * MEBIBYTE  # the largest that it may write
    flood: int = 16 * MEBIBYTE  # that it may write before it has answered
    nice: int = 10  # how much its priority is lowered


SETTING = "LUMITHEQUE_ENGINE_{}"  # START, GRACE, STOP, PATIENCE in seconds, MEMORY in MiB


@functools.cache
def usual_limits() -> Limits:
    """The limits of this process: the usual ones, unless the environment says otherwise."""
    chosen: dict[str, float | int] = {}
    for name in ("start", "grace", "stop", "patience", "memory"):
        variable = SETTING.format(name.upper())
        if text := os.environ.get(variable):
            try:
                number = float(text)
            except ValueError:
                raise BotError(f"{variable}: {text!r} is not a number") from None
            if not 0 <= number < float("inf"):
                raise BotError(f"{variable}: {text!r} is not a number of seconds or MiB")
            chosen[name] = int(number) * MEBIBYTE if name == "memory" else number
    return Limits(**chosen)  # type: ignore[arg-type]


class Command(msgspec.Struct, frozen=True):
    """A program with its arguments."""

    words: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()  # to be set over the protocol: name and value

    @property
    def name(self) -> str:
        """What it is called until it has said its own name: the last word that names a file, or the program."""
        files = [word for word in self.words if os.sep in word and Path(word).is_file()]
        return Path(files[-1] if files else self.words[0]).name

    def digest(self) -> str:
        """Stands for what the program is now: its words, and the content of the files among them."""
        digest = hashlib.sha256(msgspec.json.encode(self))
        for word in self.words:
            path = Path(word)
            if path.is_file() and path.stat().st_size <= LARGEST_PROGRAM:
                digest.update(path.read_bytes())
        return digest.hexdigest()[:16]


def is_engine(spelling: str) -> bool:
    return PREFIX.match(spelling.strip()) is not None


def read_spelling(spelling: str) -> tuple[Command, Budget | None]:
    """Read `engine[depth=3]:./mybot --flag@0.5s`: the command with its options, and the budget if it is named."""
    prefix = PREFIX.match(spelling.strip())
    assert prefix is not None, f"{spelling} names no engine"
    match = BUDGET.fullmatch(spelling.strip()[prefix.end() :])
    assert match is not None  # the pattern takes everything
    budget = None
    if match["seconds"]:
        budget = Budget(float(match["seconds"]))
    elif match["simulations"]:
        budget = Budget(simulations=int(match["simulations"]))
    command = read_command(match["command"])
    return msgspec.structs.replace(command, options=_read_options(prefix["options"] or "")), budget


def _read_options(text: str) -> tuple[tuple[str, str], ...]:
    options = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = part.partition("=")
        if not equals or not name.strip():
            raise BotError(f"engine[{text}]: options are written name=value, with commas between them")
        options.append((name.strip(), value.strip()))
    return tuple(options)


def read_command(text: str) -> Command:
    """Read a command line as a shell would split it, but without a shell. Words that name files here are made absolute,
    for an engine runs in a folder of its own."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BotError(f"engine: {text!r} cannot be read as a command line: {error}") from None
    if not words:
        raise BotError("engine: which program? write engine:./mybot, or engine:./mybot@0.5s")
    return Command(tuple(_absolute(word, number == 0) for number, word in enumerate(words)))


def _absolute(word: str, is_program: bool) -> str:
    """A program without a slash is looked for on the path, as a shell does."""
    if word.startswith("-") or (is_program and os.sep not in word):
        return word
    path = Path(word)
    return str(path.absolute()) if (is_program or path.exists()) and not path.is_absolute() else word


def split_players(text: str) -> list[str]:
    """Split players at commas; quotation marks keep a comma in an engine's arguments together."""
    return [name for part in PLAYERS.findall(text) if (name := part.strip())]
