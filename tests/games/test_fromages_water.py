"""The page draws its own water; its tests compare it with positions that are compared with the rules here."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.fromages_tables import DECK, network

from lumitheque.games.edition import blank
from lumitheque.games.fromages.network import reached_cells, round_points
from lumitheque.games.fromages.record import CLASSIQUE, HOMES, NOBODY, STATE, STOP, THROUGH, TOUT_PETITS

POSITIONS = json.loads((Path(__file__).parents[2] / "web/tests/fixtures/fromages.json").read_text("utf-8"))


def state_of(position: dict[str, Any]) -> Any:
    """The networks of a position in a record; what lies face down is whatever."""
    s = blank(STATE)
    game = position["options"]["game"]
    s.game = CLASSIQUE if game == "classique" else TOUT_PETITS
    s.home = STOP if position["options"]["home"] == "stop" else THROUGH
    s.cheese = NOBODY if position["cheese"] is None else position["cheese"]
    for seat, picture in enumerate(position["networks"]):
        pipes = network(picture, game, list(DECK.cards))
        for place, cell in enumerate(sorted(pipes, key=lambda cell: (cell[1], cell[0]))):
            pipe = pipes[cell]
            s.cards[seat, place] = DECK.cards.index(pipe["card"]) + 1
            s.up[seat, place], s.turned[seat, place] = pipe["up"], pipe["turned"]
            s.covers[seat, place] = DECK.cards.index(pipe["cover"]) + 1 if pipe["cover"] else 0
    return s


@pytest.mark.parametrize("position", POSITIONS)
def test_the_page_compares_its_water_with_the_rules(position: dict[str, Any]) -> None:
    s = state_of(position)
    for seat in range(len(position["networks"])):
        stops = bool(s.home == STOP) and s.game == CLASSIQUE
        bits = int(reached_cells(DECK.record, s, seat, stops))
        cells = sorted(f"{'abcd'[cell % 4]}{cell // 4 + 1}" for cell in range(12) if bits >> cell & 1)
        assert cells == position["reached"][seat]
        assert bool(bits >> HOMES[s.game] & 1) == position["home"][seat]
        if s.game == CLASSIQUE:
            assert int(round_points(DECK.record, s, seat)) == position["points"][seat]
