"""Records: the memory that rules read and write, and how a referee takes back what happened to it."""

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

import lumitheque as lt
from lumitheque.games import SHELF, GameError
from lumitheque.games.edition import blank, record_from
from lumitheque.referee import referee
from lumitheque.testkit.walks import random_walk

PAIR = np.dtype([("count", np.int16, 3), ("turn", np.int8)], align=True)


def pair() -> Any:
    made = blank(PAIR)
    made.count[:] = (1, 2, 3)
    made.turn = -1
    return made


def test_fields_are_attributes_of_the_same_memory() -> None:
    made = pair()
    made.turn += 3
    assert (made.turn, made["turn"], made.count.tolist()) == (2, 2, [1, 2, 3])
    assert bytes(made.data) == made.tobytes() == np.array([1, 2, 3, 2], np.int16).tobytes()


def test_there_are_no_other_attributes() -> None:
    with pytest.raises(AttributeError):
        pair().trun = 1
    with pytest.raises(AttributeError, match="trun"):
        _ = pair().trun


@pytest.mark.parametrize(
    "another",
    [copy.deepcopy, lambda made: pickle.loads(pickle.dumps(made)), lambda made: np.array([made])[0]],
    ids=["copy", "pickle", "array"],
)
def test_another_of_the_same(another: Any) -> None:
    made = pair()
    again = another(made)
    assert (again.turn, again.count.tolist(), again.dtype) == (-1, [1, 2, 3], made.dtype)
    made.turn = 5
    assert again.turn == -1
    assert np.frombuffer(again.data, np.int16)[2] == 3


def test_equal_kinds_are_one_kind() -> None:
    """Compiled rules look a kind up by identity first; equal ones would have to be compared field by field."""
    same = np.dtype([("count", np.int16, 3), ("turn", np.int8)], align=True)
    made = pair()
    assert blank(same).dtype is made.dtype
    assert record_from(made.tobytes(), made.dtype).dtype is made.dtype


@pytest.mark.parametrize("name", SHELF)
def test_taken_back_byte_by_byte(name: str) -> None:
    play = lt.new(name, None, "b0a")
    before = [walked.state.tobytes() for walked in random_walk(play, random.Random(4), 150)]
    while play.decisions:
        play.take_back()
        assert play.state.tobytes() == before[len(play.decisions)]


def test_a_state_is_no_larger_than_can_be_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee, "LARGEST_STATE", SHELF["sirius"].record.STATE.itemsize - 1)
    with pytest.raises(GameError, match="bytes at most"):
        lt.new("sirius")
