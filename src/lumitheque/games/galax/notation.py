"""Moves and positions of Galax as text and JSON."""

from typing import Any

from lumitheque.games.edition import Edition, blank
from lumitheque.games.ending import Ending, tell_ending
from lumitheque.games.galax import reach, rules
from lumitheque.games.galax.record import AUTOMATIC, EDITION, ENDS, HUFF, NOBODY, PASS, PLACE, REASONS, STOP, TAKE
from lumitheque.games.game import GameError
from lumitheque.games.pawns.board import PLAY, at_cell, insert_place, owner
from lumitheque.games.pawns.texts import (
    HUFF_TEXT,
    SIDES,
    PawnPosition,
    board_fields,
    cell_number,
    cell_text,
    on_board,
    piece_word,
    place_text,
    read_board,
    read_lot,
    read_place,
    write_lot,
    write_place,
)
from lumitheque.games.texts import MoveTexts, grammar

NO_EDITION = blank(EDITION)
STEP_TEXT = grammar("(CELL)-(CELL)")
TAKE_TEXT = grammar("x(CELL)")
WORDS = {"stop": STOP, "pass": PASS}


class Position(PawnPosition, kw_only=True, forbid_unknown_fields=True):
    """A position of Galax: also what has happened inside the running turn."""

    mover: str | None  # cell of the piece that has stepped in the running turn
    steps: int  # how many more steps it may make in this turn
    extra: bool  # an extra turn is owed
    missed: list[str]  # cells of own pieces that are at fault so far in this half-turn


def read_move(edition: Edition | None, s: Any, text: str) -> int | None:
    """The number of a move, or None if the text says nothing."""
    if text in WORDS:
        return WORDS[text]
    if match := STEP_TEXT.fullmatch(text):
        return cell_number(match[1]) * ENDS + cell_number(match[2])
    if match := TAKE_TEXT.fullmatch(text):
        return TAKE + cell_number(match[1])
    if match := HUFF_TEXT.fullmatch(text):
        return HUFF + cell_number(match[1])
    return read_place(text, PLACE)


def write_move(edition: Edition | None, s: Any, move: int) -> str:
    return MOVE_TEXTS[move]


def move_text(move: int) -> str:
    if move >= PLACE:
        return write_place(move, PLACE)
    if move in (STOP, PASS):
        return "stop" if move == STOP else "pass"
    if move >= HUFF:
        return f"huff {cell_text(move - HUFF)}"
    if move >= TAKE:
        return f"x{cell_text(move - TAKE)}"
    start, goal = divmod(move, ENDS)
    return f"{cell_text(start)}-{cell_text(goal)}"


MOVE_TEXTS = MoveTexts(move_text)


def describe_move(edition: Edition | None, s: Any, move: int) -> tuple[str, dict[str, str]]:
    """The sentence that says a move, and its parts."""
    if move >= PLACE:
        cell, kind = divmod(move - PLACE, 3)
        return "place", {"piece": piece_word(kind + 1), "cell": cell_text(cell)}
    if move in (STOP, PASS):
        return "stop" if move == STOP else "pass", {}
    if move >= TAKE:
        key, cell = ("huff", move - HUFF) if move >= HUFF else ("take", move - TAKE)
        return key, {"piece": piece_word(s.board[at_cell(cell)]), "cell": cell_text(cell)}
    start, goal = divmod(move, ENDS)
    return "step", {"piece": piece_word(s.board[at_cell(start)]), "from": cell_text(start), "to": cell_text(goal)}


def write_ending(edition: Edition | None, s: Any) -> Ending | None:
    return tell_ending(rules, REASONS, NO_EDITION, s, 2)


def write_position(edition: Edition | None, s: Any, viewer: int | None) -> Position:
    return Position(
        **board_fields(s, write_ending(edition, s)),
        mover=None if s.mover == NOBODY else place_text(s.mover),
        steps=int(s.steps),
        extra=bool(s.extra),
        missed=[place_text(at) for at in s.missed[: s.missed_count].tolist()],
    )


def read_position(edition: Edition | None, seats: int, options: Any, position: Position, out: Any) -> None:
    """Fill a blank record; GameError if there can be no such position."""
    rules.agree(out, options)
    read_board(position, out)
    read_turn(position, out)
    check_faults(position, out)
    if out.phase == PLAY:
        check_going_on(out)


def own_piece(out: Any, side: int, cell: str, what: str) -> int:
    """A cell with a piece of a side, as a place."""
    at = on_board(cell)
    if out.board[at] == 0 or owner(out.board[at]) != side:
        raise GameError(f"{what}: no piece of {SIDES[side]} stands on {cell}")
    return at


def read_turn(position: Position, out: Any) -> None:
    """GX-09, GX-10, GX-11: who has stepped, what it is owed, what was missed."""
    inside = position.mover is not None
    if inside and out.phase != PLAY:
        raise GameError("mover: nobody steps in a set-up or when the game is over")
    if not inside and (position.steps or position.extra or position.missed):
        raise GameError("steps, extra, missed: 0, false and none at all while mover is null")
    side = int(out.turn)
    if position.mover is not None:
        out.mover = own_piece(out, side, position.mover, "mover")
        owed = position.steps + position.extra
        if position.steps not in (0, 1) or owed > 1 or (owed and not reach.is_champion(out, int(out.mover))):
            raise GameError("steps, extra: a champion may be owed one step, or an extra turn when promoted, not both")
        out.steps, out.extra = position.steps, position.extra
    for at in sorted({own_piece(out, side, cell, "missed") for cell in position.missed}):
        insert_place(out.missed, int(out.missed_count), at)
        out.missed_count += 1


def check_faults(position: Position, out: Any) -> None:
    """GX-11: only by hand; the enemy's may be huffed before the first step, the own are judged after it."""
    if out.captures == AUTOMATIC and (position.faults or position.missed):
        raise GameError("faults, missed: nothing is ever missed when takings are automatic")
    if position.faults and (out.phase != PLAY or out.mover != NOBODY):
        raise GameError("faults: pieces are huffed before the first step of a turn only")
    for cell in position.faults:
        own_piece(out, 1 - int(out.turn), cell, "faults")


def check_going_on(out: Any) -> None:
    """GX-13 to GX-15: what would have ended the turn or the game already."""
    mover = int(out.mover)
    if out.quiet >= out.patience or out.passes == 2:
        raise GameError("quiet, passes: the game would be over")
    if mover == NOBODY:
        rules.judge_duel(out)
        if out.phase != PLAY:
            raise GameError("board: champion against champion, with nothing to take or huff, would be drawn")
        return
    if not out.steps and not out.extra and not reach.prey_around(out, mover):
        raise GameError("mover: nothing is left to do in this turn, so it would have ended by itself")


def write_outcome(edition: Edition | None, label: int, argument: int, values: list[int]) -> int | list[str]:
    return write_lot(label, values)


def read_outcome(edition: Edition | None, label: int, argument: int, outcome: Any) -> list[int]:
    return read_lot(label, outcome)
