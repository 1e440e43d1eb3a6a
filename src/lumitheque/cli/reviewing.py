"""review: what each seat could have known and done in a finished game."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from lumitheque.cli.bots import Threads
from lumitheque.cli.records import Files
from lumitheque.cli.referee import Json, Seat, say_json
from lumitheque.cli.speech import Language, Speech

if TYPE_CHECKING:
    from lumitheque.cli.reading import Place
    from lumitheque.referee import GameRecord
    from lumitheque.reviews import Plan, Review, ReviewStep, SeatReview
    from lumitheque.reviews.running import Progress
    from lumitheque.reviews.telling import SeatReviewTold

WORST = 8  # mistakes of a seat that are listed

Simulations = Annotated[int | None, Parameter(metavar="N", help="Simulations of one search; more is surer and slower.")]
Seconds = Annotated[
    float | None,
    Parameter(name="--time", metavar="S", help="About how long a game may take: simulations are chosen to fit."),
]
SearchSeed = Annotated[str, Parameter(metavar="TEXT", help="Another one gives other searches of the same game.")]
Known = Annotated[bool, Parameter(help="Also what would have been best instead of a mistake, had all been known.")]


def review(
    *files: Files,
    simulations: Simulations = None,
    time: Seconds = None,
    seat: Seat = None,
    known: Known = False,
    seed: SearchSeed = "0",
    threads: Threads = None,
    json: Json = False,
    lang: Language = None,
) -> None:
    """Review finished games: each seat's chances at every decision, by what that seat could know then.

    Start, own choices, others' choices and luck add up to the result. With the same simulations and seed a review is
    the same on any machine.
    """
    say = Speech(lang)
    from lumitheque.cli.reading import compile_if_need_be, read_many
    from lumitheque.games.game import GameError

    _check(simulations, time)
    compile_if_need_be(say)
    for place, record in read_many(files):
        from lumitheque.referee import RecordError  # now that it is settled how rules run
        from lumitheque.reviews import Plan

        plan = Plan(simulations=simulations, seats=None if seat is None else [seat], seed=seed, known=known)
        try:
            made = _review(record, plan, time, threads or os.cpu_count() or 1, say)
        except GameError as error:
            raise RecordError(f"{place}: {error}") from None
        if json:
            say_json(place._asdict() | _as_json(made))
        else:
            show_review(place, made, say)


def _check(simulations: int | None, time: float | None) -> None:
    from lumitheque.games.game import GameError

    if simulations is not None and time is not None:
        raise GameError("--time and --simulations do not go together")
    if simulations is not None and simulations < 1:
        raise GameError("simulations: at least one")
    if time is not None and not 0 < time < float("inf"):
        raise GameError(f"seconds: {time} is not a time to think")


def _review(record: "GameRecord", plan: "Plan", time: float | None, threads: int, say: Speech) -> "Review":
    from lumitheque.reviews import review_record
    from lumitheque.reviews.budgeting import fitting_simulations

    if time is not None:
        plan.simulations = fitting_simulations(record, plan, time, threads)
    with _bar(say) as progress:
        return review_record(record, plan, threads, progress)


@contextmanager
def _bar(say: Speech) -> "Iterator[Progress]":
    """Show a bar on stderr if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda made, of: None  # noqa: ARG005
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(say("review.progress"), total=None)

        def advance(made: int, of: int) -> None:
            bar.update(task, completed=made, total=of)

        yield advance


def _as_json(made: "Review") -> dict[str, Any]:
    import msgspec

    told: dict[str, Any] = msgspec.to_builtins(made)
    return told


# --- for people -----------------------------------------------------------------------------------------------------


def show_review(place: "Place", made: "Review", say: Speech) -> None:
    """Print a review: a line of sums for each seat, then what each should look at."""
    from rich import box
    from rich.table import Table

    from lumitheque.cli.telling import Screen, player
    from lumitheque.games import find
    from lumitheque.reviews.telling import tell_review

    screen, told = Screen(), tell_review(made, find(made.game), say.language)
    heading = f"{find(made.game).words(say.language)['title']} · {say.error(str(place))}"
    table = Table(title=heading, title_justify="left", box=box.SIMPLE)
    table.add_column(say("review.seat"))
    for column in ("start", "own", "others", "luck", "result"):
        table.add_column(say(f"review.{column}"), justify="right")
    for one in made.reviews:
        changes = [signed(number, say) for number in (one.own, one.others, one.luck)]
        table.add_row(player(one.seat), percent(one.start, say), *changes, percent(one.result, say))
    screen.print(table)
    for one, words in zip(made.reviews, told.seats, strict=True):
        for line in lines_for(one, words, say):
            screen.print(line)
    screen.print(say("review.how", simulations=made.simulations, noise=percent(typical_noise(made), say)))


def percent(chance: int, say: Speech) -> str:
    return say("hint.percent", number=say.decimal(f"{chance / 10_000:.1f}"))


def signed(change: int, say: Speech) -> str:
    sign = "+" if change > 0 else "−" if change < 0 else ""
    return sign + percent(abs(change), say)


def typical_noise(made: "Review") -> int:
    """The median of how far two searches of a decision differed."""
    noise = sorted(step.noise for one in made.reviews for step in one.steps if step.moves)
    return noise[len(noise) // 2] if noise else 0


def lines_for(one: "SeatReview", told: "SeatReviewTold", say: Speech) -> Iterator[str]:
    """What a seat should look at: turning points, the best move, mistakes, and what it could not know."""
    from lumitheque.cli.telling import player

    steps = {step.number: step for step in one.steps}
    yield say("review.of", player=player(one.seat))
    yield f"  {told.luck}"
    for number in one.turning_points:
        yield f"  {say('review.turning', change=_change(steps[number], say), move=_who(steps[number], say))}"
    if one.best_move is not None:
        yield f"  {say('review.best', move=_who(steps[one.best_move], say))}"
    wrong = sorted((step for step in one.steps if step.verdict), key=lambda step: step.made - step.before)[:WORST]
    known, better = {had.number: had for had in one.known}, {step.number: step for step in told.better}
    for step in wrong:
        yield f"  {_tell_mistake(step, say)}"
        yield from (f"    {reason}" for reason in better[step.number].reasons)
        if had := known.get(step.number):
            chances = {"chance": percent(had.chance, say), "made": percent(had.made, say)}
            yield f"    {say('review.known', best=had.best, **chances)}"
    if not wrong:
        yield f"  {say('review.none')}"


def _change(step: "ReviewStep", say: Speech) -> str:
    return f"{percent(step.before, say)} → {percent(step.after, say)}"


def _who(step: "ReviewStep", say: Speech) -> str:
    from lumitheque.cli.telling import player

    who = player(step.seat) if step.seat >= 0 else say("review.all")
    what = say("review.hidden") if step.move is None else step.move or say("review.ended")
    return f"{step.number}. {who} {what}"


def _tell_mistake(step: "ReviewStep", say: Speech) -> str:
    change = f"{percent(step.before, say)} → {percent(step.made, say)}"
    return say(f"review.{step.verdict}", move=_who(step, say), change=change, best=step.best)
