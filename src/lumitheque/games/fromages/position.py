"""Positions of La chasse aux fromages as JSON.

In a position, "?" is a card that is there but hidden from the viewer, and null is no card.
"""

from typing import Any

import msgspec

from lumitheque.games.edition import Edition
from lumitheque.games.ending import Ending, tell_ending
from lumitheque.games.fromages import rules
from lumitheque.games.fromages.record import (
    CLASSIQUE,
    COLUMNS,
    HIDDEN,
    NOBODY,
    OVER,
    REASONS,
    TOUT_PETITS,
    cells_of,
)
from lumitheque.games.texts import write_cell

RAT_NAMES = ("Brie", "Comté", "Morbier", "Picodon", "Roquefort", "Tomme")
PHASES = ("turn", "held", "replaced", "flip", "over")
SOURCES = ("", "pile", "discard", "plumber")
TILES = (None, "plumber", "toilet")
UNKNOWN = "?"
CELL_TEXTS = [[write_cell(cell, COLUMNS) for cell in cells_of(game)] for game in (CLASSIQUE, TOUT_PETITS)]  # by place


class Pipe(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A card of a network."""

    card: str
    up: bool  # face up
    turned: bool | None  # by 180°; null if the card is hidden
    cover: str | None  # the clogged pipe that lies on it


class Hand(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The card in hand."""

    card: str
    source: str = msgspec.field(name="from")  # pile, discard or plumber


class Position(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    phase: str  # turn, held, replaced, flip or over
    turn: int | None
    dealer: int
    round: int
    rats: list[str]  # by seat
    networks: list[dict[str, Pipe]]  # by seat and cell, without start and home
    pile: list[str]  # the last is the top
    discard: list[str]  # the last is the top
    gone: list[str]  # out of the round
    held: Hand | None
    replaced: str | None  # the clogged pipe that just left a network
    may_decline: bool  # in phase flip: noflip is possible
    tile: str | None  # the side that is up
    cheese: int | None  # who has taken the 5-point cheese in this round
    scores: list[list[int]]  # of every finished round, by seat
    arrivals: list[int | None] = []  # of every finished round: who took the 5-point cheese; older positions lack it
    history: list[list[dict[str, str]]]  # of every finished round, by seat: the cards that were still face down
    quiet: int  # turns in a row that turned over or replaced no face-down card
    passes: int  # in a row
    ending: Ending | None


def card_text(edition: Edition, card: int) -> str:
    return UNKNOWN if card == HIDDEN else edition.cards[card - 1]


def card_or_none(edition: Edition, card: int) -> str | None:
    return None if card == HIDDEN else edition.cards[card - 1]


def seat_or_none(seat: int) -> int | None:
    return None if seat == NOBODY else int(seat)


def write_networks(edition: Edition, s: Any) -> list[dict[str, Pipe]]:
    cells, seats = CELL_TEXTS[s.game], int(s.seats)
    fields = [field[:seats].tolist() for field in (s.cards, s.up, s.turned, s.covers)]
    return [write_network(edition, cells, rows) for rows in zip(*fields, strict=True)]


def write_network(edition: Edition, cells: list[str], rows: tuple[list[int], ...]) -> dict[str, Pipe]:
    return {
        cell: Pipe(
            card=card_text(edition, card),
            up=up != 0,
            turned=None if card == HIDDEN else turned != 0,
            cover=card_or_none(edition, cover),
        )
        for cell, card, up, turned, cover in zip(cells, *rows, strict=False)
    }


def write_hand(edition: Edition, s: Any) -> Hand | None:
    return Hand(card=card_text(edition, int(s.held)), source=SOURCES[s.held_from]) if s.held_from else None


def rounds_finished(s: Any) -> int:
    """How many rounds have been counted; the little ones count nothing."""
    if s.game != CLASSIQUE:
        return 0
    return int(s.round_number) - int(s.phase != OVER)


def write_history(edition: Edition, s: Any, number: int) -> list[dict[str, str]]:
    """The cards that were still face down at the end of a round, by seat."""
    return [
        {cell: card_text(edition, card) for cell, card in zip(CELL_TEXTS[CLASSIQUE], cards, strict=True) if card}
        for cards in s.history[number, : s.seats].tolist()
    ]


def cards_text(edition: Edition, cards: Any, count: int) -> list[str]:
    return [card_text(edition, card) for card in cards[:count].tolist()]


def write_ending(edition: Edition, s: Any) -> Ending | None:
    return tell_ending(rules, REASONS, edition.record, s, int(s.seats))


def write_position(edition: Edition, s: Any, viewer: int | None) -> Position:
    """A state as JSON, or what a viewer knows of it: then `s` is the view."""
    finished = rounds_finished(s)
    return Position(
        phase=PHASES[s.phase],
        turn=seat_or_none(s.turn),
        dealer=int(s.dealer),
        round=int(s.round_number),
        rats=[RAT_NAMES[rat] for rat in s.rats[: s.seats]],
        networks=write_networks(edition, s),
        pile=cards_text(edition, s.pile, s.pile_count),
        discard=cards_text(edition, s.discard, s.discard_count),
        gone=[name for name, gone in zip(edition.cards, s.gone[1:].tolist(), strict=True) if gone],
        held=write_hand(edition, s),
        replaced=card_or_none(edition, int(s.replaced)),
        may_decline=bool(s.may_decline),
        tile=TILES[s.tile],
        cheese=seat_or_none(s.cheese),
        scores=s.scores[:finished, : s.seats].tolist(),
        arrivals=[seat_or_none(arrival - 1) for arrival in s.arrivals[:finished].tolist()],
        history=[write_history(edition, s, number) for number in range(finished)],
        quiet=int(s.quiet),
        passes=int(s.passes),
        ending=write_ending(edition, s),
    )
