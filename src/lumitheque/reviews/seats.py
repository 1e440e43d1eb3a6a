"""What was searched, as a seat's review: its steps, sums and turning points."""

from lumitheque.reviews.chances import Chances, Line
from lumitheque.reviews.parts import Part, Task
from lumitheque.reviews.past import Moment, Past
from lumitheque.reviews.reasons import explain
from lumitheque.reviews.shapes import Considered, HadYouKnown, ReviewStep, SeatReview
from lumitheque.reviews.verdicts import lost, mattered, turning_points, verdict_on

NOBODY = -1  # who ended a game by agreement


def review_seat(line: Line, parts: dict[Task, Part]) -> SeatReview:
    """Put together what was found for one seat; everything adds up to its result."""
    past, seat = line.past, line.seat
    chances = line.follow(parts)
    steps = [_step(line, parts, moment, chances[moment.number]) for moment in past.moments]
    result = past.shares[seat]
    if past.cut_short:
        start = _given(line, parts)
        steps.append(_outside_the_rules(past, seat, steps[-1].after if steps else start, result))
    own = sum(step.made - step.before for step in steps if step.seat == seat)
    others = sum(step.made - step.before for step in steps if step.seat != seat)
    return SeatReview(
        seat=seat,
        start=steps[0].before if steps else result,
        own=own,
        others=others,
        luck=sum(step.after - step.made for step in steps),
        result=result,
        steps=steps,
        turning_points=turning_points(steps),
        best_move=_best_move(line, parts),
        known=_known(line, parts),
    )


def _given(line: Line, parts: dict[Task, Part]) -> int:
    """The chance before a game that was ended before anybody decided anything."""
    return parts[line.anchor(0)].hopes[line.seat] if line.past.length == 0 else 0


def _outside_the_rules(past: Past, seat: int, before: int, result: int) -> ReviewStep:
    """The game was resigned, timed out or agreed upon: the choice of whoever did so, never better than playing on."""
    by = past.ending.get("seat", NOBODY)
    made = min(before, result) if by == seat else result
    return ReviewStep(number=past.length, seat=by, move="", before=before, made=made, after=result)


def _step(line: Line, parts: dict[Task, Part], moment: Moment, chances: Chances) -> ReviewStep:
    own = line.has_choice(moment.number)
    shown = None if line.kinds[moment.number] == "still" else moment.text
    step = ReviewStep(moment.number, moment.seat, shown, chances.before, chances.made, chances.after)
    if own:
        _tell_choice(line.past, parts[Task("choice", moment.number, line.seat)], moment, step)
    elif moment.seat == line.seat:
        step.best = moment.text
    return step


def _tell_choice(past: Past, part: Part, moment: Moment, step: ReviewStep) -> None:
    """Add to a step of one's own what would have been best and why."""
    loss = lost(part, moment.move)
    best = part.best if loss else moment.move
    text = {move: past.text(moment.number, moment.seat, move) for move in _moves(part)}
    step.best = text[best]
    step.moves = _considered(part, best, step, text)
    step.line = _as_texts(past, moment, part.line if best == part.best else part.instead)
    step.noise, step.verdict = part.noise, verdict_on(part, moment.move)
    if step.verdict:
        sight = past.sight(moment.number, moment.seat)
        step.reasons = explain(sight, past.edition, moment.move, best, part.line)


def _moves(part: Part) -> list[int]:
    return list(dict.fromkeys([part.best, part.other, *(move for move, _ in part.ranked)]))


def _considered(part: Part, best: int, step: ReviewStep, text: dict[int, str]) -> list[Considered]:
    """The best few, best first, measured from the chance before: where the other moves stand comes from one search."""
    values = dict(part.ranked)
    values[part.best], values[part.other] = part.chance, part.rest
    top = values[best]
    found = [
        Considered(text[move], max(0, min(step.before, step.before - top + chance))) for move, chance in values.items()
    ]
    found.sort(key=lambda one: (one.move != text[best], -one.chance, one.move))
    return found


def _as_texts(past: Past, moment: Moment, line: list[tuple[int, int]]) -> list[tuple[int, str]]:
    """A line of moves as texts. Where a text depends on the position, it is that of an imagined world."""
    sight, told = past.sight(moment.number, moment.seat), list[tuple[int, str]]()
    for seat, move in line:
        told.append((seat, past.game.notation.write_move(past.edition, sight.view, move)))
    return told


def _best_move(line: Line, parts: dict[Task, Part]) -> int | None:
    """The own decision where the right move mattered most."""
    gaps: list[tuple[int, int]] = []
    for moment in line.past.moments:
        if line.has_choice(moment.number):
            gap = mattered(parts[Task("choice", moment.number, line.seat)], moment.move)
            if gap:
                gaps.append((-gap, moment.number))
    return min(gaps)[1] if gaps else None


def _known(line: Line, parts: dict[Task, Part]) -> list[HadYouKnown]:
    found = []
    for moment in line.past.moments:
        part = parts.get(Task("known", moment.number, line.seat))
        if part is not None:
            best, made = (part.chance, part.rest) if part.best != moment.move else (part.chance, part.chance)
            text = line.past.text(moment.number, line.seat, part.best)
            found.append(HadYouKnown(moment.number, text, best, min(best, made)))
    return found
