"""Every rule is proven by a test that names it, and the map of them is fresh."""

import pytest

from lumitheque.games import Game
from rule_map import HOUSE, PAGE, find_proofs, unproven, write_page


@pytest.mark.parametrize("game", HOUSE, ids=lambda game: game.name)
def test_every_rule_has_a_test(game: Game) -> None:
    assert unproven(game, find_proofs()) == []


def test_marks_name_rules_that_exist() -> None:
    letters = {game.letters for game in HOUSE}
    known = {rule_id for game in HOUSE for rule_id in game.rule_ids}
    named = {rule_id for rule_id in find_proofs() if rule_id.partition("-")[0] in letters}
    assert named <= known


def test_map_is_fresh() -> None:
    assert PAGE.read_text(encoding="utf-8") == write_page(find_proofs()), "run `make rule-map`"
