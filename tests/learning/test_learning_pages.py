"""The pages about learning say what happens, and what every byte is."""

import doctest
import re

import pytest
from scripts.observations import PAGE, page, section

from lumitheque.games import SHELF
from lumitheque.games.game import Game, GameError
from lumitheque.kernels.observing import Observer, observation_of
from source_tree import ROOT

LEARNING = ROOT / "docs" / "learning.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```$", LEARNING.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def test_the_page_of_observations_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "make observations"


def test_learning_page() -> None:
    examples = doctest.DocTestParser().get_doctest("\n".join(BLOCKS), {}, LEARNING.name, str(LEARNING), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    runner.run(examples)
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.parametrize("game", list(SHELF.values()), ids=list(SHELF))
def test_every_byte_has_a_name(game: Game) -> None:
    observer, written = Observer(game), observation_of(game)
    assert observer.planes[0] == len(written.CHANNELS)
    assert len({*observer.channels}) == len(observer.channels)
    names = [observer.name_of(place) for place in range(observer.length)]
    assert len(set(names)) == observer.length
    assert f"{observer.length - 1} | {written.FACTS[-1].name}" in section(game)


@pytest.mark.parametrize("game", list(SHELF.values()), ids=list(SHELF))
def test_actions_stand_for_moves_both_ways(game: Game) -> None:
    observer = Observer(game)
    texts = [observer.text_of(action) for action in range(observer.actions)]
    assert [observer.action_of(observer.move_of(action)) for action in range(observer.actions)] == [*range(len(texts))]
    assert len(set(texts)) == observer.actions < game.record.MOVES
    assert [observer.action_of_text(text) for text in texts[::97]] == [*range(observer.actions)][::97]


def test_what_is_no_action_is_said() -> None:
    observer = Observer("sirius")
    for ask, said in (
        (lambda: observer.action_of_text("a1-j10"), "move number 199 is never legal, so it is no action"),
        (lambda: observer.action_of_text("checkmate"), "'checkmate' is not a move"),
        (lambda: observer.text_of(observer.actions), f"{observer.actions} is not an action; they go from 0 to"),
        (lambda: observer.move_of(-1), "-1 is not an action"),
        (lambda: observer.observe(None, 2), "seat 2 is not in this game; seats go from 0 to 1"),
    ):
        with pytest.raises(GameError, match=said):
            ask()
