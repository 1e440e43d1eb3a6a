"""Reads and writes records and texts. `-` is stdin or stdout."""

import itertools
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from lumitheque.cli import complain
from lumitheque.cli.speech import Speech

if TYPE_CHECKING:  # the referee imports rules, and how they run is settled after the records are read
    from lumitheque.games.game import Game, Value
    from lumitheque.referee import GameRecord, Referee

STANDARD = "-"
ENOUGH = 5_000_000  # bytes read of a record: a longer one is refused anyway
SHORT = 20_000  # bytes: records this short are replayed faster than the compiler loads


def spare_the_compiler(size: int) -> None:
    """Choose interpreted rules for little work. Call it before the first rule is imported."""
    if size < SHORT:
        os.environ.setdefault("LUMITHEQUE_RULES", "interpreted")


def compile_if_need_be(say: Speech) -> None:
    """Choose compiled rules, for bots or many games, and say so if they must be compiled first. Call it before the
    first rule is imported."""
    from lumitheque.games.machine_code import games_here, is_marked

    if "LUMITHEQUE_RULES" not in os.environ:
        os.environ["LUMITHEQUE_RULES"] = "compiled"
        if not all(map(is_marked, games_here())):
            complain(say("random.compiling"))


class Place(NamedTuple):
    """Where a record was found."""

    file: str
    line: int | None  # None if the record has the whole file

    def __str__(self) -> str:
        """As errors have it; `cli.errors` knows this form in other languages."""
        return self.file if self.line is None else f"{self.file}, line {self.line}"


def open_input(file: str) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if file == STANDARD else Path(file).open("rb")


def input_name(file: str) -> str:
    return "stdin" if file == STANDARD else file


def read_game(file: str, at: int | None = None) -> "Referee":
    """Read the record in a file and replay it: all of it, or so many decisions."""
    with open_input(file) as stream:
        data = stream.read(ENOUGH)
    spare_the_compiler(len(data))
    import msgspec

    from lumitheque.games.game import GameError
    from lumitheque.referee import RecordError, load, read_record

    record = read_record(data, input_name(file))
    if at is not None:
        if not 0 <= at <= len(record.moves):
            raise GameError(f"--at {at}: the record has {len(record.moves)} moves")
        if at < len(record.moves):
            record = msgspec.structs.replace(record, moves=record.moves[:at], ending=msgspec.UNSET)
    try:
        return load(record)
    except GameError as error:
        raise RecordError(f"{input_name(file)}: {error}") from None


def read_many(files: Sequence[str]) -> Iterator[tuple[Place, "GameRecord"]]:
    """Yield records with their places: a file holds one record, or one per line. Without files: read stdin."""
    files = files or (STANDARD,)
    if all(Path(file).is_file() for file in files):  # the size of a pipe is unknown
        spare_the_compiler(sum(Path(file).stat().st_size for file in files))
    for file in files:
        with open_input(file) as stream:
            yield from _records(stream, input_name(file))


def _records(stream: BinaryIO, name: str) -> Iterator[tuple[Place, "GameRecord"]]:
    from lumitheque.referee import RecordError, read_record

    lines = _lines(stream)
    number, first = next(lines, (0, b""))
    if not first:
        raise RecordError(f"{name}: there is no record in it")
    if not _is_json(first):  # not a record per line: one record over several lines, or none at all
        yield Place(name, None), read_record(first + stream.read(ENOUGH), name)
        return
    for at, line in itertools.chain([(number, first)], lines):
        place = Place(name, at)
        yield place, read_record(line, str(place))


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield lines that are not blank, numbered from 1; a line that is too long comes in pieces."""
    number = 0
    while line := stream.readline(ENOUGH):
        number += 1
        if line.strip():
            yield number, line


def _is_json(data: bytes) -> bool:
    import msgspec

    try:
        msgspec.json.decode(data, type=msgspec.Raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True


def write_text(file: str | None, text: str) -> None:
    """Write a text to stdout, or atomically to a file."""
    if file is None or file == STANDARD:
        sys.stdout.write(text)
        return
    write_bytes(file, text.encode())


def write_bytes(file: str, data: bytes) -> None:
    """Write a file atomically."""
    path = Path(os.path.realpath(file))  # a link stays one
    if path.exists() and not path.is_file():
        path.write_bytes(data)  # a pipe or a device; a folder raises
        return
    _replace(path, file, data)


def _replace(path: Path, file: str, data: bytes) -> None:
    beside = path.with_name(f".{path.name[:100]}.{os.getpid()}.part")
    try:
        with beside.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if path.exists():
            beside.chmod(path.stat().st_mode & 0o7777)
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise OSError(error.errno, f"cannot be written: {error.strerror}", file) from None


def read_settings(game: "Game", settings: Sequence[str]) -> "dict[str, Value]":
    """Read --set KEY=VALUE as options of a game."""
    from lumitheque.games.game import GameError

    options = {option.name: option for option in game.options}
    chosen: dict[str, Value] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise GameError(f"--set {setting}: write it as KEY=VALUE")
        if name not in options:
            raise GameError(f"{game.name} has no option {name!r}; it has: {', '.join(options) or 'none'}")
        chosen[name] = options[name].read(value)
    return chosen


def clean(text: str) -> str:
    """Make an argument printable: bytes that are not UTF-8 become replacement characters."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
