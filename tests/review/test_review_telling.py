"""A review in words: luck, choices, turning points, without praise or blame where nothing can be told apart."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from lumitheque.games import SHELF, find
from lumitheque.languages import languages
from lumitheque.reviews.shapes import MILLION, Considered, Reason, Review, ReviewStep, SeatReview
from lumitheque.reviews.telling import ReviewTold, grade, in_hundred, tell_reason, tell_review

NAMES = {0: "Adèle", 1: "Basile", 2: "Cléo"}


def step(number: int, seat: int, before: int, made: int, after: int, **more: Any) -> ReviewStep:
    return ReviewStep(number, seat, "move", before * 10_000, made * 10_000, after * 10_000, **more)


def review_of(game: str, steps: list[ReviewStep], seats: int = 2, **more: Any) -> Review:
    """A review of seat 0 that adds up."""
    seat = SeatReview(
        seat=0,
        start=steps[0].before,
        own=sum(one.made - one.before for one in steps if one.seat == 0),
        others=sum(one.made - one.before for one in steps if one.seat != 0),
        luck=sum(one.after - one.made for one in steps),
        result=steps[-1].after,
        steps=steps,
        turning_points=more.pop("turning_points", []),
        best_move=more.pop("best_move", None),
    )
    return Review(game, 1, seats, {}, "0" * 64, 100, "0", 1, [seat])


def told(review: Review, language: str = "fr") -> ReviewTold:
    return tell_review(review, find(review.game), language, NAMES)


@pytest.mark.parametrize(
    ("luck", "sentence"),
    [
        (0, "Le hasard n’y était pour rien."),
        (15, "La pioche vous a rendu service\u00a0: 15 points."),
        (5, "La pioche vous a donné un petit coup de patte\u00a0: 5 points."),
        (-15, "La pioche vous a joué un tour\u00a0: 15 points."),
        (-40, "La pioche s’est bouchée devant vous\u00a0: 40 points."),
    ],
)
def test_luck_in_the_games_own_words(luck: int, sentence: str) -> None:
    review = review_of("fromages", [step(0, 0, 50, 50, 50 + luck), step(1, 1, 50 + luck, 50 + luck, 50 + luck)])
    assert told(review).seats[0].luck == sentence


def test_luck_that_evens_out_is_not_called_luck() -> None:
    review = review_of("lumens", [step(0, 0, 50, 50, 80), step(1, 1, 80, 80, 51)])
    assert told(review).seats[0].luck == "Ni chance ni malchance\u00a0: le hasard s’est tenu tranquille."


def test_no_blame_within_the_noise() -> None:
    """Only what the review gave a verdict is spoken of."""
    quiet = review_of("sirius", [step(0, 0, 50, 48, 48, moves=[Considered("a", 500_000)], noise=30_000)])
    said = told(quiet).seats[0]
    assert said.better == [] and said.own.startswith("Vos choix ne vous ont presque rien coûté")
    assert "environ 3 points sur 100" in told(quiet).noise


def test_what_could_have_been_better() -> None:
    reason = Reason("takes", {"piece": "@a.moon", "cell": "e5"})
    moves = [Considered("e4xe5", 600_000), Considered("a1-a2", 400_000)]
    wrong = step(6, 0, 60, 40, 40, best="e4xe5", moves=moves, verdict="blunder", reasons=[reason])
    said = told(review_of("sirius", [wrong], turning_points=[6])).seats[0]
    assert said.better[0].sentence == "Au coup 7, une belle occasion est passée\u00a0: 20 points."
    assert said.better[0].reasons == ["Ce coup prenait une lune en e5."]
    assert said.turning_points[0].reasons == said.better[0].reasons
    assert "de 60 à 40 sur 100" in said.turning_points[0].sentence


def test_who_turned_the_game() -> None:
    steps = [step(0, 0, 50, 50, 50), step(1, 1, 50, 75, 75), step(2, 0, 75, 75, 30), step(3, 1, 30, 30, 100)]
    said = told(review_of("luminis", steps, turning_points=[1, 2, 3])).seats[0]
    sentences = [one.sentence for one in said.turning_points]
    assert "Basile vous a ouvert la porte" in sentences[0]
    assert "ne vous arrangeait pas" in sentences[1]
    assert "vous arrangeait\u00a0:" in sentences[2]
    assert said.summary.endswith("à la fin, vous avez gagné.")


def test_one_other_or_several() -> None:
    steps = [step(0, 1, 50, 65, 65)]
    assert told(review_of("luminis", steps)).seats[0].others.startswith("L’autre vous a ouvert la porte")
    assert told(review_of("luminis", steps, seats=3)).seats[0].others.startswith("Les autres vous ont ouvert la porte")


def test_the_best_move() -> None:
    moves = [Considered("a", 600_000), Considered("b", 450_000)]
    said = told(review_of("galax", [step(9, 0, 60, 60, 60, moves=moves)], best_move=9)).seats[0]
    assert said.best_move is not None
    assert said.best_move.sentence.endswith("le numéro 10\u00a0: à la place, le deuxième choix coûtait 15 points.")


@pytest.mark.parametrize(
    ("change", "name"), [(0, "none"), (29_999, "none"), (-30_000, "small_bad"), (99_999, "small_good")]
)
def test_grades(change: int, name: str) -> None:
    assert grade(change) == name


def test_points() -> None:
    assert [in_hundred(value) for value in (0, 4_000, 15_000, -250_000, MILLION)] == [0, 1, 2, 25, 100]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", SHELF)
def test_every_sentence_is_whole(name: str, language: str) -> None:
    """Of every size of luck and loss, in every language and game."""
    for change in (-60, -20, -5, 0, 5, 20, 60):
        own = step(0, 0, 90, 90 - max(0, change), 90 - max(0, change), verdict="slip" if change > 0 else "")
        middle = own.after // 10_000
        steps = [own, step(1, 1, middle, 30, 30), step(2, 0, 30, 30, max(0, min(100, 30 + change)))]
        review = review_of(name, steps, seats=SHELF[name].seats[-1], turning_points=[0, 1, 2], best_move=2)
        for sentence in sentences(msgspec.to_builtins(told(review, language))):
            assert sentence[0].isupper() and sentence.endswith("."), sentence
            assert not re.search(r"[{}@]|  |\bNone\b", sentence), sentence


def sentences(told: Any) -> Iterator[str]:
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict | list):
        for one in told.values() if isinstance(told, dict) else told:
            yield from sentences(one)


def test_players_are_called_by_their_names() -> None:
    reason = Reason("covers", {"player": "P2", "face": "5", "room": "H"})
    assert tell_reason(reason, find("lumens"), "fr", NAMES) == "Cette pose éteignait le 5 de Basile dans la salle H."
    assert tell_reason(reason, find("lumens"), "en") == "This placement put out the 5 of P2 in room H."
