"""One game of the programme: an agent plays it to its end, and what it did is counted."""

from collections import Counter
from typing import Protocol

import msgspec

from lumitheque.agents.programme import Bout, Programme
from lumitheque.agents.table import AgentTable
from lumitheque.referee import GameRecord


class Effort(msgspec.Struct):
    """What playing a game took, beside what the table counts."""

    seconds: float = 0.0  # of the agent
    failures: Counter[str] = msgspec.field(default_factory=Counter)  # by kind: crashed, too_slow …


class Contestant(Protocol):
    """An agent that can be measured."""

    @property
    def name(self) -> str: ...

    def digest(self) -> str:
        """Stands for what the agent is now."""

    def play(self, table: AgentTable, bout: Bout, refusals: int) -> Effort:
        """Play the agent's seat for as long as it can."""


class BoutResult(msgspec.Struct, frozen=True, kw_only=True):
    """How a bout ended."""

    id: str
    programme: str  # the digest of programme and agent
    game: str
    seats: int
    seat: int
    opponent: str
    number: int
    edition: str | None  # its digest
    share: float  # of the victory
    reason: str
    decisions: int  # of the agent's seat
    illegal: dict[str, int] = {}  # refused moves by rule id
    stood_in: int = 0  # decisions that a stand-in made
    failures: dict[str, int] = {}
    cost: int = 0  # tokens, if the agent tells
    seconds: float = 0.0


def play_bout(programme: Programme, bout: Bout, agent: Contestant) -> tuple[BoutResult, GameRecord]:
    """Play a bout. What the agent leaves undone, the stand-in does."""
    table = programme.open(bout)
    effort = agent.play(table, bout, programme.refusals)
    with table.lock:
        while not table.is_over:
            table.decide_instead()
        return _result(programme, bout, agent, table, effort), table.finished_record()


def _result(programme: Programme, bout: Bout, agent: Contestant, table: AgentTable, effort: Effort) -> BoutResult:
    ending = table.referee.ending()
    assert ending is not None
    edition = table.referee.edition
    winners = ending["winners"]
    return BoutResult(
        id=bout.id,
        programme=programme.digest(agent.digest()),
        game=bout.game,
        seats=bout.seats,
        seat=bout.seat,
        opponent=bout.opponent,
        number=bout.number,
        edition=None if edition is None else edition.sha256,
        share=1 / len(winners) if bout.seat in winners else 0.0,
        reason=ending["reason"],
        decisions=table.decisions,
        illegal=dict(sorted(table.illegal.items())),
        stood_in=table.stood_in,
        failures=dict(sorted(effort.failures.items())),
        cost=table.cost,
        seconds=round(effort.seconds, 3),
    )
