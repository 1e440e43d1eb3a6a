"""What the HTTP interface takes and gives."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from lumitheque.bots.levels import Level
from lumitheque.games.game import Value
from lumitheque.server.messages import Key
from lumitheque.tables import AnyCommand, EntryTold, StateTold, TableNote, TableTerms, TableTold

Seat = Annotated[int, Meta(ge=0, le=31)]
Language = Literal["fr", "en"]
Name = Annotated[str, Meta(min_length=1, max_length=200)]
Code = Annotated[str, Meta(min_length=1, max_length=100)]


# --- games -----------------------------------------------------------------------------------------------------------


class Spoken(Struct, frozen=True):
    fr: str
    en: str


class ValueTold(Struct, frozen=True):
    value: Value
    label: Spoken


class OptionTold(Struct, frozen=True):
    name: str
    label: Spoken
    help: Spoken
    values: list[ValueTold]
    defaults: dict[str, Value]  # by number of players


class EditionTold(Struct, frozen=True):
    name: str
    sha256: str
    reconstruction: bool
    text: str  # the whole file: boards and cards are drawn from it


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
    age: Spoken
    minutes: Spoken


class GameTold(Struct, frozen=True):
    """A game, with all that an interface needs to speak of it."""

    game: GameLine
    options: list[OptionTold]
    editions: list[EditionTold]
    levels: list[Level]
    words: dict[str, dict[str, Any]]  # by language
    pages: dict[str, str]  # the rules in Markdown, by language
    aids: dict[str, str]


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


class EntriesAnswer(Struct):
    entries: list[EntryTold]
    state: StateTold
    names: dict[str, str]


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


class HintWanted(Struct, forbid_unknown_fields=True):
    seat: Seat | None = None
    seconds: Annotated[float, Meta(ge=0.05, le=3)] = 1.0


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
    svg: str  # the address with the code, for a camera


# --- the host --------------------------------------------------------------------------------------------------------


class HostTold(Struct):
    house_code: str | None
    keep_days: int
    removed: list[str]
    paused: bool
    sockets: int
    tables: int


class HostChanged(Struct, forbid_unknown_fields=True):
    house_code: Annotated[str, Meta(max_length=100)] | None = None  # empty: none
    keep_days: Annotated[int, Meta(ge=0, le=3650)] | None = None  # 0: everything is kept


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
