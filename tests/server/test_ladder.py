"""The ladder of guest bots: which games count, and what they say of whom."""

from typing import Any

import pytest

from kept_houses import note
from lumitheque.bots import levels
from lumitheque.games import SHELF
from lumitheque.server.access.guest_bots import HOUSE_BOTS, Bot
from lumitheque.server.guests.ladder import LadderLine, count, counts, score, won
from lumitheque.server.guests.rating import LEAST_DEVIATION, Rating, after
from lumitheque.tables import TableNote
from lumitheque.tables.notes import SeatRated

BOTS = {f"bot-{name}": Bot(name.title(), "A", 0) for name in ("ada", "bea", "cid", "own")}
OWNERS = {"bot-ada": "ann", "bot-bea": "ben", "bot-cid": "cem", "bot-own": "ann"}
ADA, BEA, CID = (SeatRated(f"bot-{name}") for name in ("ada", "bea", "cid"))
LEVEL = next(iter(levels(SHELF["lumens"])))


def game(*seats: SeatRated, winners: tuple[int, ...] = (), **changes: Any) -> TableNote:
    ending = {"reason": "played_out", "winners": list(winners), "points": [0] * len(seats)}
    facts = {"game": "lumens", "status": "over", "seats": len(seats), "guests": list(seats), "ending": ending}
    return note("t", 9, **(facts | changes))


def lines(*games: TableNote, owners: dict[str, str] = OWNERS) -> dict[str, LadderLine]:
    ladders = count(games, BOTS, owners)
    assert len(ladders) <= 1
    return {line.bot: line for ladder in ladders for line in ladder.lines}


# --- which games count -----------------------------------------------------------------------------------------------


def test_a_game_between_two_owners_counts() -> None:
    assert counts(game(ADA, BEA, winners=(0,)), OWNERS)
    assert counts(game(ADA, SeatRated("ben"), winners=(0,)), OWNERS)
    assert counts(game(ADA, SeatRated(LEVEL, level=True), winners=(0,)), OWNERS)


@pytest.mark.parametrize("departure", ["position", "edition", "device"])
def test_a_departure_from_the_rules_does_not(departure: str) -> None:
    assert not counts(game(ADA, BEA, winners=(0,), departures=[departure]), OWNERS)


def test_a_table_that_was_closed_does_not() -> None:
    assert not counts(game(ADA, BEA, ending=None), OWNERS)
    assert not counts(game(ADA, BEA, game="no such game"), OWNERS)


def test_what_an_owner_does_with_their_bots_does_not() -> None:
    own = SeatRated("bot-own")
    assert not counts(game(ADA, own, winners=(0,)), OWNERS)
    assert not counts(game(ADA, SeatRated("ann"), winners=(0,)), OWNERS)
    third = lines(game(ADA, SeatRated("ann"), SeatRated(LEVEL, level=True), winners=(0,)))
    alone = lines(game(ADA, SeatRated(LEVEL, level=True), winners=(0,)))
    assert third["bot-ada"].rating == alone["bot-ada"].rating  # of the owner, who sat there too, nothing is learnt


def test_bots_that_the_host_made_are_strangers_to_each_other() -> None:
    hosted = dict.fromkeys(BOTS, HOUSE_BOTS)
    assert counts(game(ADA, BEA, winners=(0,)), hosted)
    found = lines(game(ADA, BEA, winners=(0,)), owners=hosted)
    assert found["bot-ada"].rating > 1000 > found["bot-bea"].rating


# --- what a game says ------------------------------------------------------------------------------------------------


def test_a_victory_a_defeat_and_a_draw() -> None:
    found = lines(game(ADA, BEA, winners=(1,)))
    ada, bea = found["bot-ada"], found["bot-bea"]
    assert (ada.games, ada.victories, bea.games, bea.victories) == (1, 0, 1, 1)
    assert list(found) == ["bot-bea", "bot-ada"]  # the strongest first
    assert bea.rating - 1000 == 1000 - ada.rating > 0
    assert ada.low < ada.rating < ada.high and ada.high - ada.low < 2 * 980
    for winners in ((0, 1), ()):
        drawn = lines(game(ADA, BEA, winners=winners))
        assert {line.rating for line in drawn.values()} == {1000}
        assert {line.victories for line in drawn.values()} == {len(winners) // 2}


def test_a_game_that_was_given_up_is_lost() -> None:
    ending = {"reason": "resigned", "winners": [1], "points": None}
    given_up = game(ADA, BEA, ending=ending)
    assert counts(given_up, OWNERS) and won(given_up) == {1}
    assert lines(given_up)["bot-bea"].rating > 1000


def test_in_a_game_of_several_all_others_weigh_as_one() -> None:
    of_three = lines(game(ADA, BEA, CID, winners=(0,)))
    of_two = lines(game(ADA, BEA, winners=(0,)))
    assert of_three["bot-ada"].rating == of_two["bot-ada"].rating
    both = (of_three[bot] for bot in ("bot-bea", "bot-cid"))
    assert {line.rating for line in both} == {of_two["bot-bea"].rating}
    assert score(game(ADA, BEA, CID, winners=(0,)), 1, 2) is None  # both lost against the third
    assert score(game(ADA, BEA, CID), 1, 2) == 0.5  # nobody won
    assert score(game(ADA, BEA, CID, winners=(0, 2)), 2, 0) == 0.5


def test_whoever_left_their_seat_has_lost() -> None:
    left = SeatRated("bot-bea", stood_in=True)
    stand_in_won = game(ADA, left, winners=(1,))
    assert won(stand_in_won) == set()
    assert score(stand_in_won, 1, 0) == 0.0 and score(stand_in_won, 0, 1) is None
    found = lines(stand_in_won)
    assert found["bot-bea"].rating < 1000 == found["bot-ada"].rating
    assert (found["bot-ada"].games, found["bot-ada"].victories, found["bot-bea"].victories) == (1, 0, 0)
    assert score(game(ADA, left, winners=(0,)), 0, 1) == 1.0
    gone = SeatRated("bot-ada", stood_in=True)
    assert score(game(gone, left, winners=(0,)), 0, 1) is None


# --- against whom ----------------------------------------------------------------------------------------------------


def test_levels_of_the_house_are_anchors() -> None:
    strength = levels(SHELF["lumens"])[LEVEL].strength
    assert strength is not None
    games = [game(ADA, SeatRated(LEVEL, level=True), winners=(number % 2,)) for number in range(200)]
    found = lines(*games)
    assert list(found) == ["bot-ada"]  # the level is not listed, and does not move
    assert abs(found["bot-ada"].rating - strength) < 60
    assert found["bot-ada"].high - found["bot-ada"].low < 200
    assert found["bot-ada"].games == 200 and found["bot-ada"].victories == 100


def test_random_is_zero_and_an_engine_of_the_host_says_nothing() -> None:
    even = [game(ADA, SeatRated("random", level=True), winners=(number % 2,)) for number in range(200)]
    assert abs(lines(*even)["bot-ada"].rating) < 60
    engine = lines(game(ADA, SeatRated("maxi", level=True), winners=(0,)))["bot-ada"]
    assert (engine.rating, engine.games, engine.victories) == (1000, 1, 1)
    assert engine.high - engine.low == 2 * 980


def test_people_are_opponents_and_not_listed() -> None:
    found = lines(game(ADA, SeatRated("ben"), winners=(0,)), game(BEA, SeatRated("dan"), winners=(0,)))
    assert set(found) == {"bot-ada", "bot-bea"} and found["bot-ada"].rating > 1000


def test_a_deleted_bot_is_listed_nowhere_and_counts_as_an_opponent() -> None:
    found = lines(game(ADA, SeatRated("bot-gone"), winners=(0,)))
    assert list(found) == ["bot-ada"] and found["bot-ada"].rating > 1000


def test_each_game_has_a_ladder_of_its_own() -> None:
    ladders = count([game(ADA, BEA, winners=(0,)), game(ADA, BEA, winners=(1,), game="galax")], BOTS, OWNERS)
    assert [(ladder.game, ladder.lines[0].bot) for ladder in ladders] == [("galax", "bot-bea"), ("lumens", "bot-ada")]


# --- Glicko ----------------------------------------------------------------------------------------------------------


def test_the_example_of_the_paper() -> None:
    """Glickman's: 1500 ± 200 wins against 1400 ± 30, loses against 1550 ± 100 and 1700 ± 300: 1464 ± 151.4. There three
    games are one period; here one game of several weighs as one, so each of them is played thrice at once."""
    results = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    one = after(Rating(1500, 200), results)
    weighs_as_three = 1 / (1 / 200**2 + 3 * (1 / one.deviation**2 - 1 / 200**2))
    assert abs(weighs_as_three**0.5 - 151.4) < 0.1
    surprise = (one.points - 1500) / one.deviation**2
    assert abs(1500 + 3 * surprise * weighs_as_three - 1464) < 0.5


def test_nobody_is_known_better_than_bots_change() -> None:
    known = Rating(1000, 31)
    for _ in range(200):
        known = after(known, [(Rating(1000, 1), 0.5)])
    assert known.deviation == LEAST_DEVIATION and round(known.points) == 1000
    assert after(known, []) == known
