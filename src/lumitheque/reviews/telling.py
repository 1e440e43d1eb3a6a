"""A review in sentences: reasons, luck, turning points, in any language of the house.

The words are in the catalogue `review`. A game may say luck in words of its own, under `luck` in its `reasons.toml`.
"""

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from lumitheque.games.game import Game
from lumitheque.languages import Catalogue, fill
from lumitheque.reviews.shapes import MILLION, Reason, Review, ReviewStep, SeatReview

WORDS = Catalogue("review")
PLAYER = re.compile(r"P([1-9])")
SMALL, CLEAR, GREAT = 30_000, 100_000, 250_000  # millionths, from which luck or choices are said to count
Names = Mapping[int, str]  # of the players, by seat


class StepTold(Struct):
    """A step in words."""

    number: int  # as in the review: decisions made before it
    sentence: str
    reasons: list[str]


class SeatReviewTold(Struct):
    """A seat's review in words."""

    seat: int
    summary: str  # from the first chance to the result
    own: str  # what the own choices cost
    others: str  # what the choices of others changed
    luck: str  # what chance and reveals changed
    turning_points: list[StepTold]
    best_move: StepTold | None
    better: list[StepTold]  # own decisions that could have been better, in order


class ReviewTold(Struct):
    """A whole review in words."""

    noise: str  # what the searches cannot tell apart
    seats: list[SeatReviewTold]


def tell_review(review: Review, game: Game, language: str, names: Names | None = None) -> ReviewTold:
    """A review in words. Without `names` the players are P1, P2 …"""
    teller = Teller(game, language, names or {}, review.seats)
    noises = sorted(step.noise for seat in review.reviews for step in seat.steps if step.moves)
    middle = noises[len(noises) // 2] if noises else 0
    told = [teller.seat(seat) for seat in review.reviews]
    return ReviewTold(teller.say("noise", points=in_hundred(middle)), told)


def tell_reason(reason: Reason, game: Game, language: str, names: Names | None = None) -> str:
    """A reason as a sentence. Without `names` the players are P1, P2 …"""
    words = game.catalogue("reasons").words(language)
    parts = {part: _tell_part(text, words, names or {}) for part, text in reason.parts.items()}
    return fill(words["reasons"][reason.kind], language, parts)


def _tell_part(text: str, words: Mapping[str, Any], names: Names) -> str:
    """A part as it is said: `@its.moon` is looked up, `P2` is the name of a player."""
    if text.startswith("@"):
        table, _, key = text[1:].partition(".")
        found: str = words[table][key]
        return found
    if match := PLAYER.fullmatch(text):
        return names.get(int(match[1]) - 1, text)
    return text


def in_hundred(value: int) -> int:
    """Millionths as chances in a hundred, without a sign; what is not nothing is at least one."""
    return max(1 if value else 0, (abs(value) * 100 + MILLION // 2) // MILLION)


def grade(value: int) -> str:
    """How much a change counts: none, small, clear or great, and whether for the good or the bad."""
    size = abs(value)
    if size < SMALL:
        return "none"
    name = "small" if size < CLEAR else "clear" if size < GREAT else "great"
    return f"{name}_good" if value > 0 else f"{name}_bad"


class Teller:
    """Says the sentences of a review of one game in one language."""

    def __init__(self, game: Game, language: str, names: Names, seats: int) -> None:
        self.game, self.language, self.names = game, language, names
        self.table = "pair" if seats == 2 else "round"
        self.words = WORDS.words(language)
        self.own_words: dict[str, Any] = game.catalogue("reasons").words(language)

    def say(self, place: str, **parts: Any) -> str:
        """A message of the catalogue, by its keys with dots between them, its parts filled in."""
        message: Any = self.words
        for key in place.split("."):
            message = message[key]
        return fill(message, self.language, parts)

    def name(self, seat: int) -> str:
        return self.names.get(seat, f"P{seat + 1}")

    def seat(self, seat: SeatReview) -> SeatReviewTold:
        """Everything that is said to one seat."""
        steps = {step.number: step for step in seat.steps}
        best = None if seat.best_move is None else self._best_move(steps[seat.best_move])
        return SeatReviewTold(
            seat=seat.seat,
            summary=self.say("summary", start=in_hundred(seat.start), result=self._result(seat.result)),
            own=self._own(seat),
            others=self.say(f"others.{grade(seat.others)}", points=in_hundred(seat.others), table=self.table),
            luck=self._luck(seat),
            turning_points=[self._turning_point(steps[number], seat.seat) for number in seat.turning_points],
            best_move=best,
            better=[self._better(step) for step in seat.steps if step.verdict],
        )

    def _result(self, result: int) -> str:
        return "won" if result == MILLION else "lost" if result == 0 else "shared"

    def _own(self, seat: SeatReview) -> str:
        size = "none" if -seat.own < SMALL else "small" if -seat.own < CLEAR else "clear"
        return self.say(f"own.{size}", points=in_hundred(seat.own))

    def _luck(self, seat: SeatReview) -> str:
        """What chance did, in the game's own words if it has some."""
        if all(step.after == step.made for step in seat.steps):
            return self.say("luck.nothing")
        kind, points = grade(seat.luck), in_hundred(seat.luck)
        own: dict[str, str] = self.own_words.get("luck", {})
        if kind in own:
            return fill(own[kind], self.language, {"points": points})
        return self.say(f"luck.{kind}", points=points)

    def _turning_point(self, step: ReviewStep, seat: int) -> StepTold:
        """What turned the game there: the choice, or what chance and reveals told."""
        parts = {"before": in_hundred(step.before), "after": in_hundred(step.after), "turn": step.number + 1}
        chose = abs(step.made - step.before) >= abs(step.after - step.made)
        if chose and step.seat == seat:
            return StepTold(step.number, self.say("turning.own", **parts), self._reasons(step))
        up = "up" if step.after > step.before else "down"
        if chose and step.seat >= 0:
            return StepTold(step.number, self.say(f"turning.other_{up}", player=self.name(step.seat), **parts), [])
        return StepTold(step.number, self.say(f"turning.luck_{up}", **parts), [])

    def _best_move(self, step: ReviewStep) -> StepTold:
        second = step.moves[1].chance if len(step.moves) > 1 else step.before
        sentence = self.say("best_move", turn=step.number + 1, points=in_hundred(step.before - second))
        return StepTold(step.number, sentence, [])

    def _better(self, step: ReviewStep) -> StepTold:
        parts = {"turn": step.number + 1, "points": in_hundred(step.before - step.made)}
        return StepTold(step.number, self.say(f"verdicts.{step.verdict}", **parts), self._reasons(step))

    def _reasons(self, step: ReviewStep) -> list[str]:
        return [tell_reason(reason, self.game, self.language, self.names) for reason in step.reasons]
