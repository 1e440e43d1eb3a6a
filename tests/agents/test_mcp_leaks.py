"""Nothing hidden reaches an agent: in two worlds that its seat cannot tell apart it is answered the same bytes.

The leak kit makes the second world: other cards, other secret choices, another secret behind the deal. Everything that
an agent can ask is asked in both, refusals, choices, hints and looking back among it.
"""

import os
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import pytest

from agent_robots import table_from
from leaks.worlds import Couple
from lumitheque.agents.dice import KeyedDice
from lumitheque.agents.shapes import AgentOpening
from lumitheque.agents.table import AgentTable
from lumitheque.agents.tools import answered
from lumitheque.games import SHELF
from lumitheque.reception.faults import HouseFault
from lumitheque.tables import Denied

ALL = bool(os.environ.get("LUMITHEQUE_TEST_ALL"))
PLAYS = 400 if ALL else 16  # of the agent
SETTINGS = [("lumens", 2), ("luminis", 3), ("fromages", 3), ("galax", 2), ("sirius", 2)]
NONSENSE = ("nonsense", "a1-b2", "pass", "draw 9", "a1=S")
Question = Callable[[AgentTable], Any]


def questions(texts: Sequence[str]) -> Iterator[Question]:
    """Everything that an agent can ask without ending its turn."""
    yield lambda table: table.view(drawing=True)
    yield lambda table: table.moves(0, 500)
    yield lambda table: table.record()
    yield lambda table: table.frames()
    yield lambda table: table.note()
    yield lambda table: table.hint(0.0)
    for text in texts:
        yield lambda table, text=text: table.judge([text])
        yield lambda table, text=text: table.judge([text, text])
    for text in NONSENSE:
        yield lambda table, text=text: table.play([text])


def asked(table: AgentTable, texts: Sequence[str]) -> list[str]:
    """The answers, as they go out; what differs by the clock alone is left out."""
    told = []
    for question in questions(texts):
        try:
            answer = question(table)
        except Denied as denied:
            answer = {"denied": denied.code, "sentence": denied.sentence("en")}
        except HouseFault as fault:
            answer = fault.fault("en")
        if hasattr(answer, "seconds"):
            answer = msgspec.structs.replace(answer, seconds=0.0, simulations=0)
        told.append(answered(answer).model_dump_json())
    return told


def opening_of(game: str, seats: int) -> AgentOpening:
    return AgentOpening(game=game, seats=seats, seat=1, opponents=["random"], hints=True)


def log_of(table: AgentTable) -> list[Any]:
    return list(table._house.logs[table.id])


@pytest.mark.parametrize(("game", "seats"), SETTINGS)
def test_equal_views_are_answered_alike(game: str, seats: int) -> None:
    opening = opening_of(game, seats)
    table = AgentTable.open(opening, KeyedDice(b"key", f"{game} {seats}"))
    couple = Couple(table.id, 1, "5" * 32, [f"{seat}" * 8 for seat in range(seats)])
    dice, unlike, compared, known = random.Random(game), 0, 0, 0
    for _ in range(PLAYS):
        log = log_of(table)
        couple.go_on(log[known:])
        known = len(log)
        if table.is_over:
            break
        unlike += couple.differs
        texts = [*NONSENSE, *dice.sample(legal := table.legal(), min(4, len(legal)))]
        here, there = (table_from(opening, table.id, one) for one in (log, couple.other))
        told = asked(here, texts), asked(there, texts)
        assert told[0] == told[1], "leak: an answer differs where nothing that the seat may know does"
        compared += len(told[0])
        if table.table.deciding:
            compared += decide_in_secret(table, here, there, dice)
        else:
            assert table.play([dice.choice(legal)]).done
    print(game, seats, unlike, compared)
    assert compared > 20
    assert unlike >= (1 if game in ("galax", "sirius") else PLAYS // 2 if not ALL else 4), "the worlds are too alike"


def decide_in_secret(table: AgentTable, here: AgentTable, there: AgentTable, dice: random.Random) -> int:
    """Choose step by step, in both worlds; the last choice is made at the table alone."""
    compared = 0
    for _ in range(100):
        text = dice.choice(table.legal())
        done = table.play([text])
        if not done.chosen:
            break
        told = [answered(one.play([text])).model_dump_json() for one in (here, there)]
        told_after = [answered(one.view(True)).model_dump_json() for one in (here, there)]
        assert told[0] == told[1] and told_after[0] == told_after[1], "leak: in what was chosen"
        compared += 2
    return compared


def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the view told the whole position, the kit would see it."""
    honest = AgentTable.view

    def leaky(self: AgentTable, drawing: bool = False) -> Any:
        told = honest(self, drawing)
        told.table.state.view = self.referee.position()
        return told

    monkeypatch.setattr(AgentTable, "view", leaky)
    with pytest.raises(AssertionError, match="leak"):
        test_equal_views_are_answered_alike("lumens", 2)


def test_no_answer_names_what_is_hidden() -> None:
    """While a game goes on, no answer holds the secret behind the deal, its seed, or a word that leads to them."""
    for game in SHELF:
        table = AgentTable.open(AgentOpening(game=game, opponents=["random"]), KeyedDice(b"key", "word"))
        told = "".join(asked(table, NONSENSE))
        opened = log_of(table)[0].event
        for secret in (opened.secret, table.referee.seed, *table.table.places.nonces(), "word"):
            assert str(secret) not in told
        for field in ('"seed"', '"chance":[[', '"secret":"', '"nonce'):
            assert field not in told, (game, field)
