"""Engine and twin side by side: the same moves, the same answers."""

import csv
import importlib
import io
import random
from collections.abc import Sequence
from typing import Any

from lumitheque.games import find
from lumitheque.games.game import Value
from lumitheque.referee import Referee, new
from lumitheque.testkit.near_misses import near_misses


def twin_class(game: str) -> Any:
    """The twin of a game: class GameTwin in the module of that name in this folder."""
    return getattr(importlib.import_module(f".{game}", __package__), f"{game.capitalize()}Twin")


def twin_of(play: Referee) -> Any:
    cards = None
    if play.edition is not None and play.edition.cards:
        cards = list(csv.DictReader(io.StringIO(play.edition.text)))
    return twin_class(play.game.name)(play.seats, dict(play.options), plain(play.chance()), cards)


def plain(events: Sequence[tuple[str, Any]]) -> list[list[Any]]:
    return [[label, outcome] for label, outcome in events]


def compare_state(play: Referee, twin: Any, dice: random.Random, heard: list[str], where: str) -> None:
    """Everything that both can be asked must be answered alike."""
    assert play.waiting() == list(twin.waiting()), where
    assert play.ending() == twin.ending(), where
    assert play.position() == twin.position(), where
    for seat in (*range(play.seats), None):
        assert play.view(seat) == twin.view(seat), f"{where}: view of {seat}"
    for seat in range(play.seats):
        legal = play.legal(seat)
        heard += legal[:3]
        assert sorted(legal) == sorted(twin.legal(seat)), f"{where}: legal moves of {seat}"
        for text in near_misses(dice, legal, heard[-200:], 12):
            assert play.refusal(text, seat) == twin.refusal(seat, text), f"{where}: {text!r} by {seat}"


def compare_game(name: str, seats: int, options: dict[str, Value], seed: int, most: int, every: int = 1) -> Referee:
    """A random game through both, compared at every `every`-th step."""
    dice = random.Random(seed)
    play = new(find(name).name, seats, f"{seed:x}", options)
    twin = twin_of(play)
    heard: list[str] = []
    for ply in range(most):
        where = f"{name} {seats} {options} seed {seed:x} ply {ply} after {[d.text for d in play.decisions[-3:]]}"
        if ply % every == 0 or not play.waiting():
            compare_state(play, twin, dice, heard, where)
        if not play.waiting():
            break
        seat = dice.choice(play.waiting())
        move = dice.choice(play.legal_numbers(seat))
        given = play.play_number(move, seat)
        twin.chance.extend(plain(given))
        twin.play(seat, play.decisions[-1].text)
    return play
