"""Bodies of requests about tables and study, and of their answers."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from lumitheque.games.game import Value
from lumitheque.reception.faults import Fault
from lumitheque.reception.messages import Key
from lumitheque.reception.replay import Moment, Viewpoint
from lumitheque.referee.records import Departure
from lumitheque.tables import (
    AnyCommand,
    EntryTold,
    StateTold,
    TableNote,
    TableTerms,
    TableTold,
)
from lumitheque.tables.terms import CommonTerms

Seat = Annotated[int, Meta(ge=0, le=31)]
LanguageCode = Annotated[str, Meta(min_length=1, max_length=20)]  # the name of a language's folder
Name = Annotated[str, Meta(min_length=1, max_length=200)]
Number = Annotated[int, Meta(ge=0, le=1 << 20)]  # of decisions
MoveText = Annotated[str, Meta(max_length=60)]
ChanceLabel = Annotated[str, Meta(max_length=40)]


class Opening(Struct, kw_only=True, forbid_unknown_fields=True):
    """A table to be opened, and who sits at it from the start."""

    terms: TableTerms
    sit: list[Seat] = []  # seats that the opener takes: several for people who share a device
    names: dict[str, Name] = {}  # seat: of whoever sits there, where several share a device
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
    """The command is committed; `seq` is the table's last entry."""

    seq: int


class HintWanted(Struct, forbid_unknown_fields=True):
    seat: Seat | None = None
    seconds: Annotated[float, Meta(ge=0.05, le=3)] = 1.0
    at: Number | None = None  # after so many decisions of a game that is over; None: now


class PlayJudged(Struct, forbid_unknown_fields=True):
    """A play to be judged without making it."""

    moves: list[str]
    seat: Seat | None = None


class Judgement(Struct):
    fault: Fault | None  # None: it may be played
    number: int | None = None  # which of the moves is refused, from 0


class FramesAnswer(Struct):
    viewpoint: Viewpoint
    first: int  # the frames asked for begin with this number
    total: int = 0  # decisions made: the number of the last frame of all
    frames: list[Moment] = []
    departures: list[Departure] = []  # in what the game is not as the rules set it up


class PlayOn(CommonTerms, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """A table that goes on from a position of a finished game: who sits there, and what is agreed anew."""

    at: Number
    sit: list[Seat] = field(default_factory=list)
    names: dict[str, Name] = field(default_factory=dict)
    bots: dict[str, str] = field(default_factory=dict)
    start: bool = False


class EditionBrought(Struct):
    name: Annotated[str, Meta(max_length=60)]
    sha256: Annotated[str, Meta(max_length=64)] | None = None
    text: str | None = None  # how long it may be, its loader says


class EditionDrawn(Struct, forbid_unknown_fields=True):
    """A board or deck of somebody's own, as far as it goes."""

    game: Annotated[str, Meta(max_length=40)]
    text: str


class ProblemTold(Struct, omit_defaults=True):
    """One thing that is wrong with it."""

    sentence: str
    line: int | None = None  # of its file
    rule: str | None = None
    side: str | None = None  # of a board, as the file calls it
    cell: str | None = None
    card: str | None = None
    column: str | None = None  # of the table of cards


class EditionChecked(Struct):
    problems: list[ProblemTold]  # in the order of the file, the first forty; none: it can be played with
    sha256: str | None = None


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
    sentence: str
    example: Any  # an outcome that could be


class Shown(Struct, forbid_unknown_fields=True):
    """What somebody saw at a place of a chance event's outcome."""

    number: Number
    place: Number
    value: Any


class CopyWanted(Struct, forbid_unknown_fields=True):
    """A game from the real box, as far as it was copied."""

    record: RecordBrought
    seen: Annotated[list[list[Number]], Meta(max_length=500)] = []  # by chance event, the places that were told
    shown: Shown | None = None  # one more


class Asked(Struct):
    """Something that shows now and was not told: a value at a place of a chance event's outcome."""

    number: int  # of the event
    label: str
    place: int  # in its outcome; 0 where that is a single value
    choices: list[Any]
    where: list[str | int] = []  # in the view of the first seat to move: keys and numbers


class CopyAnswer(Struct):
    """The record's chance as a whole: what was not seen is filled in. `asked` is to be told next."""

    chance: list[tuple[str, Any]]
    seen: list[list[int]]
    asked: Asked | None = None


class StudyAnswer(FramesAnswer):
    waiting: list[int] = []
    legal: dict[str, list[str]] = {}  # by seat
    fault: Fault | None = None  # a move that is refused, or chance that cannot be; the frames end before it
    refused: int | None = None  # which of the moves, from 0
    needs: Needs | None = None


class Me(Struct):
    id: str
    name: str
    named: bool  # by themselves; else the house calls them after a star
    language: LanguageCode
    host: bool  # of the house
    admitted: bool  # the house code is known, or there is none
    removed: bool
    phrases: dict[str, str]  # what can be said with a click
    silenced: list[str] = []  # people whose talk you do not wish to read
    sharers: int = 0  # people who share this device
    unchosen: bool = False  # and nobody has said yet which of them plays
    bots_on_devices: bool = False  # games against bots alone are opened on the device; the host chose so


class MeChanged(Struct, forbid_unknown_fields=True):
    name: Name | None = None
    language: LanguageCode | None = None


class DeviceGame(Struct, forbid_unknown_fields=True):
    """A table of a device with its whole log, one JSON text per entry."""

    table: Annotated[str, Meta(min_length=3, max_length=64)]
    entries: Annotated[list[str], Meta(min_length=1)]


class Done(Struct):
    done: bool = True
