"""Pieces, placements and positions of Galax and Sirius as text and JSON."""

from itertools import compress
from typing import Any

import msgspec
import numpy as np

from lumitheque.games.edition import numbers_of
from lumitheque.games.ending import Ending
from lumitheque.games.game import GameError
from lumitheque.games.pawns.board import (
    BOARD_FIELDS,
    BROWN,
    CELLS,
    EACH,
    EMPTY,
    NO_SIDE,
    NOWHERE,
    OPEN,
    OVER,
    PAWNS,
    PLAY,
    REASONS,
    SECRET,
    SETUP,
    SIDE,
    SUN,
    WHITE,
    add_fault,
    add_piece,
    at_cell,
    empty_board,
)
from lumitheque.games.texts import grammar, read_cell, write_cell

SIDES = ("white", "brown")
PHASES = ("setup", "play", "over")
KINDS = "SMTC"  # sun, moon, star, champion
KIND_WORDS = ("@sun", "@moon", "@star", "@champion")
PLACE_TEXT = grammar("(CELL)=([SMT])")
HUFF_TEXT = grammar("huff (CELL)")


def cell_number(text: str) -> int:
    return read_cell(text, SIDE, SIDE, NOWHERE)


def cell_text(cell: int) -> str:
    return write_cell(cell, SIDE)


CELL_TEXTS = tuple(cell_text(cell) for cell in range(CELLS))
PIECE_TEXTS = {
    sign * (SUN + i): colour + kind for sign, colour in ((1, "w"), (-1, "b")) for i, kind in enumerate(KINDS)
}


PLACE_TEXTS = {int(at_cell(cell)): text for cell, text in enumerate(CELL_TEXTS)}  # by place on the bordered board
ON_BOARD = np.array([*PLACE_TEXTS])


def place_text(at: int) -> str:
    """A place on the bordered board as a cell."""
    return PLACE_TEXTS[int(at)]


def piece_word(piece: int) -> str:
    return KIND_WORDS[abs(int(piece)) - SUN]


def read_piece(text: str) -> int:
    if len(text) != 2 or text[0] not in "wb" or text[1] not in KINDS:
        raise GameError(f"{text!r} is not a piece; pieces are wS, wM, wT, wC and bS, bM, bT, bC")
    kind = SUN + KINDS.index(text[1])
    return kind if text[0] == "w" else -kind


def read_place(text: str, first_move: int) -> int | None:
    """`c2=S` as the number of a move."""
    match = PLACE_TEXT.fullmatch(text)
    return first_move + cell_number(match[1]) * 3 + KINDS.index(match[2]) if match else None


def write_place(move: int, first_move: int) -> str:
    cell, kind = divmod(move - first_move, 3)
    return f"{cell_text(cell)}={KINDS[kind]}"


class PawnPosition(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A position of Sirius; Galax adds what happens inside a turn."""

    phase: str  # setup, play or over
    white: int  # the seat that plays white
    turn: str | None  # white or brown; null in a secret set-up and when over
    board: dict[str, str]  # cell: w or b, then S sun, M moon, T star, C champion
    committed: list[str]  # sides whose thirty pawns stand
    faults: list[str]  # cells of pieces that the side to move may huff
    quiet: int  # half-turns in a row without a taking, a huff or a promotion
    passes: int  # in a row
    progress: bool  # this half-turn has had one of those
    ending: Ending | None


look = numbers_of(
    np.dtype(BOARD_FIELDS, align=True),
    *("fault_count", "white", "phase", "turn", "passes", "progress", "quiet", "setup"),
)


def board_fields(s: Any, ending: Ending | None) -> dict[str, Any]:
    """The fields of a PawnPosition. Every viewer is told it after every move: it is written to be quick."""
    fault_count, white, phase, turn, passes, progress, quiet, setup = look(s)
    cells, committed = s.board[ON_BOARD].tolist(), s.committed.tolist()
    side = None
    if phase == PLAY:
        side = SIDES[turn]
    elif phase == SETUP and setup == OPEN:
        side = SIDES[committed[WHITE]]
    return {
        "phase": PHASES[phase],
        "white": white,
        "turn": side,
        "board": dict(zip(compress(CELL_TEXTS, cells), map(PIECE_TEXTS.__getitem__, filter(None, cells)), strict=True)),
        "committed": list(compress(SIDES, committed)),
        "faults": [place_text(at) for at in s.faults[:fault_count].tolist()] if fault_count else [],
        "quiet": quiet,
        "passes": passes,
        "progress": bool(progress),
        "ending": ending,
    }


def on_board(text: str) -> int:
    """A cell of the board as a place, or a line that says why not."""
    if not grammar("CELL").fullmatch(text) or cell_number(text) == NOWHERE:
        raise GameError(f"{text!r} is not a cell; cells go from a1 to j10")
    return int(at_cell(cell_number(text)))


def one_of(value: str, known: tuple[str, ...], what: str) -> int:
    if value not in known:
        raise GameError(f"{what}: {value!r} is not one of {', '.join(known)}")
    return known.index(value)


def read_board(position: PawnPosition, out: Any) -> None:
    """Fill the common part of a blank record; its options are already written."""
    empty_board(out)
    out.phase = one_of(position.phase, PHASES, "phase")
    if position.white not in (0, 1):
        raise GameError(f"white: the seat that plays white is 0 or 1, not {position.white}")
    if not (0 <= position.passes <= 2 and 0 <= position.quiet <= out.patience):
        raise GameError(f"passes must be 0, 1 or 2, and quiet from 0 to {out.patience}")
    out.white, out.quiet, out.passes, out.progress = position.white, position.quiet, position.passes, position.progress
    for side in position.committed:
        out.committed[one_of(side, SIDES, "committed")] = 1
    for cell, text in position.board.items():
        at, piece = on_board(cell), read_piece(text)
        if out.count[WHITE if piece > 0 else BROWN] == PAWNS:
            raise GameError(f"board: a side has {PAWNS} pieces at most")
        add_piece(out, at, piece)
    check_pawns(out)
    for cell in position.faults:
        if out.board[on_board(cell)] == EMPTY:
            raise GameError(f"faults: no piece stands on {cell}")
        add_fault(out, on_board(cell))
    out.turn = one_of(position.turn or "nobody", SIDES, "turn") if out.phase == PLAY else WHITE
    read_ending(position, out)


def check_pawns(out: Any) -> None:
    """GX-01, SI-01: ten of a kind at most, and in a set-up only on the own three rows."""
    for side in (WHITE, BROWN):
        pieces = [abs(int(out.board[at])) for at in out.cells[side, : out.count[side]]]
        if any(pieces.count(kind) > EACH for kind in range(SUN, SUN + 3)):
            raise GameError(f"board: {SIDES[side]} has more than {EACH} pawns of a kind")
        if out.phase == PLAY and not pieces:
            raise GameError(f"board: {SIDES[side]} has no piece left, so the game is over")
        if out.phase == SETUP and out.setup != SECRET and out.committed[side] != (len(pieces) == PAWNS):
            raise GameError(f"committed: {SIDES[side]} has placed {len(pieces)} of {PAWNS} pawns")


def read_ending(position: PawnPosition, out: Any) -> None:
    out.winner = NO_SIDE
    if (position.ending is not None) != (out.phase == OVER):
        raise GameError("a position has an ending when its phase is over, and only then")
    if position.ending is not None:
        out.reason = one_of(position.ending.reason, REASONS, "ending")
        if len(position.ending.winners) == 1:
            out.winner = WHITE if position.ending.winners[0] == out.white else BROWN


def write_lot(label: int, values: list[int]) -> int | list[str]:
    """What chance gave: the seat that plays white, or thirty letters."""
    return values[0] if label == 0 else [KINDS[kind - SUN] for kind in values]


def read_lot(label: int, outcome: Any) -> list[int]:
    if label == 0:
        if type(outcome) is not int:
            raise GameError("the outcome of 'white' is a seat, 0 or 1")
        return [outcome]
    if not isinstance(outcome, list) or not all(
        isinstance(text, str) and len(text) == 1 and text in KINDS[:3] for text in outcome
    ):
        raise GameError("the outcome for pawns is a list of thirty letters S, M, T")
    return [SUN + KINDS.index(text) for text in outcome]
