"""What may be said of a choice: nothing within the noise of the searches; which choices turned the game."""

from lumitheque.reviews.parts import Part
from lumitheque.reviews.shapes import ReviewStep, Verdict

SURELY = 2  # standard errors within which nothing is blamed
LEAST_LOSS = 10_000  # beyond them, before a choice counts as less than the best
LEAST_SLIP = 40_000  # ... before it is called anything
SLIP, MISTAKE, BLUNDER = 60_000, 120_000, 200_000
TURNING_POINTS = 3


def lost(part: Part, move: int) -> int:
    """What a choice gave away: nothing if it was the best move, or as good as far as one can tell."""
    if move == part.best:
        return 0
    loss = part.chance - part.rest
    return loss if loss > SURELY * part.error + LEAST_LOSS else 0


def verdict_on(part: Part, move: int) -> Verdict:
    loss = lost(part, move)
    if loss < max(SLIP, SURELY * part.error + LEAST_SLIP):
        return ""
    if loss < MISTAKE:
        return "slip"
    return "mistake" if loss < BLUNDER else "blunder"


def mattered(part: Part, move: int) -> int:
    """How much the right move was better than the second best; 0 if it was not made, or not clearly the best."""
    gap = part.chance - part.rest
    clear = move == part.best and part.other != part.best and gap > SURELY * part.error + LEAST_SLIP
    return gap if clear else 0


def turning_points(steps: list[ReviewStep]) -> list[int]:
    """The steps that changed this seat's chance most, beyond the noise, in order of the game."""
    weighty = [step for step in steps if abs(step.after - step.before) > max(step.noise, LEAST_SLIP)]
    weighty.sort(key=lambda step: (-abs(step.after - step.before), step.number))
    return sorted(step.number for step in weighty[:TURNING_POINTS])
