"""What travels on the WebSocket, one JSON object per message.

A client says what it wants in `do`; the house says what it tells in `t`. The numbers of entries are the log's, the same
for all viewers. A client keeps the last number it has; entries that it has already are to be passed over.
"""

from collections.abc import Callable
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from lumitheque.server.faults import Fault
from lumitheque.tables import AnyCommand, EntryTold, StateTold, TableNote, TableTold

Key = Annotated[
    str, Meta(min_length=1, max_length=64, description="The command's own id: sent again, it is not obeyed again.")
]
TableId = Annotated[str, Meta(min_length=1, max_length=64)]


# --- heard -----------------------------------------------------------------------------------------------------------


class Heard(Struct, tag_field="do", frozen=True):
    """What all messages of clients are: tagged with their verb."""


class Watch(Heard, tag="watch", frozen=True):
    """Look at a table (one at a time). `after`: the last number that the client has; None: it has nothing. `seat`: look
    as this seat, which must be one's own; None: as the only seat one holds, or as a spectator."""

    table: TableId
    after: int | None = None
    seat: int | None = None


class Unwatch(Heard, tag="unwatch", frozen=True):
    pass


class Act(Heard, tag="act", frozen=True):
    """A command for a table, watched or not."""

    id: Key
    table: TableId
    command: AnyCommand


class Ping(Heard, tag="ping", frozen=True):
    pass


class LookAtLobby(Heard, tag="lobby", frozen=True):
    on: bool = True


AnyHeard = Watch | Unwatch | Act | Ping | LookAtLobby


class Envelope(Struct):
    """What can still be read of a message that cannot be."""

    id: str | None = None


# --- told ------------------------------------------------------------------------------------------------------------


class Told(Struct, tag_field="t", omit_defaults=True):
    """What all messages of the house are: tagged with their kind."""


class Welcome(Told, tag="welcome"):
    """The first message: who you are."""

    person: str
    name: str
    at: int  # the house's clock, in milliseconds since 1970
    paused: bool = False


class TableMessage(Told, tag="table"):
    """A table, whole: the answer to `watch`, and what a reader gets who fell behind."""

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
    """A command was obeyed: it is in the log, durable, up to this number."""

    id: str
    seq: int


class DeniedMessage(Told, tag="denied"):
    """Something was not done."""

    id: str | None
    fault: Fault


class Presence(Told, tag="presence"):
    """Who looks at a table now."""

    table: str
    here: list[str]  # people who hold a seat
    spectators: int = 0
    names: dict[str, str] = {}


class HouseMessage(Told, tag="house"):
    """Paused: the log cannot be written at the moment. It goes on by itself."""

    paused: bool
    fault: Fault | None = None


class Pong(Told, tag="pong"):
    at: int


class LobbyMessage(Told, tag="lobby"):
    """Tables that anybody may join or watch; the first message has all of them, later ones those that changed."""

    tables: list[TableNote]
    gone: list[str] = []
    names: dict[str, str] = {}
    whole: bool = False


class Gone(Told, tag="gone"):
    """The table that was watched is there no more, or not for this viewer."""

    table: str
    fault: Fault


read_message = msgspec.json.Decoder(AnyHeard).decode
read_envelope = msgspec.json.Decoder(Envelope).decode
write: Callable[[Told], bytes] = msgspec.json.Encoder().encode
