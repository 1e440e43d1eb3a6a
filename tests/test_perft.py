"""Trees of moves have the sizes in tests/perft: by the compiled kernel, by the referee move by move, by the twins."""

import copy
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from lumitheque.games import SHELF
from lumitheque.referee import Referee
from lumitheque.testkit.perft import count_leaves, divide
from perft_files import FOLDER, Block, read_file, write_block

from .twins.comparing import plain, twin_of

BUDGET = 10**9 if os.environ.get("LUMITHEQUE_TEST_ALL") else 200_000  # leaves counted per file
REFEREED, TWINNED = 1500, 120  # leaves of the deepest tree that is walked the slow ways
FILES = {path.stem: list(read_file(path)) for path in sorted(FOLDER.glob("*.perft"))}


def cases() -> Iterator[object]:
    for name, blocks in FILES.items():
        for block in blocks:
            yield pytest.param(block, BUDGET // len(blocks), id=f"{name}-{block.id}")


every_block = pytest.mark.parametrize(("block", "budget"), list(cases()))


def walk(play: Referee, depth: int) -> int:
    """The slow way: every move made and taken back."""
    if depth == 0:
        return 1
    leaves = 0
    for seat in play.waiting():
        for move in play.legal_numbers(seat):
            play.play_number(move, seat)
            leaves += walk(play, depth - 1)
            play.take_back()
    return leaves


def walk_twin(twin: Any, play: Referee, depth: int) -> int:
    """The slowest way: moves listed by the twin; the referee goes along only to say what chance gives."""
    if depth == 0:
        return 1
    leaves = 0
    for seat in twin.waiting():
        for text in twin.legal(seat):
            after = copy.deepcopy(twin)
            after.chance.extend(plain(play.play(text, seat)))
            after.play(seat, text)
            leaves += walk_twin(after, play, depth - 1)
            play.take_back()
    return leaves


def deepest(block: Block, leaves: int) -> int:
    """How deep the tree can be walked with at most so many leaves at every depth."""
    return max(
        (depth for depth in block.counts if max(map(block.counts.get, range(1, depth + 1))) <= leaves), default=0
    )


def test_every_game_is_counted() -> None:
    assert FILES.keys() == SHELF.keys()
    for blocks in FILES.values():
        names = [block.id for block in blocks]
        assert len(set(names)) == len(names) >= 5


@pytest.mark.parametrize("name", FILES)
def test_files_are_written_as_they_are_read(name: str) -> None:
    text = (FOLDER / f"{name}.perft").read_text(encoding="utf-8")
    assert text.split("\n\n", 1)[1] == "\n".join(map(write_block, FILES[name]))


@every_block
def test_compiled(block: Block, budget: int) -> None:
    play = block.opened()
    before = play.state.tobytes()
    for depth, count in block.counts.items():
        if count <= budget:
            assert count_leaves(play, depth) == count, f"depth {depth}"
    assert play.state.tobytes() == before


@every_block
def test_refereed(block: Block, budget: int) -> None:
    play = block.opened()
    depth = deepest(block, REFEREED)
    assert walk(play, depth) == block.counts[depth]
    assert play.record() == block.opened().record()


def same_start(block: Block) -> tuple[Any, Referee]:
    play = block.opened(played=False)
    twin = twin_of(play)
    for seat, text in block.moves:
        twin.chance.extend(plain(play.play(text, seat)))
        twin.play(seat, text)
    return twin, play


from_the_beginning = [block for blocks in FILES.values() for block in blocks if block.position is None]


@pytest.mark.parametrize("block", from_the_beginning, ids=lambda block: f"{block.game}-{block.id}")
def test_twinned(block: Block) -> None:
    depth = deepest(block, TWINNED)
    assert walk_twin(*same_start(block), depth) == block.counts.get(depth, 1)


@pytest.mark.parametrize("count", [count_leaves, walk])
def test_divided(count: Callable[[Referee, int], int]) -> None:
    """The parts add up to the whole, and a part is the whole after its move."""
    play = FILES["sirius"][0].opened()
    parts = divide(play, 2)
    assert sum(parts.values()) == count(play, 2)
    play = next(block for block in FILES["luminis"] if block.moves).opened()
    parts = divide(play, 3)
    assert list(parts) == play.legal()
    play.play(play.legal()[0])
    assert next(iter(parts.values())) == count(play, 2)


def test_nothing_follows_an_ending() -> None:
    play = FILES["sirius"][1].opened()
    play.close("resigned", [0])
    assert (count_leaves(play, 0), count_leaves(play, 1)) == (1, 0)
