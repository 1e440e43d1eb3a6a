"""The messages on the WebSocket, one JSON object each.

A client's message is tagged with `do`, the house's with `t`. Entries are numbered as in the log, the same for all
viewers. A client remembers the last number it has and ignores entries that it has already.
"""

from collections.abc import Callable
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from lumitheque.reception.faults import Fault
from lumitheque.tables import AnyCommand, EntryTold, StateTold, TableNote, TableTold

Key = Annotated[
    str, Meta(min_length=1, max_length=64, description="The command's own id: sent again, it is not obeyed again.")
]
TableId = Annotated[str, Meta(min_length=1, max_length=64)]


# --- heard -----------------------------------------------------------------------------------------------------------


class Heard(Struct, tag_field="do", frozen=True):
    """Base of what clients send, tagged with a verb."""


class WatchTable(Heard, tag="watch", frozen=True):
    """Watch a table (one at a time). `after`: the last entry that the client has; None: it has none. `seat`: watch as
    this seat, which must be one's own; None: as the only seat one holds, or as a spectator."""

    table: TableId
    after: int | None = None
    seat: int | None = None


class UnwatchTable(Heard, tag="unwatch", frozen=True):
    """Look at no table any more."""


class Act(Heard, tag="act", frozen=True):
    """A command for a table, watched or not."""

    id: Key
    table: TableId
    command: AnyCommand


class SkipBots(Heard, tag="skip", frozen=True):
    """Do not let me watch what bots do at this table until a person is to move: for whoever plays alone with bots;
    nothing is answered, and what they do is the same."""


class PageShown(Heard, tag="shown", frozen=True):
    """Whether the page is on the screen; a tab behind others, or of a locked phone, is not. Nobody who sees a table is
    sent a notice about it."""

    on: bool = True


class Ping(Heard, tag="ping", frozen=True):
    """Ask for a `pong`, to see whether the connection is alive."""


class LookAtLobby(Heard, tag="lobby", frozen=True):
    """Begin, or end, to be told which tables anybody may join or watch, and of one's own; without `listed` of one's own
    alone, for whoever sits at a table and has others."""

    on: bool = True
    listed: bool = True


class Speak(Heard, tag="speak", frozen=True):
    """Answer in another language from now on; at first it is that of the handshake."""

    language: Annotated[str, Meta(min_length=1, max_length=20)]


ClientMessage = WatchTable | UnwatchTable | Act | SkipBots | PageShown | Ping | LookAtLobby | Speak


class Envelope(Struct):
    """The id of a message that cannot be read otherwise, to answer it."""

    id: str | None = None


# --- told ------------------------------------------------------------------------------------------------------------


class Told(Struct, tag_field="t", omit_defaults=True):
    """Base of what the house sends, tagged with a kind."""


class Welcome(Told, tag="welcome"):
    """The first message: who you are. `at`: the house's clock, in milliseconds since 1970. `page`: the build of the
    page that the house serves now; a page that began with another script is of before."""

    person: str
    name: str
    at: int
    paused: bool = False
    page: str = ""


class TableMessage(Told, tag="table"):
    """A whole table: the answer to `watch`, and what a reader who fell behind gets instead of what was missed."""

    table: TableTold
    names: dict[str, str] = {}
    twins: list[str] = []  # people here whose names can be taken for one another


class EntriesMessage(Told, tag="entries"):
    """What happened, and how things stand after it."""

    table: str
    entries: list[EntryTold]
    state: StateTold
    names: dict[str, str] = {}
    twins: list[str] = []


class Ack(Told, tag="ack"):
    """A command is in the log, durable, up to this entry."""

    id: str
    seq: int


class DeniedMessage(Told, tag="denied"):
    """The house did not do what was asked."""

    id: str | None
    fault: Fault


class Presence(Told, tag="presence"):
    """Who watches a table now."""

    table: str
    here: list[str]  # people who hold a seat
    spectators: int = 0
    names: dict[str, str] = {}


class HouseMessage(Told, tag="house"):
    """Paused: the log cannot be written at the moment. It goes on by itself."""

    paused: bool
    fault: Fault | None = None


class Pong(Told, tag="pong"):
    """The answer to `ping`. `at`: the house's clock, in milliseconds since 1970."""

    at: int


class LobbyMessage(Told, tag="lobby"):
    """Tables that anybody may join or watch; the first message has all of them, later ones those that changed."""

    tables: list[TableNote]
    gone: list[str] = []
    names: dict[str, str] = {}
    whole: bool = False


class MineMessage(Told, tag="mine"):
    """Tables of your own that changed, to those who look at the lobby; one where you do not sit any more is told once
    more."""

    tables: list[TableNote]
    names: dict[str, str] = {}


class Invited(Told, tag="invited"):
    """The tables to which you are invited are others than before: ask for them."""


class Gone(Told, tag="gone"):
    """The watched table was deleted, or this viewer may not watch it any more."""

    table: str
    fault: Fault


ServerMessage = (
    Welcome
    | TableMessage
    | EntriesMessage
    | Ack
    | DeniedMessage
    | Presence
    | HouseMessage
    | Pong
    | LobbyMessage
    | MineMessage
    | Invited
    | Gone
)

read_message = msgspec.json.Decoder(ClientMessage).decode
read_envelope = msgspec.json.Decoder(Envelope).decode
write: Callable[[Told], bytes] = msgspec.json.Encoder().encode
