"""Positions of Luminis as JSON."""

from collections.abc import Iterator
from typing import Any

import msgspec

from lumitheque.games.edition import Edition
from lumitheque.games.ending import Ending, tell_ending
from lumitheque.games.luminis import rules
from lumitheque.games.luminis.hands import row_of
from lumitheque.games.luminis.record import (
    BYSTANDERS,
    CHOOSE_PILE,
    FIRST_COLUMN,
    LAST_COLUMN,
    MIDDLE,
    OVER,
    PAY,
    REASONS,
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


class PlacedCard(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
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
    cathedrals: list[list[PlacedCard]]  # by level, then column
    paying: Paying | None
    named: int | None  # the thief who chooses now
    quiet: int  # turns in a row without a placement; a turn that is down to dropping cards counts
    ending: Ending | None


def names_of(edition: Edition, cards: Any) -> list[str]:
    names = edition.cards
    return [HIDDEN if card == UNKNOWN else names[card] for card in cards.tolist()]


def standing(s: Any, seat: int) -> Iterator[tuple[int, int]]:
    """The cards of a cathedral with their columns, by level, then column."""
    by_level = s.cathedral[seat, FIRST_COLUMN : LAST_COLUMN + 1].T
    levels, columns = by_level.nonzero()
    for card, column in zip(by_level[levels, columns].tolist(), columns.tolist(), strict=True):
        yield card - 1, column + FIRST_COLUMN - MIDDLE


def viewer_name(row: int) -> str:
    return "spectator" if row == BYSTANDERS else str(row)


def write_row(edition: Edition, s: Any, row: int) -> dict[str, list[int]]:
    holders, seats = s.holders[row], range(s.seats)
    cards = holders.nonzero()[0]
    seen = zip(cards.tolist(), holders[cards].tolist(), strict=True)
    return {edition.cards[card]: [seat for seat in seats if (bits >> seat) & 1] for card, bits in seen}


def write_paying(edition: Edition, s: Any) -> Paying | None:
    if s.phase != PAY:
        return None
    return Paying(card=edition.cards[s.paying], column=int(s.paying_at) - MIDDLE, missing=s.missing.tolist())


def ending_of(edition: Edition, s: Any) -> Ending | None:
    return tell_ending(rules, REASONS, edition.record, s, int(s.seats))


def position_of(edition: Edition, s: Any, viewer: int | None) -> Position:
    """A whole state (viewer None), or the view of one who has it."""
    over, seats = s.phase == OVER, range(s.seats)
    rows = [*seats, BYSTANDERS] if viewer is None else [int(row_of(viewer))]
    return Position(
        phase=PHASES[s.phase],
        turn=None if over else int(s.turn),
        acting=None if over else int(s.acting),
        first=int(s.first),
        spires=names_of(edition, s.spires[: s.spire_count]),
        bonus=names_of(edition, edition.record.bonus[s.bonus :]),
        piles=[names_of(edition, s.piles[pile, :high]) for pile, high in enumerate(s.height[: s.pile_count].tolist())],
        level_one=[some != 0 for some in s.level_one[: s.pile_count].tolist()] if s.phase == CHOOSE_PILE else None,
        to_take=int(s.to_take),
        hands=[names_of(edition, s.hands[seat, :held]) for seat, held in enumerate(s.held[: s.seats].tolist())],
        holders={viewer_name(row): write_row(edition, s, row) for row in rows},
        cathedrals=[[PlacedCard(edition.cards[card], column) for card, column in standing(s, seat)] for seat in seats],
        paying=write_paying(edition, s),
        named=int(s.acting) if s.phase == STEAL else None,
        quiet=int(s.quiet),
        ending=ending_of(edition, s),
    )
