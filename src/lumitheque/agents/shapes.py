"""What agents are told, and what they ask for. What the house tells of a table, it tells here in the same shapes."""

from typing import Any

from msgspec import Struct, field

from lumitheque.games.game import Value
from lumitheque.games.origins import Source
from lumitheque.reception.faults import Fault
from lumitheque.reception.shelf import GameLine, LevelTold, OptionTold
from lumitheque.referee.lessons import LessonLine
from lumitheque.tables import EditionChoice, StateTold, TableNote, TableTold


class AgentOpening(Struct, kw_only=True, frozen=True):
    """A table to be opened for an agent."""

    game: str
    seats: int | None = None  # as few as can be, if nothing is said
    seat: int = 0  # the agent's
    opponents: list[str] = field(default_factory=lambda: ["greedy"])  # levels by seat, the last for all that follow
    options: dict[str, Value] = {}
    edition: EditionChoice | None = None
    hints: bool = False
    language: str = "en"
    refusals: int | None = None  # in one decision, before a stand-in decides; None: as many as it likes


class GameFacts(Struct, frozen=True):
    """A game on the shelf, as `/api/games` tells it, without the pages."""

    game: GameLine
    options: list[OptionTold]
    editions: list[str]
    levels: list[LevelTold]  # beside `random` and `greedy`, which play every game
    aim: str


class RuleTold(Struct, frozen=True, omit_defaults=True):
    id: str
    text: str  # Markdown, as on the page of the rules
    origins: list[Source] = []  # where it comes from: booklet, reading, house, elsewhere
    lesson: LessonLine | None = None  # that teaches it


class MoveTold(Struct, frozen=True):
    move: str
    sentence: str


class MovesTold(Struct, frozen=True, omit_defaults=True):
    """A page of legal moves."""

    total: int  # that were asked for, of all pages
    first: int
    moves: list[MoveTold]
    next: int | None = None  # where the next page begins
    chosen: list[str] = []


class PlayTold(Struct, frozen=True, omit_defaults=True):
    """A play as the agent's seat knows it."""

    seat: int | None
    moves: list[str] | None  # None: made in secret, and still secret
    sentence: str


class AgentView(Struct, kw_only=True, omit_defaults=True):
    table: TableTold
    names: dict[str, str]
    legal_total: int  # `legal` in the table's state is left out when it is long: ask for its pages
    chosen: list[str] = []
    refusals_left: int | None = None  # in this decision, before a stand-in decides
    sentence: str | None = None  # what is to be done now
    drawing: str | None = None


class MoveAnswer(Struct, kw_only=True, omit_defaults=True):
    """What came of a move: made, kept until a secret decision is complete, or refused."""

    done: bool
    refused: Fault | None = None
    number: int | None = None  # which of the moves was refused, from 0
    refusals_left: int | None = None
    stand_in: list[str] = []  # what a stand-in played instead, after too many refusals
    chosen: list[str] = []  # chosen, but not played before it is complete
    plays: list[PlayTold] = []  # what has happened since the agent's last play, its own included
    state: StateTold
    legal_total: int


class WhyTold(Struct, omit_defaults=True):
    legal: bool
    sentence: str  # of the move if it is legal, of the refusal if not
    number: int | None = None
    rule: RuleTold | None = None


class TablesTold(Struct, omit_defaults=True):
    tables: list[TableNote]
    sentence: str | None = None


class RecordTold(Struct, omit_defaults=True):
    record: Any  # whole once the game is over, and before that as far as the seat may know it
    cost: int = 0  # tokens that the agent told
    illegal: dict[str, int] = {}  # refused moves by rule id
