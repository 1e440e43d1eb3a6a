"""A game's story as a line per state, to be told by interpreted, compiled and checked rules alike.

LUMITHEQUE_RULES=interpreted python -W error -m tests.parity sirius
"""

import hashlib
import random
import sys

from lumitheque.games import find
from lumitheque.referee import Referee
from lumitheque.testkit import pairwise_settings, random_walk
from lumitheque.testkit.laws import imagined, legal_on, view_of, viewers
from lumitheque.testkit.walks import opened

SETTINGS, PLIES = 4, 90


def told(play: Referee, dice: random.Random) -> str:
    """Everything that the rules say of a state, digested."""
    digest = hashlib.sha256(play.state.tobytes())
    for seat in range(play.seats):
        digest.update(repr(legal_on(play, play.state, seat)).encode())
        for move in dice.sample(range(play.game.record.MOVES), 20):
            digest.update(bytes([int(play.game.rules.refusal(play.e, play.state, seat, move))]))
    for viewer in viewers(play):
        digest.update(view_of(play, viewer).tobytes() + imagined(play, viewer, dice).tobytes())
    return f"{len(play.decisions)} {digest.hexdigest()[:16]} {play.ending()}"


def story(name: str) -> list[str]:
    """Some random games with different options; those with a long set-up are looked at from the middle on too."""
    game = find(name)
    lines = []
    settings = pairwise_settings(game)
    for number, (seats, options) in enumerate(settings[:: max(1, len(settings) // SETTINGS)][:SETTINGS]):
        dice = random.Random(number)
        if "setup" in options:
            options = {**options, "setup": ("random", "random_mirrored", "open", "secret")[number % 4]}
        play = opened(game, seats, options, 100 + number)
        for _ in random_walk(play, dice, PLIES):
            lines.append(f"{seats} {options} {told(play, dice)}")
    return lines


if __name__ == "__main__":
    print("\n".join(story(sys.argv[1])))
