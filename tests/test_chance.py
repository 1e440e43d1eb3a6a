"""Chance: the keyed generator against its slow twin, events told and dealt, and all that can be wrong with them."""

import itertools
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumitheque.games import chance as rules
from lumitheque.games.chance import (
    CHANCE,
    EVENTS,
    MISSING,
    NO_ARGUMENT,
    NO_FAULT,
    PLAYOUT,
    WORD,
    WRONG_LABEL,
    WRONG_OUTCOME,
)
from lumitheque.games.edition import blank
from lumitheque.referee.chance_log import playout_chance
from slow_chance import chacha8_block, draw_below, key_of, shuffled, stream, words_of

SEED = "0123456789abcdef00112233445566ff"
LABEL, OTHER = 3, 4
seeds = st.text("0123456789abcdef", min_size=1, max_size=32)

# draft-strombergson-chacha-test-vectors: TC1 and TC7, key of 128 bits, 8 rounds, first block
ZERO = (
    "e28a5fa4a67f8c5defed3e6fb7303486aa8427d31419a729572d777953491120"
    "b64ab8e72b8deb85cd6aea7cb6089a101824beeb08814a428aab1fa2c816081b"
)
SEQUENCES = "29560d280b4528400a8f4b795369fb3a01105599e9f1ed58279cfc9ece2dc5f9"


def keyed(seed: str = SEED, event: int = 0, told: tuple[int, ...] = ()) -> Any:
    """Chance with a key, at some event, with a told tape."""
    made = unkeyed(told)
    made.keyed, made.number = 1, event
    made.key[:] = key_of(seed)
    return made


def unkeyed(told: tuple[int, ...] = ()) -> Any:
    made = blank(CHANCE)
    made.source = EVENTS
    made.tape[: len(told)] = told
    made.length = len(told)
    return made


def numbers(*values: int) -> Any:
    return np.array(values, np.int16)


def tape(made: Any) -> list[int]:
    return list(made.tape[: made.length].tolist())


# --- the generator ----------------------------------------------------------------------------------------------------


def block_of(key: list[int], counter: int, number: int) -> list[int]:
    made = blank(CHANCE)
    made.key[:], made.counter, made.number = key, counter, number
    rules.next_block(made)
    assert (made.counter, made.left) == (counter + 1, 16)
    return list(made.block.tolist())


@pytest.mark.parametrize("block", [block_of, chacha8_block])
def test_published_answers(block: Callable[[list[int], int, int], list[int]]) -> None:
    assert block([0] * 4, 0, 0) == words_of(bytes.fromhex(ZERO))
    key = words_of(bytes.fromhex("00112233445566778899aabbccddeeff"))
    nonce = int.from_bytes(bytes.fromhex("0f1e2d3c4b5a6978"), "little")
    assert block(key, 0, nonce)[:8] == words_of(bytes.fromhex(SEQUENCES))


@given(st.lists(st.integers(0, WORD), min_size=4, max_size=4), st.integers(0, 2**40), st.integers(0, 2**40))
def test_blocks(key: list[int], counter: int, number: int) -> None:
    assert block_of(key, counter, number) == chacha8_block(key, counter, number)


@given(seeds, st.integers(0, 5000), st.integers(1, 2**32))
def test_numbers_below(seed: str, event: int, n: int) -> None:
    """Several blocks of them, so that rejected words and new blocks are met."""
    made, words = keyed(seed, event), stream(seed, event)
    for _ in range(40):
        assert rules.dealt_below(made, n) == draw_below(words, n) < n


def test_no_number_is_likelier() -> None:
    """The words at the top that would favour small numbers are thrown away, and no others."""
    n = 3 << 30
    made = keyed()
    made.block[:4], made.left = (WORD, n, n - 1, 0), 16
    assert rules.dealt_below(made, n) == n - 1
    assert made.left == 13
    made.block[13:], made.left = (WORD, WORD - 1, 2), 3  # 2 ** 32 is 1 more than a multiple of 3
    assert rules.dealt_below(made, 3) == (WORD - 1) % 3


def test_numbers_of_playouts() -> None:
    made = playout_chance(1)
    x = int(made.stream)
    for n in (1, 2, 6, 88, 1000, 2**31) * 20:
        for shift in (13, -7, 17):
            x ^= (x << shift if shift > 0 else x >> -shift) % 2**64
        assert rules.below(made, n) == (x >> 32) * n >> 32
    assert made.used == made.length == made.number == 0


# --- dealt ------------------------------------------------------------------------------------------------------------


@given(seeds, st.integers(0, 300), st.lists(st.integers(-9, 99), min_size=1, max_size=96))
def test_shuffles(seed: str, event: int, cards: list[int]) -> None:
    made, values = keyed(seed, event), numbers(*cards, 7, 7)
    rules.shuffle(made, LABEL, 2, values, len(cards))
    expected = shuffled(seed, event, cards)
    assert values.tolist() == [*expected, 7, 7]
    assert tape(made) == [LABEL, 2, len(cards), *expected]
    assert (made.number, made.used, made.fault) == (event + 1, 3 + len(cards), NO_FAULT)


@given(seeds, st.integers(0, 300), st.integers(1, 500))
def test_lots_choices_and_coins(seed: str, event: int, n: int) -> None:
    made = keyed(seed, event)
    lot = draw_below(stream(seed, event), n)
    assert rules.lot(made, LABEL, n) == lot
    choice = 2 * draw_below(stream(seed, event + 1), n)
    assert rules.choose(made, OTHER, numbers(*range(0, 2 * n, 2)), n) == choice
    words, out = stream(seed, event + 2), numbers(*[9] * 5)
    coins = [draw_below(words, 2) for _ in range(4)]
    rules.coins(made, 0, out, 4)
    assert out.tolist() == [*coins, 9]
    events = [[LABEL, NO_ARGUMENT, 1, lot], [OTHER, NO_ARGUMENT, 1, choice], [0, NO_ARGUMENT, 4, *coins]]
    assert tape(made) == list(itertools.chain(*events))


def test_every_order_is_as_likely() -> None:
    seen = Counter(tuple(shuffle_of(keyed(event=event), 1, 2, 3)) for event in range(3000))
    assert len(seen) == 6
    assert all(430 < count < 570 for count in seen.values())


def shuffle_of(made: Any, *cards: int) -> list[int]:
    values = numbers(*cards)
    rules.shuffle(made, LABEL, NO_ARGUMENT, values, len(cards))
    return list(values.tolist())


# --- told -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chance", [keyed, unkeyed])
def test_told_events_win(chance: Callable[..., Any]) -> None:
    told = (LABEL, NO_ARGUMENT, 3, 30, 10, 20, LABEL, NO_ARGUMENT, 1, 5, LABEL, NO_ARGUMENT, 1, 8)
    made = chance(told=(*told, LABEL, NO_ARGUMENT, 2, 1, 0))
    assert shuffle_of(made, 10, 20, 30) == [30, 10, 20]
    assert rules.lot(made, LABEL, 6) == 5
    assert rules.choose(made, LABEL, numbers(4, 8), 2) == 8
    out = numbers(9, 9, 9)
    rules.coins(made, LABEL, out, 2)
    assert out.tolist() == [1, 0, 9]
    assert (made.fault, made.number, made.used) == (NO_FAULT, 4, made.length)


def test_dealt_after_told() -> None:
    """What is dealt depends on the number of the event, not on whether earlier ones were told."""
    dealt = keyed()
    orders = [shuffle_of(dealt, 1, 2, 3, 4, 5) for _ in range(6)]
    for happened in range(6):
        told = tuple(itertools.chain(*((LABEL, NO_ARGUMENT, 5, *order) for order in orders[:happened])))
        followed, taken_up = keyed(told=told), keyed(event=happened)
        for order in orders:
            assert shuffle_of(followed, 1, 2, 3, 4, 5) == order
        for order in orders[happened:]:
            assert shuffle_of(taken_up, 1, 2, 3, 4, 5) == order
        assert tape(followed) == tape(dealt)


WRONG_TAPES = {
    "another label": (WRONG_LABEL, (OTHER, NO_ARGUMENT, 2, 1, 0)),
    "an argument too many": (WRONG_LABEL, (LABEL, 0, 2, 1, 0)),
    "too few": (WRONG_OUTCOME, (LABEL, NO_ARGUMENT, 1, 1)),
    "too many": (WRONG_OUTCOME, (LABEL, NO_ARGUMENT, 3, 1, 0, 1)),
    "not these": (WRONG_OUTCOME, (LABEL, NO_ARGUMENT, 2, 1, 2)),
    "one twice": (WRONG_OUTCOME, (LABEL, NO_ARGUMENT, 2, 0, 0)),
    "nothing": (MISSING, ()),
}


@pytest.mark.parametrize(("fault", "told"), WRONG_TAPES.values(), ids=WRONG_TAPES)
def test_faults_of_a_shuffle(fault: int, told: tuple[int, ...]) -> None:
    made = unkeyed(told)
    assert shuffle_of(made, 0, 1) == [0, 1]
    assert made.fault == fault
    rules.lot(made, OTHER, 2)  # the first fault is the one to tell
    assert made.fault == fault


@pytest.mark.parametrize(("n", "told", "fault"), [(6, 6, WRONG_OUTCOME), (6, -1, WRONG_OUTCOME), (6, 0, NO_FAULT)])
def test_faults_of_a_lot(n: int, told: int, fault: int) -> None:
    made = unkeyed((LABEL, NO_ARGUMENT, 1, told))
    assert rules.lot(made, LABEL, n) == 0
    assert made.fault == fault


def test_faults_of_a_choice() -> None:
    made = unkeyed((LABEL, NO_ARGUMENT, 1, 5))
    assert rules.choose(made, LABEL, numbers(4, 6), 2) == 4
    assert made.fault == WRONG_OUTCOME
    made = unkeyed()
    assert rules.choose(made, LABEL, numbers(4, 6), 2) == 4
    assert (made.fault, made.length) == (MISSING, 0)


def test_faults_of_coins() -> None:
    made, out = unkeyed((LABEL, NO_ARGUMENT, 2, 1, 2)), numbers(9, 9)
    rules.coins(made, LABEL, out, 2)
    assert (made.fault, out.tolist()) == (WRONG_OUTCOME, [1, 0])
    made = unkeyed()
    rules.coins(made, LABEL, out, 2)
    assert made.fault == MISSING


@given(st.lists(st.integers(0, 3), max_size=5), st.lists(st.integers(0, 3), max_size=5))
def test_reorderings(told: list[int], values: list[int]) -> None:
    n = min(len(told), len(values))
    same = sorted(told[:n]) == sorted(values[:n])
    assert bool(rules.is_reordering(numbers(*told), numbers(*values), n)) == same


def test_playouts_write_nothing() -> None:
    made = playout_chance(7)
    assert made.source == PLAYOUT
    assert sorted(shuffle_of(made, 1, 2, 3)) == [1, 2, 3]
    assert rules.lot(made, LABEL, 3) < 3
    assert rules.choose(made, LABEL, numbers(5), 1) == 5
    rules.coins(made, LABEL, numbers(9, 9), 2)
    assert made.used == made.length == made.number == made.fault == 0
