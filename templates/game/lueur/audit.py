"""What is true of every state."""

from typing import Any

from lueur.notation import spent_by
from lueur.record import CELLS, OVER, SEATS
from lueur.rules import lights_each
from lumitheque.games.edition import Edition


def audit(edition: Edition | None, s: Any) -> list[str]:
    """What is wrong with a state; nothing, if the rules are right."""
    problems = [
        f"cell {cell}: a light of nobody's" for cell in range(CELLS) if bool(s.light[cell]) != bool(s.owner[cell])
    ]
    lit = sorted(int(light) for light in s.light if light)
    if lit != sorted(light for seat in range(SEATS) for light in spent_by(s, seat)):
        problems.append("the lights on the sky are not those that were placed")
    for seat in range(SEATS):
        problems += audit_seat(s, seat)
    if s.phase == OVER and s.turn != 0:
        problems.append("it is over, and yet somebody's turn")
    return problems


def audit_seat(s: Any, seat: int) -> list[str]:
    """Every light of a seat is in one place; hand and bag are in order."""
    hand, bag = s.hand[seat].tolist(), s.bag[seat].tolist()
    everywhere = sorted([*spent_by(s, seat), *filter(None, hand), *filter(None, bag)])
    each = lights_each(int(s.seats)) if seat < s.seats else 0
    problems = []
    if everywhere != list(range(1, each + 1)):
        problems.append(f"seat {seat}: has {everywhere}, not each light from 1 to {each}")
    if (hand[1] and hand[0] >= hand[1]) or (hand[1] and not hand[0]):
        problems.append(f"seat {seat}: the hand {hand} is not in order")
    if bag.count(0) != len(bag) - s.left[seat] or any(bag[int(s.left[seat]) :]):
        problems.append(f"seat {seat}: the bag is not as full as it says")
    return problems
