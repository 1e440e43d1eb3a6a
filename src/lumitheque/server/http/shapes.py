"""Request and response bodies of the HTTP interface."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from lumitheque.games.game import Value
from lumitheque.games.origins import Source, ValueOrigin
from lumitheque.reception.faults import Fault
from lumitheque.reception.shapes import MoveText
from lumitheque.referee.lessons import LessonLine
from lumitheque.server.absences.dates import Holiday, QuietHours
from lumitheque.server.notices.channels import Form
from lumitheque.server.orders.making import Planned
from lumitheque.server.upkeep.set_aside import SetAside
from lumitheque.tables import TableNote

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
    least: int  # about how long a game takes
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
    exercises: int  # how many there are
    lessons: list[LessonLine]  # in the order of a course


class LevelTold(Struct, frozen=True):
    """A bot to play against, and the character that it is."""

    name: str  # how it is asked for
    title: str
    sentence: str  # who it is and how it plays
    strength: int | None  # points above a player who moves at random; 400 points are 10 to 1
    spread: int | None  # half of the 95 % interval of its strength


class EngineTold(Struct, frozen=True):
    """A program of this house's host that plays a game, as a bot."""

    name: str  # how it is asked for, like a level
    title: str
    sentence: str  # that it is one, and who wrote it


class GameTold(Struct, frozen=True):
    """A game, with everything that a client needs to show it, in the language that was asked for."""

    game: GameLine
    options: list[OptionTold]
    by_links: dict[str, list[Value]] | None  # played by links: an option and its values that allow it, the usual first
    editions: list[EditionTold]
    levels: list[LevelTold]
    levels_later: list[str]  # those among them that are offered only when the game is prepared
    words: dict[str, Any]
    rules: str  # in Markdown
    aid: str
    origins: dict[str, list[Source]]  # by rule id: where it comes from
    engines: list[EngineTold] = []  # the host's programs
    prints: list[str] = []  # what of it can be printed in this house: board, cards, …


# --- tables ----------------------------------------------------------------------------------------------------------


class Invitation(Struct):
    """A link to a table."""

    url: str
    svg: str  # the same for a camera


class OrderWanted(Struct, forbid_unknown_fields=True):
    """What a seat is to answer: lines of everybody's moves, ending with its own; or the first legal of `standing`."""

    after: Annotated[int, Meta(ge=0, le=1 << 31)]  # the last entry that you saw; refused if somebody has played since
    lines: Annotated[list[Annotated[list[MoveText], Meta(max_length=100)]], Meta(max_length=100)] = []
    standing: Annotated[list[MoveText], Meta(max_length=100)] = []


class StandingOffered(Struct, frozen=True):
    """A move that can be ordered whatever happens."""

    move: str
    label: str


class OrderTold(Struct):
    """What is left of the order of a seat, and what can be ordered there."""

    seat: int
    lines: list[list[Planned]]  # from the present position on
    standing: list[str]
    broken: Fault | None  # why the last order was not carried out
    takes_lines: bool
    offered: list[StandingOffered]


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


class KnownPerson(Struct, frozen=True):
    """Somebody you know, mute or block."""

    id: str
    name: str
    together: int  # games that you played with them, among your latest
    last: int  # when something happened in one of them; 0: never
    added: bool  # by a link
    muted: bool
    blocked: bool


class KnownTold(Struct, frozen=True):
    people: list[KnownPerson]
    link: str | None  # by which others get to know you


class PersonMarked(Struct, forbid_unknown_fields=True):
    muted: bool | None = None  # you do not read what they say
    blocked: bool | None = None  # and they cannot invite you


class LinkOwner(Struct, frozen=True):
    name: str
    own: bool  # it is your own link


class InvitationWanted(Struct, forbid_unknown_fields=True):
    person: Annotated[str, Meta(min_length=1, max_length=64)]


class InvitationTold(Struct, frozen=True):
    """Somebody you know waits for you at a table."""

    table: str
    game: str
    by: str
    name: str
    at: int


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


class GivenUp(Struct):
    """Notices that did not arrive. Of whom they were for, the host is told nothing."""

    why: str
    count: int


class GivenUpAnswer(Struct):
    given_up: list[GivenUp]  # the most frequent reason first
    days: int  # in which they were counted


class BotWanted(Struct, forbid_unknown_fields=True):
    level: Annotated[str, Meta(max_length=40)] | None = None


class HealthAnswer(Struct):
    """Liveness or readiness of the house."""

    ok: bool
    paused: bool = False
    version: str = ""
    unwell: list[str] = []  # background work that failed lately; it is tried again, and play goes on
    preparing: list[str] = []  # games that are not compiled yet: they are played, with fewer bots


# --- absences --------------------------------------------------------------------------------------------------------


class AbsencesTold(Struct, frozen=True):
    """Your holidays and quiet hours."""

    holidays: list[Holiday]
    quiet: QuietHours | None
    zone: str
    left: dict[str, int]  # days of holiday by year, this one and the next
    most: int  # days a year


class AbsencesWanted(Struct, forbid_unknown_fields=True):
    holidays: Annotated[list[Holiday], Meta(max_length=60)]
    quiet: QuietHours | None
    zone: Annotated[str, Meta(min_length=1, max_length=60)]  # as in Europe/Paris


# --- notices ---------------------------------------------------------------------------------------------------------


class ChannelTold(Struct, frozen=True, omit_defaults=True):
    """One of your channels."""

    id: str
    by: Literal["push", "mail", "webhook"]
    name: str = ""  # the device, the mail address, the host of the webhook
    endpoint: str | None = None  # of a push service: a browser knows its own by it
    form: Form | None = None
    unconfirmed: bool = False  # the code that was sent there has not been typed yet
    daily: str | None = None  # the hour of the digest
    trouble: str | None = None  # why the last notice did not arrive
    stopped: bool = False  # nothing is sent there any more


class NoticesTold(Struct, frozen=True):
    """How you are told, and which ways this house has."""

    channels: list[ChannelTold]
    push_key: str  # the house's public key, with which a browser subscribes
    mail: bool  # whether the house sends mail
    private: bool  # whether webhooks may lead into private networks
    calendar: str | None  # the address of your private feed


class PushWanted(Struct, forbid_unknown_fields=True):
    endpoint: Annotated[str, Meta(min_length=1, max_length=2000)]
    p256dh: Annotated[str, Meta(min_length=1, max_length=200)]
    auth: Annotated[str, Meta(min_length=1, max_length=100)]
    device: Annotated[str, Meta(max_length=60)] = ""


class MailWanted(Struct, forbid_unknown_fields=True):
    mailbox: Annotated[str, Meta(min_length=3, max_length=254)]  # not `address`: Litestar injects one by that name
    daily: Annotated[str, Meta(max_length=5)] | None = None  # HH:MM: one digest a day, at that hour
    zone: Annotated[str, Meta(min_length=1, max_length=60)] = "UTC"  # as in Europe/Paris


class ChannelChanged(Struct, forbid_unknown_fields=True):
    daily: Annotated[str, Meta(max_length=5)] | None
    zone: Annotated[str, Meta(min_length=1, max_length=60)] = "UTC"


class CodeTyped(Struct, forbid_unknown_fields=True):
    code: Annotated[str, Meta(min_length=1, max_length=20)]


class WebhookWanted(Struct, forbid_unknown_fields=True):
    form: Form
    url: Annotated[str, Meta(min_length=1, max_length=2000)]  # Matrix: of the room; ntfy: of the topic
    token: Annotated[str, Meta(max_length=500)] | None = None  # Matrix: needed; ntfy: if the topic is protected
