"""What may be ordered. A line is tried on the game as it stands; the seat sees all of it, or no line may be planned."""

from msgspec import Struct

from lumitheque.games import find
from lumitheque.reception.faults import HouseFault
from lumitheque.referee import Referee
from lumitheque.server.orders.lines import Line, Order
from lumitheque.tables import Days, Denied, NoClock, Table

MOST_LINES, LONGEST_LINE, MOST_STANDING, LONGEST_MOVE = 20, 20, 10, 60
UNHURRIED = (NoClock, Days)  # where waiting hurts; on other clocks people are at the table


class Planned(Struct, frozen=True):
    """A move of a line."""

    seat: int
    move: str
    sentence: str


def why_none(table: Table) -> str | None:
    """The code of the reason why no order can be given at this table; None if some can."""
    game = find(table.terms.game)
    if table.status != "playing" or not isinstance(table.terms.clock, UNHURRIED):
        return "no_orders"
    if not game.plannable and not game.standing:
        return "no_orders"
    return None


def takes_lines(table: Table) -> bool:
    """Whether lines can be planned now: nothing is hidden, and nobody decides in secret."""
    return find(table.terms.game).plannable and table.status == "playing" and not table.deciding


def make_order(table: Table, seat: int, lines: list[Line], standing: list[str], after: int) -> Order:
    """HouseFault or Denied if the seat cannot order that. `after`: the last entry that its person saw."""
    if (code := why_none(table)) is not None:
        raise HouseFault(code)
    if after < table.played_seq:
        raise Denied("stale")
    if seat in table.waiting:
        raise HouseFault("own_turn")
    if len(lines) > MOST_LINES or len(standing) > MOST_STANDING or any(len(line) > LONGEST_LINE for line in lines):
        raise HouseFault("too_much_ordered", lines=MOST_LINES, moves=LONGEST_LINE)
    if not set(standing) <= set(find(table.terms.game).standing):
        raise HouseFault("no_such_order")
    if lines and not takes_lines(table):
        raise HouseFault("no_lines")
    answers: dict[tuple[str, ...], str] = {}
    lines = [list(line) for line in dict.fromkeys(map(tuple, lines))]
    for line in lines:
        _check_line(table, seat, line, answers)
    return Order(table.seq, table.moves(), lines=lines, standing=list(dict.fromkeys(standing)))


def _check_line(table: Table, seat: int, line: Line, answers: dict[tuple[str, ...], str]) -> None:
    """`answers`: what the lines before answer to what was played."""
    game, trial = table.game, table.game.begin_trial()
    try:
        for number, text in enumerate(line):
            mover = _try(game, table.terms.game, text, number)
            if mover == seat and answers.setdefault(tuple(line[:number]), text) != text:
                raise HouseFault("two_answers", move=text)
        if not line or seat in game.waiting() or game.decisions[-1].seat != seat:
            raise HouseFault("line_ends")
    finally:
        game.end_trial(trial)


def _try(referee: Referee, game: str, text: str, number: int) -> int:
    """Make one move of a line, whoever's it is; returns whose."""
    waiting = referee.waiting()
    if len(waiting) != 1 or len(text) > LONGEST_MOVE:
        raise HouseFault("line_ends")
    move, rule_id = referee.judge(text, waiting[0])
    if rule_id:
        phase = referee.phase_instead(waiting[0], move, rule_id)
        raise Denied("refused", rule_id, move=text, number=number, game=game, options=referee.options, phase=phase)
    if referee.play_number(move, waiting[0], text):
        raise HouseFault("no_lines")  # chance had a part in it
    return waiting[0]


def tell_line(referee: Referee, line: Line, language: str) -> list[Planned]:
    """A line from the present position on, move by move."""
    told: list[Planned] = []
    trial = referee.begin_trial()
    try:
        for text in line:
            seat = referee.waiting()[0]
            told.append(Planned(seat, text, referee.describe(text, language)))
            referee.play(text, seat)
    finally:
        referee.end_trial(trial)
    return told
