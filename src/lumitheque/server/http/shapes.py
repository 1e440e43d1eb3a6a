"""Request and response bodies of the HTTP interface."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from lumitheque.games.game import Value
from lumitheque.games.origins import Source, ValueOrigin
from lumitheque.server.upkeep.set_aside import SetAside
from lumitheque.tables import (
    TableNote,
)

Code = Annotated[str, Meta(min_length=1, max_length=100)]


# --- games -----------------------------------------------------------------------------------------------------------


class ValueTold(Struct, frozen=True):
    value: Value
    label: str
    origin: ValueOrigin | None  # whether the booklet plays so; null for a game that does not say


class DefaultsWith(Struct, frozen=True):
    """The defaults of an option when another option has a certain value."""

    option: str
    value: Value
    defaults: dict[str, Value]  # by number of players


class OptionTold(Struct, frozen=True):
    name: str
    label: str
    help: str
    values: list[ValueTold]
    defaults: dict[str, Value]  # by number of players
    defaults_with: list[DefaultsWith]  # where they depend on another option


class EditionTold(Struct, frozen=True):
    name: str
    sha256: str
    reconstruction: bool
    text: str  # the whole file: boards and cards are drawn from it


class MinutesTold(Struct, frozen=True):
    """About how long a game takes."""

    least: int
    most: int
    per: str | None  # the option by whose value they are multiplied
    each: str | None  # what one of these is called: "a round"


class GameLine(Struct, frozen=True):
    """A game on the shelf."""

    name: str
    rules: int
    seats: list[int]
    secrets: bool
    drawable: bool
    title: str
    tagline: str
    players: str
    age: int
    minutes: MinutesTold
    prepared: bool  # compiled; until then it is played with fewer bots and without hints


class LevelTold(Struct, frozen=True):
    """A bot to play against, and the character that it is."""

    name: str  # how it is asked for
    title: str
    sentence: str  # who it is and how it plays
    strength: int | None  # points above a player who moves at random; 400 points are 10 to 1
    spread: int | None  # half of the 95 % interval of its strength


class GameTold(Struct, frozen=True):
    """A game, with everything that a client needs to show it, in the language that was asked for."""

    game: GameLine
    options: list[OptionTold]
    editions: list[EditionTold]
    levels: list[LevelTold]
    levels_later: list[str]  # those among them that are offered only when the game is prepared
    words: dict[str, Any]
    rules: str  # in Markdown
    aid: str
    origins: dict[str, list[Source]]  # by rule id: where it comes from


# --- tables ----------------------------------------------------------------------------------------------------------


class Invitation(Struct):
    """A link to a table."""

    url: str
    svg: str  # the same for a camera


# --- study -----------------------------------------------------------------------------------------------------------


# --- people ----------------------------------------------------------------------------------------------------------


class HouseCode(Struct, forbid_unknown_fields=True):
    code: Code


class Transfer(Struct):
    """A one-time code that gives another device the same identity; it expires."""

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
    """A table that will be put away, or deleted, unless somebody comes back or the host restores it."""

    table: TableNote
    at: int  # when; milliseconds since 1970
    aside: bool  # it is put away already: at that moment it is deleted


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


class HealthAnswer(Struct):
    """Liveness or readiness of the house."""

    ok: bool
    paused: bool = False
    version: str = ""
    unwell: list[str] = []  # background work that failed lately; it is tried again, and play goes on
    preparing: list[str] = []  # games that are not compiled yet: they are played, with fewer bots
