"""What is true of every state of Galax."""

from typing import Any

from lumitheque.games.edition import Edition
from lumitheque.games.galax import reach
from lumitheque.games.galax.record import AUTOMATIC, NOBODY
from lumitheque.games.pawns.audit import ascending
from lumitheque.games.pawns.audit import audit as audit_board
from lumitheque.games.pawns.board import PLAY


def audit(edition: Edition | None, s: Any) -> list[str]:
    """What is wrong with a state; nothing, if the rules are right."""
    problems = audit_board(edition, s)
    own = set(s.cells[s.turn, : s.count[s.turn]].tolist())
    missed = s.missed[: s.missed_count].tolist()
    if not ascending(missed) or not own.issuperset(missed) or any(s.missed[s.missed_count :]):
        problems.append(f"missed {missed}: out of order, or not of the side to move")
    if s.captures == AUTOMATIC and (missed or s.fault_count):
        problems.append("something was missed, but takings are automatic")
    if s.mover == NOBODY:
        if s.steps or s.extra or missed:
            problems.append("steps, extra or missed before anybody has stepped")
    elif s.phase != PLAY or s.mover not in own or s.fault_count:
        problems.append(f"mover {s.mover}: not of the side to move, or huffing is still possible")
    elif not s.steps and not s.extra and not reach.prey_around(s, int(s.mover)):
        problems.append("the turn should have ended by itself")
    elif (s.steps or s.extra) and not reach.free_around(s, int(s.mover)):
        problems.append("a step is owed, but there is none")
    return problems
