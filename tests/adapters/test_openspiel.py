"""The games of the shelf as OpenSpiel sees them: its own tests, and whether they are still our games."""

# ruff: noqa: E402  OpenSpiel need not be there

import doctest
import pickle
import random
import re
from collections import deque
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lumitheque
from conftest import EVERYTHING
from lumitheque.games import SHELF, find, join
from toy import GAME as LIGHTS

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'lumitheque[openspiel]'")

from absl import flags
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

from lumitheque.adapters import openspiel
from lumitheque.games.edition import record_from
from lumitheque.kernels.observing import Observer
from source_tree import ROOT

QUICK = {"sirius": "setup=random,patience=40", "galax": "setup=random,patience=40", "fromages": "rounds=1"}
FEWEST = [(name, game.seats[0]) for name, game in SHELF.items()]
MOST = [(name, game.seats[-1]) for name, game in SHELF.items() if len(game.seats) > 1]
WITH_SECRETS = [(name, 3 if name == "luminis" else game.seats[0]) for name, game in SHELF.items() if game.secrets]


def loaded(name: str, players: int, options: str | None = None) -> Any:
    chosen = QUICK.get(name, "") if options is None else options
    return pyspiel.load_game(f"lumitheque_{name}(players={players}{',' if chosen else ''}{chosen})")


def settled(state: Any, dice: random.Random) -> Any:
    """Let chance do its work."""
    while state.is_chance_node():
        values, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(dice.choices(values, chances)[0])
    return state


def playing(game: Any, dice: random.Random, moves: int) -> Any:
    """A state after some random moves, or fewer if the game was over before."""
    state = settled(game.new_initial_state(), dice)
    for _ in range(moves):
        if state.is_terminal():
            break
        state.apply_action(dice.choice(state.legal_actions()))
        settled(state, dice)
    return state


@pytest.mark.parametrize("name", SHELF)
def test_every_game_is_registered(name: str) -> None:
    game = pyspiel.load_game(f"lumitheque_{name}")
    ours = find(name)
    assert f"lumitheque_{name}" in pyspiel.registered_names()
    assert game.num_players() == ours.seats[0] and game.num_distinct_actions() == ours.record.MOVES
    again = pickle.loads(pickle.dumps(game))
    assert str(again) == str(game)


def test_house_rules_are_parameters() -> None:
    game = pyspiel.load_game("lumitheque_sirius(setup=random,patience=40,champion_safe=False)")
    options = lumitheque.new("sirius", options={"setup": "random", "patience": 40, "champion_safe": False}).options
    assert game.table.codes.tolist() == find("sirius").option_codes(options)
    usual = pyspiel.load_game("lumitheque_fromages(players=3)")
    assert usual.table.codes.tolist() == find("fromages").option_codes(lumitheque.new("fromages", 3).options)
    with pytest.raises(ValueError, match="option patience: 41 is not one of"):
        pyspiel.load_game("lumitheque_sirius(patience=41)")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), FEWEST + MOST)
def test_openspiels_simulations(name: str, players: int) -> None:
    pyspiel.random_sim_test(loaded(name, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "players"), [*FEWEST, ("luminis", 5), ("fromages", 6)])
def test_a_game_through_openspiel_is_our_game(name: str, players: int) -> None:
    """The referee deals and plays; OpenSpiel's state is told every value and every move, and is the same throughout."""
    dice = random.Random(3)
    game = loaded(name, players)
    options = {option.name: option.decode(int(game.table.codes[i])) for i, option in enumerate(find(name).options)}
    play = lumitheque.new(name, players, 5, options)
    state = game.new_initial_state()
    tell(state, play, play.chance())
    for _ in range(120):
        assert state.position.data.tobytes() == play.state.tobytes()
        if state.is_terminal():
            assert [seat for seat, won in enumerate(state.returns()) if won >= 0] == play.ending()["winners"]
            break
        seat = play.waiting()[0]
        assert state.current_player() == seat and state.legal_actions() == play.legal_numbers(seat)
        assert [state.action_to_string(seat, move) for move in state.legal_actions()] == play.legal(seat)
        move = dice.choice(state.legal_actions())
        state.apply_action(move)
        tell(state, play, play.play_number(move, seat))


def tell(state: Any, play: Any, events: list[Any]) -> None:
    """Draw what the referee dealt; events with one outcome only are not asked for."""
    coming = deque(events)
    while state.is_chance_node():
        draw = state.position.draw
        label, argument, _ = draw.head
        text = state.action_to_string(pyspiel.PlayerId.CHANCE, 0).removesuffix(": 0")
        if not draw.values:
            while coming[0][0] != text:
                coming.popleft()
        outcome = play.game.notation.read_outcome(play.edition, label, argument, coming[0][1])
        value = outcome[len(draw.values)]
        assert value in dict(state.chance_outcomes())
        state.apply_action(value)
        if state.position.draw is None or not state.position.draw.values:
            coming.popleft()


@pytest.mark.parametrize("name", SHELF)
def test_chance_is_a_distribution(name: str) -> None:
    dice, nodes = random.Random(2), 0
    state = pyspiel.load_game(f"lumitheque_{name}").new_initial_state()
    while state.is_chance_node():
        values, chances = zip(*state.chance_outcomes(), strict=True)
        assert sum(chances) == pytest.approx(1) and list(values) == sorted(set(values)) and len(values) > 1
        state.apply_action(dice.choice(values))
        nodes += 1
    assert nodes > 0 and not state.is_terminal()


def test_a_stolen_card_is_any_card_of_the_hand() -> None:
    """With three players a thief names the victim, and chance chooses the card."""
    dice, game, stealing = random.Random(1), loaded("luminis", 3), find("luminis").record.STEALING
    for _ in range(40):
        state = settled(game.new_initial_state(), dice)
        while not state.is_terminal():
            s, move = state.position.record(), dice.choice(state.legal_actions())
            victim = move - stealing
            state.apply_action(move)
            if 0 <= victim < 3 and state.is_chance_node():
                hand = sorted(s.hands[victim, : s.held[victim]].tolist())
                assert state.chance_outcomes() == [(card, 1 / len(hand)) for card in hand]
                return
            settled(state, dice)
    pytest.fail("no theft in forty games")


@pytest.mark.parametrize(("name", "players"), WITH_SECRETS)
def test_information_states_hide_what_is_hidden(name: str, players: int) -> None:
    """What a player observes is the same in every world that the player can imagine; and these worlds do differ."""
    dice, game, worlds = random.Random(4), loaded(name, players, ""), set()
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for moves in (1, 9, 34, 47):
        state = playing(game, dice, moves)
        if state.is_terminal():
            continue
        for player in range(players):
            for _ in range(3):
                other = state.resample_from_infostate(player, sampler)
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.information_state_tensor(player) == state.information_state_tensor(player)
                assert other.observation_string(player) == state.observation_string(player)
                assert other.current_player() == state.current_player() and other.history() == []
                if player == state.current_player():
                    assert other.legal_actions() == state.legal_actions()
                worlds.add(other.position.data.tobytes())
    assert len(worlds) > players * 4


def test_a_secret_placement_is_seen_by_its_player_alone() -> None:
    """Both place their pawns at the same time: OpenSpiel asks seat 0 first, and seat 1 sees nothing of it."""
    first = settled(pyspiel.load_game("lumitheque_sirius").new_initial_state(), random.Random(1))
    second = first.clone()
    a, b = first.legal_actions()[:2]
    first.apply_action(a)
    second.apply_action(b)
    assert first.information_state_string(1) == second.information_state_string(1)
    assert first.information_state_string(0) != second.information_state_string(0)


def test_the_parts_of_an_observation() -> None:
    state = playing(loaded("luminis", 2), random.Random(1), 12)
    private = pyspiel.PrivateInfoType

    def observer(public: bool, whose: Any) -> Any:
        kind = pyspiel.IIGObservationType(public_info=public, perfect_recall=False, private_info=whose)
        return state.get_game().make_py_observer(kind)

    own, public = observer(False, private.SINGLE_PLAYER), observer(True, private.NONE)
    everything = observer(True, private.ALL_PLAYERS)
    assert "hands=" in own.string_from(state, 0) and "phase=" not in own.string_from(state, 0)
    assert public.string_from(state, 0) == public.string_from(state, 1) != everything.string_from(state, 0)
    everything.set_from(state, 1)
    assert everything.dict["player"].tolist() == [0, 1]
    np.testing.assert_array_equal(everything.dict["hands"], state.position.record().hands)


@pytest.mark.parametrize(("name", "players"), FEWEST + MOST)
def test_an_observation_is_what_learners_are_told(name: str, players: int) -> None:
    """The tensor is the Observer's row of bytes for the seat's view, also for whoever is not to move."""
    game = loaded(name, players, "")
    observer = Observer(name, players)
    assert game.observation_tensor_size() == observer.length
    assert game.new_initial_state().observation_tensor(0) == [0] * observer.length
    state = playing(game, random.Random(3), 9)
    for player in range(players):
        view = record_from(state.position.view(player).tobytes(), observer.game.record.STATE)
        assert state.observation_tensor(player) == observer.observe(view, player).tolist()
    parts = game.make_py_observer()
    parts.set_from(state, 0)
    assert parts.dict["planes"].shape == observer.planes and parts.dict["planes"].any()
    assert game.information_state_tensor_size() != observer.length


@pytest.mark.slow
@pytest.mark.parametrize("name", SHELF if EVERYTHING else ["lumens"])
def test_openspiels_playthrough(name: str, tmp_path: Path) -> None:
    """OpenSpiel writes a game down with all that can be asked on the way, and finds the same when it plays it again."""
    chosen = QUICK.get(name, "")
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(f"lumitheque_{name}({chosen})", None, seed=5))
    flags.FLAGS.mark_as_parsed()  # it asks for a flag of its command line
    original, again = generate_playthrough.replay(file)
    assert again == original and "IsTerminal() = True" in original


def test_a_state_survives_being_written_down() -> None:
    dice, game = random.Random(6), loaded("luminis", 2)
    for state in (game.new_initial_state(), playing(game, dice, 3), playing(game, dice, 20)):
        again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]
        assert str(again) == str(state) and again.history() == state.history()
        assert again.legal_actions() == state.legal_actions()


@pytest.mark.parametrize(("seats", "winners", "worth"), [(2, [0], [1, -1]), (2, [0, 1], [0, 0]), (5, [2, 3], None)])
def test_utilities(seats: int, winners: list[int], worth: list[float] | None) -> None:
    class Ended:
        is_over = True
        table = type("", (), {"seats": seats})

        @staticmethod
        def winners() -> list[int]:
            return winners

    found = openspiel.utilities(Ended())  # type: ignore[arg-type]
    assert sum(found) == pytest.approx(0) and found == (worth or pytest.approx([-0.25, -0.25, 0.375, 0.375, -0.25]))


def test_cut_rollouts_are_openspiels_rollouts() -> None:
    """The same values on average as OpenSpiel's own evaluator gives, cut at the same length."""
    state = playing(pyspiel.load_game("lumitheque_lumens"), random.Random(8), 20)
    theirs = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1), max_length=100)
    ours = openspiel.CutRollouts(100, seed=1)
    n = 300
    a, b = (np.mean([judge.evaluate(state)[0] for _ in range(n)]) for judge in (theirs, ours))
    assert abs(a - b) < 4 * np.sqrt(2 / n)
    assert openspiel.CutRollouts(5, seed=1).evaluate(state).tolist() == [0, 0]
    assert ours.prior(state) == theirs.prior(state)


@pytest.mark.parametrize(("name", "searches"), [("sirius", mcts.MCTSBot), ("luminis", ismcts.ISMCTSBot)])
def test_openspiels_bots_play(name: str, searches: Any) -> None:
    """A whole game, or its first moves, of a search against itself."""
    game, dice = loaded(name, 2), random.Random(1)
    rollouts, lots = openspiel.CutRollouts(100, seed=1), np.random.RandomState(1)
    if searches is mcts.MCTSBot:
        bot = searches(game, 2**0.5, 20, rollouts, random_state=lots)
    else:
        bot = searches(game, rollouts, 2**0.5, 20, random_state=lots)
    state = settled(game.new_initial_state(), dice)
    for _ in range(60):
        if state.is_terminal():
            break
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        settled(state, dice)
    assert len(state.history()) > 60


def test_a_sixth_game_can_be_registered() -> None:
    join(LIGHTS)
    try:
        openspiel.register(LIGHTS)
        pyspiel.random_sim_test(loaded("lights", 3), num_sims=5, serialize=True, verbose=False)
    finally:
        del SHELF[LIGHTS.name]


def test_the_page_about_it() -> None:
    page = (ROOT / "docs" / "openspiel.md").read_text(encoding="utf-8")
    blocks = "\n".join(re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))
    runner = doctest.DocTestRunner()
    runner.run(doctest.DocTestParser().get_doctest(blocks, {}, "openspiel.md", "openspiel.md", 0))
    assert runner.summarize(verbose=False).failed == 0
