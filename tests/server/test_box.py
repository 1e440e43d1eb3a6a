"""Games from the real box: chance is asked for when it shows, and no earlier."""

import msgspec
import pytest

from lumitheque.games import SHELF, GameError
from lumitheque.reception.box import Copied, copy_game
from lumitheque.reception.shapes import Shown
from lumitheque.referee import GameRecord


def told(record: GameRecord, copied: Copied, value: object) -> Copied:
    """Answers the question."""
    assert copied.asked is not None
    assert value in copied.asked.choices
    whole = msgspec.structs.replace(record, chance=copied.chance)
    return copy_game(whole, copied.seen, Shown(copied.asked.number, copied.asked.place, value))


def empty(game: str, moves: list[tuple[int, str]] | None = None) -> GameRecord:
    return GameRecord(game=game, rules=SHELF[game].rules_version, seats=2, moves=moves or [])


def test_only_what_shows_is_asked_for() -> None:
    """Lumens: the place, and of each bag the token that starts; nothing of what is still inside."""
    record = empty("lumens")
    copied = copy_game(record, [])
    labels = []
    while copied.asked:
        labels.append((copied.asked.label, copied.asked.place))
        copied = told(record, copied, copied.asked.choices[-1])
    assert labels == [("place", 0), ("bag 0", 0), ("bag 1", 0)]
    assert copied.seen == [[0], [0], [0]]
    assert [outcome[0] for label, outcome in copied.chance if label.startswith("bag")] == ["3/4", "3/4"]
    assert all(len(outcome) == 24 for label, outcome in copied.chance if label.startswith("bag"))


def test_the_place_of_a_card_says_where_it_is_seen() -> None:
    record = empty("fromages")
    copied = copy_game(record, [])
    while copied.asked and copied.asked.label != "deck":
        copied = told(record, copied, copied.asked.choices[0])
    assert copied.asked is not None
    assert copied.asked.where[0] == "discard"
    after = told(record, copied, copied.asked.choices[5])
    assert after.chance[copied.asked.number][1][copied.asked.place] == copied.asked.choices[5]
    assert after.asked is None


def test_cards_whose_order_does_not_show_are_asked_for() -> None:
    """Luminis: spires and hands are kept sorted, and whatever nobody has seen may be taken from a searched pile."""
    record = empty("luminis")
    copied = copy_game(record, [])
    asked = []
    while copied.asked:
        asked.append((copied.asked.label, copied.asked.where[:1]))
        copied = told(record, copied, copied.asked.choices[-1])
    assert asked == [("spires", ["spires"])] * 3 + [("first", [])] + [("deck", ["piles"])] * 3
    first = next(outcome for label, outcome in copied.chance if label == "first")
    record = msgspec.structs.replace(record, moves=[(first, "pile 1"), (1 - first, "pile 1")], chance=copied.chance)
    copied = copy_game(record, copied.seen)
    taken = []
    while copied.asked:
        assert len(copied.asked.choices) > 1
        if copied.asked.where[0] != "piles":
            assert all(card.startswith("I-") for card in copied.asked.choices)
            taken.append(len(copied.asked.choices))
        copied = told(record, copied, copied.asked.choices[0])
    assert taken == sorted(taken, reverse=True)
    assert taken[-1] > 20, "any card of level I that nobody has seen"


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(GameError):
        copy_game(empty("lumens"), [], Shown(0, 7, 1))
    with pytest.raises(GameError):
        copy_game(empty("lumens"), [], Shown(1, 0, "7/7"))
