"""Appraisal and Finding: what the judge hands over, also as JSON."""

from typing import Literal

import msgspec

VERSION = 1  # raised when an appraisal of before would come out differently

Standing = Literal["found", "fine", "open"]
Severity = Literal["grave", "slight", "none"]


class Figure(msgspec.Struct, frozen=True):
    """A share or a difference, with an interval that holds together with all others of an appraisal."""

    rate: float
    low: float
    high: float
    games: int


class Finding(msgspec.Struct, frozen=True):
    """What is known of one question: `found` something is wrong, `fine` it is not, `open` too few games to say."""

    kind: str
    subject: str  # a card, a room, a start place, a place in the order of play; "" for the whole game
    standing: Standing
    severity: Severity
    figure: Figure
    limit: float | None  # of the figure
    ours: Figure | None  # the same with what it is compared with
    apart: Figure | None = None  # how far it is from ours, deal by deal
    items: int = 0  # cards or rooms that were looked at and are summed up by this one


class Party(msgspec.Struct, frozen=True):
    """What was played: which edition, with which options."""

    name: str | None
    sha256: str | None
    options: dict[str, str | int | bool]
    built_in: bool


class Appraisal(msgspec.Struct, kw_only=True):
    version: int = VERSION
    game: str
    rules: int
    seats: int
    mine: Party
    ours: Party
    seed: str
    equal: str  # who played against itself
    weak: str  # who played against it when strength was tried
    error: float  # the probability that anything that is sound is found wanting
    deals: int  # played, in order
    most: int  # that were to be played at most
    games: int  # all in all
    settled: bool  # every question about the whole game has its answer
    findings: list[Finding]  # what is wrong first, then what is open, then what is fine

    @property
    def found(self) -> list[Finding]:
        return [one for one in self.findings if one.standing == "found"]
