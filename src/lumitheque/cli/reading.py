"""Records and texts in and out of files. `-` is stdin or stdout."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from lumitheque.cli import complain
from lumitheque.cli.speech import Speech
from lumitheque.games.game import Game, GameError, Value
from lumitheque.games.rule import ready_mark

if TYPE_CHECKING:  # the referee imports rules, and how they run is settled after the records are read
    from lumitheque.referee import GameRecord, Referee

STANDARD = "-"
ENOUGH = 5_000_000  # bytes of a record: what is longer is refused when it is read
SHORT = 20_000  # bytes of records that are replayed sooner than the compiler is loaded


def spare_the_compiler(size: int) -> None:
    """Settle how rules run, before the first is imported: interpreting little is faster than loading machine code."""
    if size < SHORT:
        os.environ.setdefault("LUMITHEQUE_RULES", "interpreted")


def compile_if_need_be(say: Speech) -> None:
    """Bots think in machine code, and so do many games: it is made now if it is not there. Before the first rule is
    imported, too."""
    if "LUMITHEQUE_RULES" not in os.environ:
        os.environ["LUMITHEQUE_RULES"] = "compiled"
        if not ready_mark().exists():
            complain(say("random.compiling"))


def open_input(file: str) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if file == STANDARD else Path(file).open("rb")


def input_name(file: str) -> str:
    return "stdin" if file == STANDARD else file


def read_game(file: str) -> "Referee":
    """The game whose record a file holds."""
    with open_input(file) as stream:
        data = stream.read(ENOUGH)
    spare_the_compiler(len(data))
    from lumitheque.referee import RecordError, load, read_record

    record = read_record(data, input_name(file))
    try:
        return load(record)
    except GameError as error:
        raise RecordError(f"{input_name(file)}: {error}") from None


def read_many(files: Sequence[str]) -> Iterator[tuple[str, "GameRecord"]]:
    """Records with the place where each stands: a file holds one record, or one per line. Without files: stdin."""
    files = files or (STANDARD,)
    if all(Path(file).is_file() for file in files):  # how much a pipe will bring nobody knows
        spare_the_compiler(sum(Path(file).stat().st_size for file in files))
    for file in files:
        with open_input(file) as stream:
            yield from _records(stream, input_name(file))


def _records(stream: BinaryIO, name: str) -> Iterator[tuple[str, "GameRecord"]]:
    from lumitheque.referee import RecordError, read_record

    lines = _lines(stream)
    number, first = next(lines, (0, b""))
    if not first:
        raise RecordError(f"{name}: there is no record in it")
    if not _is_json(first):  # not a record per line: one record over several lines, or none at all
        yield name, read_record(first + stream.read(ENOUGH), name)
        return
    yield f"{name}, line {number}", read_record(first, f"{name}, line {number}")
    for number, line in lines:
        yield f"{name}, line {number}", read_record(line, f"{name}, line {number}")


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Lines that are not blank, with their numbers from 1; the rest of one that is too long comes as another."""
    number = 0
    while line := stream.readline(ENOUGH):
        number += 1
        if line.strip():
            yield number, line


def _is_json(data: bytes) -> bool:
    try:
        msgspec.json.decode(data, type=msgspec.Raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True


def write_text(file: str | None, text: str) -> None:
    """Write a text, whole or not at all: into a file that replaces the old one, or to stdout."""
    if file is None or file == STANDARD:
        sys.stdout.write(text)
        return
    path = Path(os.path.realpath(file))  # a link stays one
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")  # a pipe or a device; a folder raises
        return
    _replace(path, file, text)


def _replace(path: Path, file: str, text: str) -> None:
    beside = path.with_name(f".{path.name[:100]}.{os.getpid()}.part")
    try:
        with beside.open("w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        if path.exists():
            beside.chmod(path.stat().st_mode & 0o7777)
        beside.replace(path)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise OSError(error.errno, f"cannot be written: {error.strerror}", file) from None


def read_settings(game: Game, settings: Sequence[str]) -> dict[str, Value]:
    """--set KEY=VALUE, as options of a game."""
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
    """A text from the command line that can be printed and written: bytes that are not UTF-8 become question marks."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
