"""Positions of Luminis as JSON."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from lumitheque.games.edition import Edition
from lumitheque.games.ending import Ending, tell_ending
from lumitheque.games.luminis import rules
from lumitheque.games.luminis.hands import row_of
from lumitheque.games.luminis.record import (
    BYSTANDERS,
    CARDS,
    CHOOSE_PILE,
    FIRST_COLUMN,
    LAST_COLUMN,
    MIDDLE,
    OVER,
    PAY,
    REASONS,
    SPIRE_LEVEL,
    STEAL,
    UNKNOWN,
)

PHASES = ("piles", "turn", "pay", "name", "steal", "drop", "over")
HIDDEN = "?"


class Paying(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """LM-14: a card on its way to its place."""

    card: str
    column: int
    missing: list[int]  # squares, circles, triangles


class Standing(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A card of a cathedral; its level is its row."""

    card: str
    column: int


class Position(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A position of Luminis. A card that the viewer does not know is "?"."""

    phase: str
    turn: int | None  # whose turn it is
    acting: int | None  # who decides now: another while a named thief chooses
    first: int
    spires: list[str]  # still to be had
    bonus: list[str]  # still to be had, top first
    piles: list[list[str]]  # bottom to top
    level_one: list[bool] | None  # which piles still hold a level I card, while they are searched
    to_take: int  # level I cards that the acting seat still has to take
    hands: list[list[str]]
    holders: dict[str, dict[str, list[int]]]  # per viewer: cards it saw go to another hand, and who may hold them
    cathedrals: list[list[Standing]]  # by level, then column
    paying: Paying | None
    named: int | None  # the thief who chooses now
    quiet: int  # turns in a row without a placement; a turn that is down to dropping cards counts
    ending: Ending | None


def names_of(edition: Edition, cards: Iterable[int]) -> list[str]:
    return [HIDDEN if card == UNKNOWN else edition.cards[card] for card in cards]


def standing(s: Any, seat: int) -> Iterator[tuple[int, int]]:
    """The cards of a cathedral with their columns, by level, then column."""
    for level in range(SPIRE_LEVEL):
        for at in range(FIRST_COLUMN, LAST_COLUMN + 1):
            if card := int(s.cathedral[seat, at, level]):
                yield card - 1, at - MIDDLE


def viewer_name(row: int) -> str:
    return "spectator" if row == BYSTANDERS else str(row)


def write_row(edition: Edition, s: Any, row: int) -> dict[str, list[int]]:
    told = {}
    for card in range(CARDS):
        if seats := int(s.holders[row, card]):
            told[edition.cards[card]] = [seat for seat in range(s.seats) if (seats >> seat) & 1]
    return told


def write_paying(edition: Edition, s: Any) -> Paying | None:
    if s.phase != PAY:
        return None
    return Paying(card=edition.cards[s.paying], column=int(s.paying_at) - MIDDLE, missing=[int(n) for n in s.missing])


def ending_of(edition: Edition, s: Any) -> Ending | None:
    return tell_ending(rules, REASONS, edition.record, s, int(s.seats))


def position_of(edition: Edition, s: Any, viewer: int | None) -> Position:
    """A whole state (viewer None), or the view of one who has it."""
    over, seats, piles = s.phase == OVER, range(s.seats), range(s.pile_count)
    rows = [*seats, BYSTANDERS] if viewer is None else [int(row_of(viewer))]
    return Position(
        phase=PHASES[s.phase],
        turn=None if over else int(s.turn),
        acting=None if over else int(s.acting),
        first=int(s.first),
        spires=names_of(edition, s.spires[: s.spire_count]),
        bonus=names_of(edition, edition.record.bonus[s.bonus :]),
        piles=[names_of(edition, s.piles[pile, : s.height[pile]]) for pile in piles],
        level_one=[bool(s.level_one[pile]) for pile in piles] if s.phase == CHOOSE_PILE else None,
        to_take=int(s.to_take),
        hands=[names_of(edition, s.hands[seat, : s.held[seat]]) for seat in seats],
        holders={viewer_name(row): write_row(edition, s, row) for row in rows},
        cathedrals=[[Standing(edition.cards[card], column) for card, column in standing(s, seat)] for seat in seats],
        paying=write_paying(edition, s),
        named=int(s.acting) if s.phase == STEAL else None,
        quiet=int(s.quiet),
        ending=ending_of(edition, s),
    )
