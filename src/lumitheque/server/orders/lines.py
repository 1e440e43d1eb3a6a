"""Order: what a person decided ahead for one seat, and what it answers at a table."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from lumitheque.referee import Referee
from lumitheque.tables import Entry, Table
from lumitheque.tables.events import Played, TakenBack

Line = list[str]  # moves as texts, everybody's in turn, from where the order was made


class Broken(Struct, frozen=True):
    """Why an order was not carried out, for its owner."""

    move: str
    code: str
    rule: str | None = None
    phase: str | None = None


class Order(Struct, frozen=True, omit_defaults=True):
    """It holds from the entry `seq` on, when `moves` decisions had been made."""

    seq: int
    moves: int
    made: int = 0  # when; of two for one seat the later one counts
    lines: list[Line] = []
    standing: list[str] = []  # moves to make at the next turn whatever happens: the first that is legal
    broken: Broken | None = None  # all that is left of it


class Answer(Struct, frozen=True):
    """What an order does now: it waits, plays, breaks, or is over."""

    what: Literal["wait", "play", "break", "over"]
    moves: list[str] = []
    broken: Broken | None = None


WAIT, OVER = Answer("wait"), Answer("over")


def is_undone(entries: Sequence[Entry]) -> bool:
    """Whether the position was taken back in which an order was made. `entries`: those after it."""
    since = 0
    for entry in entries:
        if isinstance(entry.event, Played):
            since += len(entry.event.moves or [])
        elif isinstance(entry.event, TakenBack):
            since -= entry.event.decisions
            if since < 0:
                return True
    return False


def lines_left(table: Table, order: Order) -> list[Line]:
    """What is still to come of the lines that the game has followed so far."""
    made = [decision.text for decision in table.game.decisions[order.moves :]]
    return [line[len(made) :] for line in order.lines if len(line) > len(made) and line[: len(made)] == made]


def standing_left(table: Table, order: Order, seat: int) -> list[str]:
    """Standing moves are for one turn: none are left when the seat has decided anything."""
    made = table.game.decisions[order.moves :]
    return [] if any(decision.seat == seat for decision in made) else order.standing


def answer(table: Table, order: Order, seat: int, person: str) -> Answer:
    """What the order does at a table whose game goes on. It answers no question: while one is open, it waits."""
    lines, standing = lines_left(table, order), standing_left(table, order, seat)
    if not lines and not standing:
        return OVER
    if seat not in table.waiting or table.places[seat].bot is not None or _is_asked(table, person):
        return WAIT
    if lines:
        return Answer("play", own_moves(table.game, seat, max(lines, key=len)))
    return _standing(table, standing, seat)


def _is_asked(table: Table, person: str) -> bool:
    questions = (table.take_back_question, table.draw_offer)
    return any(question is not None and person in table.missing(question) for question in questions)


def own_moves(referee: Referee, seat: int, line: Line) -> list[str]:
    """The moves at the beginning of a line that the seat makes before it is somebody else's turn."""
    moves: list[str] = []
    trial = referee.begin_trial()
    try:
        for text in line:
            if referee.waiting() != [seat]:
                break
            moves.append(text)
            move, rule_id = referee.judge(text, seat)
            if rule_id:
                break  # the table says no to it
            referee.play_number(move, seat, text)
    finally:
        referee.end_trial(trial)
    return moves


def _standing(table: Table, standing: list[str], seat: int) -> Answer:
    broken = None
    for text in standing:
        move, rule_id = table.game.judge(text, seat)
        if rule_id is None:
            return Answer("play", [text])
        broken = broken or Broken(text, "refused", rule_id, table.game.phase_instead(seat, move, rule_id))
    return Answer("break", broken=broken)
