"""The engine protocol: what a controller and an engine say to each other, one JSON object a line, each way.

The controller is the program that started the engine. It speaks on the engine's standard input, the engine answers on
its standard output. `type` names the kind of a message. Whoever meets a kind or a field that they do not know ignores
it: later versions may add both.
"""

from typing import Annotated, Any

from msgspec import DecodeError, Meta, Raw, Struct, ValidationError, json

from lumitheque.games.game import GameError, Value

PROTOCOL = 1  # raised when something changes that ignoring does not make good
LONGEST_LINE = 1 << 20  # bytes that an engine may write before the end of a line
LONGEST_COMMENT = 200  # characters of a comment that are kept

Chance = Annotated[float, Meta(ge=0, le=1)]


class ProtocolError(GameError):
    """A line that is no message: told in one line."""


class Message(Struct, tag_field="type", frozen=True, omit_defaults=True):
    """Base of all messages."""


# --- what the controller says ----------------------------------------------------------------------------------------


class Hello(Message, tag="hello", frozen=True):
    """The first message. The engine answers `ready`."""

    protocol: int  # the highest version that the controller speaks
    controller: str  # program and version of the controller


class SetOption(Message, tag="option", frozen=True):
    """Set one of the options that the engine offered. No answer."""

    name: str
    value: Value


class EditionText(Struct, frozen=True):
    """The board or deck of a match, as the text that people read and edit."""

    name: str
    sha256: str
    text: str


class New(Message, tag="new", frozen=True):
    """A match begins, or one is taken up in the middle. Whatever the engine knew of another is over. Answer: `ok`."""

    match: str  # a name for it, unlike any other
    game: str
    rules: int  # version of the rules
    seats: int
    seat: int  # the engine's, from 0
    options: dict[str, Value]
    edition: EditionText | None = None  # none in games without board or deck to exchange


class ThinkingTime(Struct, frozen=True, omit_defaults=True):
    """How long the engine may think; whichever limit comes first. With neither: as long as it usually does."""

    ms: int | None = None
    simulations: int | None = None


class Think(Message, tag="think", frozen=True):
    """It is the engine's turn. Answer: `move`."""

    view: Raw | dict[str, Any]  # the position as the seat knows it, in the JSON of `lumitheque schema GAME`
    waiting: list[int]  # the seats that may act now
    legal: list[str]  # what may be played, as texts
    told: list[tuple[int, str]]  # seat and move since the engine was last told, its own among them
    budget: ThinkingTime
    seed: str  # hex digits; an engine that draws lots draws them from this


class Stop(Message, tag="stop", frozen=True):
    """Answer now with the best move found. Without a `think` to be answered it means nothing."""


class Over(Message, tag="over", frozen=True):
    """The match is over. No answer."""

    match: str
    reason: str
    winners: list[int]
    points: list[float]


class Ping(Message, tag="ping", frozen=True):
    """Answer: `pong`, also while thinking."""


class Quit(Message, tag="quit", frozen=True):
    """End. Whoever is still there a little later is killed."""


class ControllerError(Message, tag="error", frozen=True):
    """What was wrong with the engine's last message. After an illegal move the engine is to answer with another."""

    error: str
    rule: str | None = None  # the id of the rule that a move breaks
    move: str | None = None


# --- what the engine says --------------------------------------------------------------------------------------------


class OptionOffered(Struct, frozen=True, omit_defaults=True):
    """Something about the engine that the controller may set."""

    name: str
    default: Value
    values: list[Value] | None = None  # the only ones; none: any of the default's type
    help: str = ""


class Ready(Message, tag="ready", frozen=True):
    """The answer to `hello`."""

    name: str
    protocol: int = 1  # the version that is spoken from here on
    author: str = ""
    version: str = ""
    options: list[OptionOffered] = []
    games: list[str] | None = None  # those it plays; none: all


class Ok(Message, tag="ok", frozen=True):
    """The answer to `new`."""


class Move(Message, tag="move", frozen=True):
    """The answer to `think`."""

    move: str
    chances: dict[str, Chance] | None = None  # of winning, by move
    line: list[tuple[int, str]] | None = None  # what it expects to happen: seat and move, its own first
    simulations: int | None = None
    comment: str | None = None  # a sentence for people; the first 200 characters are kept


class Pong(Message, tag="pong", frozen=True):
    """The answer to `ping`."""


class EngineError(Message, tag="error", frozen=True):
    """The engine cannot do what was asked. The controller takes the seat from it."""

    error: str


ControllerMessage = Hello | SetOption | New | Think | Stop | Over | Ping | Quit | ControllerError
EngineMessage = Ready | Ok | Move | Pong | EngineError


class _Kind(Struct, frozen=True):
    type: str


_FROM_CONTROLLER = {kind.__struct_config__.tag for kind in ControllerMessage.__args__}
_FROM_ENGINE = {kind.__struct_config__.tag for kind in EngineMessage.__args__}
_read_kind = json.Decoder(_Kind).decode
_read_controller_message = json.Decoder(ControllerMessage).decode
_read_engine_message = json.Decoder(EngineMessage).decode
_encode = json.Encoder().encode


def write(message: ControllerMessage | EngineMessage) -> bytes:
    """Write a message as one line."""
    return _encode(message) + b"\n"


def read_from_controller(line: bytes) -> ControllerMessage | None:
    """Read a controller's line; None if its kind is not known here. ProtocolError if it is no message at all."""
    try:
        return _read_controller_message(line) if _read_kind(line).type in _FROM_CONTROLLER else None
    except (DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _no_message(line, error) from None


def read_from_engine(line: bytes) -> EngineMessage | None:
    """Read an engine's line; None if its kind is not known here. ProtocolError if it is no message at all."""
    try:
        return _read_engine_message(line) if _read_kind(line).type in _FROM_ENGINE else None
    except (DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _no_message(line, error) from None


SHOWN = 60  # characters of a line that is complained about


def _no_message(line: bytes, error: Exception) -> ProtocolError:
    text = line[: 4 * SHOWN].decode("utf-8", errors="replace").strip()
    shown = text if len(text) <= SHOWN else text[:SHOWN] + "…"
    what = str(error) if isinstance(error, ValidationError) else "not JSON"
    return ProtocolError(f"{shown!r} is no message: {what}")
