"""What the HTTP interface takes and gives."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from lumitheque.bots.levels import Level
from lumitheque.games.game import Value
from lumitheque.games.origins import Source, ValueOrigin
from lumitheque.games.speech import Spoken
from lumitheque.referee.records import Departure
from lumitheque.server.aside import SetAside
from lumitheque.server.faults import Fault
from lumitheque.server.frames import Frame, Viewpoint
from lumitheque.server.messages import Key
from lumitheque.tables import (
    AnyCommand,
    ClockTerms,
    EntryTold,
    NoClock,
    StateTold,
    TableNote,
    TableTerms,
    TableTold,
)

Seat = Annotated[int, Meta(ge=0, le=31)]
Language = Literal["fr", "en"]
Name = Annotated[str, Meta(min_length=1, max_length=200)]
Code = Annotated[str, Meta(min_length=1, max_length=100)]
Number = Annotated[int, Meta(ge=0, le=1 << 20)]  # of decisions
MoveText = Annotated[str, Meta(max_length=60)]
ChanceLabel = Annotated[str, Meta(max_length=40)]


# --- games -----------------------------------------------------------------------------------------------------------


class ValueTold(Struct, frozen=True):
    value: Value
    label: Spoken
    origin: ValueOrigin | None  # whether the booklet plays so; null for a game that does not say


class DefaultsWith(Struct, frozen=True):
    """The defaults of an option when another option has a certain value."""

    option: str
    value: Value
    defaults: dict[str, Value]  # by number of players


class OptionTold(Struct, frozen=True):
    name: str
    label: Spoken
    help: Spoken
    values: list[ValueTold]
    defaults: dict[str, Value]  # by number of players
    defaults_with: list[DefaultsWith]  # where they depend on another option


class EditionTold(Struct, frozen=True):
    name: str
    sha256: str
    reconstruction: bool
    text: str  # the whole file: boards and cards are drawn from it


class MinutesTold(Struct, frozen=True):
    """How long a game takes, about."""

    least: int
    most: int
    per: str | None  # the option by whose value they are multiplied
    each: Spoken | None  # what one of these is called: "a round"


class GameLine(Struct, frozen=True):
    """A game on the shelf."""

    name: str
    rules: int
    seats: list[int]
    secrets: bool
    drawable: bool
    title: Spoken
    tagline: Spoken
    players: Spoken
    age: int
    minutes: MinutesTold


class GameTold(Struct, frozen=True):
    """A game, with all that an interface needs to speak of it."""

    game: GameLine
    options: list[OptionTold]
    editions: list[EditionTold]
    levels: list[Level]
    words: dict[str, dict[str, Any]]  # by language
    pages: dict[str, str]  # the rules in Markdown, by language
    aids: dict[str, str]
    origins: dict[str, list[Source]]  # by rule id: where it comes from


# --- tables ----------------------------------------------------------------------------------------------------------


class Opening(Struct, kw_only=True, forbid_unknown_fields=True):
    """A table to be opened, and who sits at it from the start."""

    terms: TableTerms
    sit: list[Seat] = []  # seats that the opener takes: several for people who share a device
    bots: dict[str, str] = {}  # seat: level
    start: bool = False  # at once, if all seats are taken


class TableAnswer(Struct):
    table: TableTold
    names: dict[str, str]
    twins: list[str] = []  # people here whose names can be taken for one another


class EntriesAnswer(Struct):
    entries: list[EntryTold]
    state: StateTold
    names: dict[str, str]
    twins: list[str] = []


class TablesAnswer(Struct):
    tables: list[TableNote]
    names: dict[str, str]
    more: str | None = None  # what to ask for as `before` to get the next page


class CommandSent(Struct, forbid_unknown_fields=True):
    command: AnyCommand
    id: Key | None = None


class Acknowledged(Struct):
    """Durable, up to this number."""

    seq: int


class Invitation(Struct):
    """Where a table is, for friends."""

    url: str
    svg: str  # the same for a camera


class HintWanted(Struct, forbid_unknown_fields=True):
    seat: Seat | None = None
    seconds: Annotated[float, Meta(ge=0.05, le=3)] = 1.0
    at: Number | None = None  # after so many decisions of a game that is over; None: now


# --- study -----------------------------------------------------------------------------------------------------------


class PlayJudged(Struct, forbid_unknown_fields=True):
    """A play that is only asked about: would it be refused?"""

    moves: list[str]
    seat: Seat | None = None


class Judgement(Struct):
    fault: Fault | None  # None: it may be played
    number: int | None = None  # which of the moves is refused, from 0


class FramesAnswer(Struct):
    viewpoint: Viewpoint
    first: int  # the frames asked for begin with this number
    total: int = 0  # decisions made: the number of the last frame of all
    frames: list[Frame] = []
    departures: list[Departure] = []  # in what the game is not as the rules set it up


class PlayOn(Struct, kw_only=True, forbid_unknown_fields=True):
    """A table that goes on from a position of a finished game: who sits there, and what is agreed anew."""

    at: Number
    sit: list[Seat] = []
    bots: dict[str, str] = {}
    start: bool = False
    clock: ClockTerms = NoClock()
    listed: bool = False
    spectators: bool = True
    hints: bool = False
    substitute: str | None = None
    pace: bool = False


class EditionBrought(Struct):
    name: Annotated[str, Meta(max_length=60)]
    sha256: Annotated[str, Meta(max_length=64)] | None = None
    text: Annotated[str, Meta(max_length=100_000)] | None = None


class RecordBrought(Struct, kw_only=True):
    """A game record, whole or not. Without a seed, what chance gives is told or asked for."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=32)]
    rules: int | None = None
    options: dict[str, Value] = {}
    edition: EditionBrought | None = None
    seed: Annotated[str, Meta(pattern="^[0-9a-fA-F]{1,32}$")] | None = None
    chance: Annotated[list[tuple[ChanceLabel, Any]], Meta(max_length=500)] = []
    moves: Annotated[list[tuple[int, MoveText]], Meta(max_length=5000)] = []
    position: dict[str, Any] | None = None
    ending: dict[str, Any] | None = None


class StudyWanted(Struct, forbid_unknown_fields=True):
    record: RecordBrought
    viewpoint: Seat | Literal["public", "all"] = "all"
    first: Number = 0
    last: Number | None = None


class Needs(Struct):
    """What chance gave, and the record does not tell: `[label, outcome]` comes next in its `chance`."""

    number: int  # in the record's chance, from 0
    label: str
    sentence_fr: str
    sentence_en: str
    example: Any  # an outcome that could be


class StudyAnswer(FramesAnswer):
    waiting: list[int] = []
    legal: dict[str, list[str]] = {}  # by seat
    fault: Fault | None = None  # a move that is refused, or chance that cannot be; the frames end before it
    refused: int | None = None  # which of the moves, from 0
    needs: Needs | None = None


# --- people ----------------------------------------------------------------------------------------------------------


class Me(Struct):
    id: str
    name: str
    language: Language
    host: bool  # of the house
    admitted: bool  # the house code is known, or there is none
    removed: bool
    phrases: dict[str, Spoken]  # what can be said with a click


class MeChanged(Struct, forbid_unknown_fields=True):
    name: Name | None = None
    language: Language | None = None


class HouseCode(Struct, forbid_unknown_fields=True):
    code: Code


class Transfer(Struct):
    """A code that makes another device the same person, once, for a while."""

    code: str
    expires_at: int
    url: str  # where it is typed
    svg: str  # the address with the code, for a camera


# --- the host --------------------------------------------------------------------------------------------------------


class HostTold(Struct):
    house_code: str | None
    keep_days: int
    finished_days: int
    removed: list[str]
    paused: bool
    sockets: int
    tables: int
    set_aside: list[SetAside]  # tables that cannot be opened, the first hundred
    set_aside_count: int
    damage: list[str]  # what else cannot be read


class HostChanged(Struct, forbid_unknown_fields=True):
    house_code: Annotated[str, Meta(max_length=100)] | None = None  # empty: none
    keep_days: Annotated[int, Meta(ge=0, le=3650)] | None = None  # 0: for good
    finished_days: Annotated[int, Meta(ge=0, le=3650)] | None = None  # 0: for good


class Swept(Struct):
    """A table that will be set aside, or deleted, unless somebody comes back or the host restores it."""

    table: TableNote
    at: int  # when; milliseconds since 1970
    aside: bool  # it is set aside already: at that moment it is deleted


class SweptAnswer(Struct):
    tables: list[Swept]
    names: dict[str, str] = {}


class PersonTold(Struct):
    id: str
    name: str
    created_at: int
    seen_at: int
    here: bool
    removed: bool


class PeopleAnswer(Struct):
    people: list[PersonTold]
    more: str | None = None


class BotWanted(Struct, forbid_unknown_fields=True):
    level: Annotated[str, Meta(max_length=40)] | None = None


class Done(Struct):
    done: bool = True


class Standing(Struct):
    """How the house is."""

    ok: bool
    paused: bool = False
    version: str = ""
    unwell: list[str] = []  # background work that failed lately; it is tried again, and play goes on
