"""Batches: the games that the rules give one by one, whatever the batch's size, threads or order."""

import random
from typing import Any

import numpy as np
import pytest

import lumitheque as lt
from lumitheque.games import SHELF
from lumitheque.games.edition import blank, load_edition, read_edition
from lumitheque.games.game import Game, GameError
from lumitheque.kernels.batches import Batch, IllegalAction, kernel_of
from lumitheque.kernels.memory import NOBODY
from lumitheque.kernels.observing import Observer
from lumitheque.referee import Referee
from lumitheque.referee.chance_log import playout_chance
from lumitheque.testkit import pairwise_settings

FEW = 3  # games of a batch that is compared with the referee
CASES = [(game, seats) for game in SHELF.values() for seats in (game.seats[0], game.seats[-1])]
NAMES = [f"{game.name}-{seats}" for game, seats in dict.fromkeys(CASES)]
SHORT: dict[str, dict[str, Any]] = {
    "galax": {"setup": "random", "patience": 40},
    "sirius": {"setup": "random", "patience": 40},
    "fromages": {"game": "tout_petits"},
}


def opened(game: Game, seats: int, games: int, **more: Any) -> Batch:
    return lt.batch(game.name, games, seats, options=SHORT.get(game.name), **more)


def copied(batch: Batch, number: int) -> Any:
    state = blank(batch.game.record.STATE)
    state.data[:] = batch.states[number].tobytes()
    return state


def referee_at(batch: Batch, number: int) -> Referee:
    """A referee whose game is game `number` of the batch."""
    play = lt.new(batch.game.name, batch.seats, 1, batch.observer.options)
    play.state, play._log.chance = copied(batch, number), playout_chance(1)
    return play


@pytest.mark.parametrize(("game", "seats"), list(dict.fromkeys(CASES)), ids=NAMES)
def test_a_batch_plays_as_the_referee_does(game: Game, seats: int) -> None:
    batch = opened(game, seats, FEW, seed=3)
    referees = [referee_at(batch, number) for number in range(FEW)]
    for _ in range(100):
        actions, streams = batch.sample().copy(), batch.rows.streams.copy()
        for number, play in enumerate(referees):
            play._log.chance.stream = streams[number]
            assert play.waiting()[0] == batch.to_move[number]
            play.play_number(batch.observer.move_of(int(actions[number])), int(batch.to_move[number]))
        batch.step(actions)
        for number, play in enumerate(referees):
            if batch.done[number]:
                check_ending(batch, number, play)
                referees[number] = referee_at(batch, number)
            else:
                check_step(batch, number, play)


def check_step(batch: Batch, number: int, play: Referee) -> None:
    seat = int(batch.to_move[number])
    view = play.view_record(seat)
    assert play.state.tobytes() == batch.states[number].tobytes() and play.waiting()[0] == seat
    assert (batch.legal_mask[number] == batch.observer.legal_mask(view, seat)).all()
    assert (batch.observation[number] == batch.observer.observe(view, seat)).all()
    assert not batch.rewards[number].any()


def check_ending(batch: Batch, number: int, play: Referee) -> None:
    ending = play.ending()
    assert ending is not None
    assert batch.points[number].tolist() == pytest.approx(ending["points"])
    gain = (batch.seats / len(ending["winners"]) - 1) / (batch.seats - 1)
    losing = -1 / (batch.seats - 1)
    rewards = [gain if seat in ending["winners"] else losing for seat in range(batch.seats)]
    assert batch.rewards[number].tolist() == pytest.approx(rewards)
    assert batch.plies[number] == 0 and batch.episodes[number] > 1


@pytest.mark.parametrize("game", list(SHELF.values()), ids=list(SHELF))
def test_size_and_threads_change_nothing(game: Game) -> None:
    large, small = opened(game, game.seats[0], 200, seed=9, threads=3), opened(game, game.seats[0], 5, seed=9)
    assert len(large._slices) == 3 and len(small._slices) == 1
    for _ in range(40):
        large.step(large.sample())
        small.step(small.sample())
    assert (large.rows.states[:5].tobytes()) == small.rows.states.tobytes()
    assert (large.observation[:5] == small.observation).all() and (large.legal_mask[:5] == small.legal_mask).all()
    alone = opened(game, game.seats[0], 1, seed=0)
    alone.reset(large.seeds[4:5])
    for _ in range(40):
        alone.step(alone.sample())
    assert alone.states.tobytes() == small.states[4:5].tobytes()


@pytest.mark.parametrize("game", list(SHELF.values()), ids=list(SHELF))
def test_rolling_is_sampling_and_stepping(game: Game) -> None:
    rolled, stepped = opened(game, game.seats[-1], 4, seed=2), opened(game, game.seats[-1], 4, seed=2)
    rolled.roll(150)
    for _ in range(150):
        stepped.step(stepped.sample())
    assert (stepped.episodes > 1).any() or game.name != "lumens"
    before = ("rewards", "points", "reasons", "done", "legal")
    for name in set(rolled.rows._fields) - set(before):
        assert getattr(rolled.rows, name).tobytes() == getattr(stepped.rows, name).tobytes(), name


def test_the_same_seed_begins_the_same_games() -> None:
    batch = lt.batch("lumens", 6, seed=4)
    first = batch.states.tobytes()
    assert len({state.tobytes() for state in batch.states}) == 6
    batch.roll(30)
    batch.reset()
    assert batch.states.tobytes() == first
    assert lt.batch("lumens", 6, seed=5).states.tobytes() != first
    batch.reset(np.full(6, 77))
    assert len({state.tobytes() for state in batch.states}) == 1


def test_an_episode_does_not_depend_on_how_the_last_was_played() -> None:
    one, other = (lt.batch("fromages", 1, 2, seed=8, options={"game": "tout_petits"}) for _ in range(2))
    other.sample()  # from here on its dice fall otherwise
    for batch in (one, other):
        while batch.episodes[0] == 1:
            batch.step(batch.sample())
    assert one.states.tobytes() == other.states.tobytes()


def test_without_auto_reset_a_finished_game_rests() -> None:
    batch = lt.batch("lumens", 4, auto_reset=False)
    while not batch.done.all():
        batch.step(batch.sample())
    assert (batch.to_move == NOBODY).all() and not batch.legal_mask.any() and not batch.observation.any()
    ended, points = batch.states.tobytes(), batch.points.copy()
    batch.step(np.zeros(4, np.int64))
    assert batch.states.tobytes() == ended and (batch.points == points).all() and points.any()
    assert batch.done.all() and not batch.rewards.any()
    batch.roll(5)
    assert batch.states.tobytes() == ended and batch.done.all()


def test_an_illegal_action_is_refused_by_its_rule() -> None:
    batch = lt.batch("lumens", 5, seed=1)
    before, actions = batch.states.tobytes(), batch.sample().copy()
    actions[3] = batch.observer.action_of_text("start=1" if batch.legal_mask[3, -1] == 0 else "start=2")
    if batch.legal_mask[3, actions[3]]:
        actions[3] = batch.observer.action_of_text("c4=6")
    with pytest.raises(
        IllegalAction, match=r"game 3: action \d+ \(.+\) is refused by LU-\d\d; no game has moved"
    ) as told:
        batch.step(actions)
    assert (told.value.number, told.value.rule is not None) == (3, True)
    assert batch.states.tobytes() == before
    for wrong in (-1, batch.observer.actions):
        actions[3] = wrong
        with pytest.raises(IllegalAction, match=r"game 3: action -?\d+ .* is not an action"):
            batch.step(actions)


def test_an_illegal_action_can_lose_the_game() -> None:
    batch = lt.batch("lumens", 3, 4, seed=1, illegal="lose")
    actions = batch.sample().copy()
    loser, actions[1] = int(batch.to_move[1]), -5
    batch.step(actions)
    assert batch.done.tolist() == [False, True, False] and batch.episodes.tolist() == [1, 2, 1]
    assert batch.rewards[1, loser] == -1 and batch.rewards[1].sum() == pytest.approx(0, abs=1e-6)


def test_one_seat_can_be_watched_everywhere() -> None:
    batch, lazy = (lt.batch("luminis", 3, 3, seed=6, observing=observing) for observing in (True, False))
    for each in (batch, lazy):
        each.roll(40)
    assert (lazy.observe() == batch.observe()).all() and lazy.observe() is not lazy.rows.observation
    for seat in range(3):
        seen = batch.observe(seat)
        same = batch.to_move == seat
        assert (seen[same] == batch.observation[same]).all()


def test_sampling_keeps_to_a_mask() -> None:
    batch = lt.batch("fromages", 50)
    mask = np.zeros((50, batch.observer.actions), bool)
    mask[:, [3, 40]] = True
    mask[7] = False
    drawn = [batch.sample(mask).copy() for _ in range(10)]
    assert set(np.concatenate(drawn).tolist()) == {0, 3, 40} and all(one[7] == 0 for one in drawn)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"device": "tpu"}, "device: 'tpu' is not one of cpu, cuda"),
        ({"games": 0}, "games: 0 was asked for; at least one"),
        ({"threads": 0}, "threads: 0 was asked for"),
        ({"seed": -1}, "seed: -1 is not a number from 0"),
        ({"illegal": "shrug"}, "illegal: 'shrug' is not one of refuse, lose"),
        ({"seats": 7}, "lumens is for 2 to 4 players, not 7"),
        ({"options": {"end": "soon"}}, "option end: 'soon' is not one of"),
    ],
)
def test_what_cannot_be_opened_says_why(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(GameError, match=said):
        lt.batch(**{"game": "lumens", "games": 2, **wrong})


def test_arrays_that_do_not_fit_are_refused() -> None:
    batch = lt.batch("lumens", 2)
    for actions in (np.zeros(3, int), np.zeros(2), np.zeros((2, 1), int)):
        with pytest.raises(GameError, match="actions: one whole number for each of 2 games"):
            batch.step(actions)
    for seeds in ([1], [1.5, 2.0], [-1, 2]):
        with pytest.raises(GameError, match="seeds: one whole number"):
            batch.reset(seeds)
    with pytest.raises(GameError, match=r"mask: \(1, 2\) of bool was given"):
        batch.sample(np.ones((1, 2), bool))
    with pytest.raises(GameError, match="seat 2 is not in this game"):
        batch.observe(2)


@pytest.mark.parametrize("game", list(SHELF.values()), ids=list(SHELF))
def test_every_legal_move_is_an_action(game: Game) -> None:
    """Random games with all pairs of options and players: nothing legal lies outside the compact action space."""
    settings, finished, seen = pairwise_settings(game), 0, np.zeros(0, bool)
    for number, (seats, options) in enumerate(settings):
        batch = lt.batch(game.name, 48, seats, seed=number, options=options, threads=1)
        seen = seen if seen.size else np.zeros(batch.observer.actions, bool)
        for _ in range(250):
            assert_listed(batch)
            seen |= batch.legal_mask.any(axis=0)
            batch.step(batch.sample())
        finished += int(batch.episodes.sum()) - batch.games
    assert finished > 0 or game.name in {"galax", "sirius"}
    assert not game.options or seen.mean() > 0.05, "an action space much larger than what is ever legal"


def assert_listed(batch: Batch) -> None:
    listed = np.arange(batch.rows.legal.shape[1]) < batch.rows.counts[:, None]
    assert (batch.rows.legal[listed] >= 0).all(), (
        f"{batch.game.name}, {batch.observer.options}: a move that is no action"
    )
    assert (batch.legal_mask.sum(axis=1) == batch.rows.counts).all()


def test_a_deck_in_another_order_has_its_own_actions() -> None:
    """In Luminis the file decides which number is a spire's."""
    game = SHELF["luminis"]
    known = load_edition(game)
    assert known is not None
    head, *cards = known.text.splitlines()
    random.Random(1).shuffle(cards)
    shuffled = read_edition(game, "\n".join([head, *cards]), "shuffled", "shuffled")
    batch = lt.batch("luminis", 48, 3, edition=shuffled, options={"game": "advanced"})
    assert (batch.observer.moves != Observer("luminis", 3).moves).any()
    for _ in range(200):
        assert_listed(batch)
        batch.step(batch.sample())


def test_streams_differ() -> None:
    streams = {int(kernel_of(SHELF["lumens"]).stream_of(seed, number)) for seed in range(60) for number in range(60)}
    assert len(streams) == 3600 and 0 not in streams
