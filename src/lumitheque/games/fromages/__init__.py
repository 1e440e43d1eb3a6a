"""La chasse aux fromages (Martin L'Hébreux, Lumos 2010): sewer networks, cheeses, traps and clogged pipes.

network.py   which cards join, what the rat reaches and counts, where a clogged pipe fits
turns.py     what the moves do
rounds.py    dealing, the end of turns, rounds and the game
edition.py   a deck of pipe cards from its file
position.py  positions as JSON; reading.py reads them back and checks them
"""

from collections.abc import Mapping

from lumitheque.games.game import Game, Minutes, Option, Value


def usual_rounds(seats: int, chosen: Mapping[str, Value]) -> int:
    """FR-09, FR-24: one round per player, four with two players, one for the little ones."""
    if chosen["game"] == "tout_petits":
        return 1
    return 4 if seats == 2 else seats


def rounds_allowed(value: Value, chosen: Mapping[str, Value]) -> str | None:
    if chosen["game"] == "tout_petits" and value != 1:
        return f"the little ones play 1 round, not {value}"
    return None


GAME = Game(
    name="fromages",
    letters="FR",
    rules_version=1,
    seats=range(2, 7),
    package=__name__,
    age=7,
    minutes=Minutes(10, 15, per="rounds"),
    secrets=True,
    standing=("draw pile", "pass"),
    options=(
        Option("game", ("classique", "tout_petits")),
        Option("home", ("through", "stop")),
        Option("rounds", tuple(range(1, 13)), default=usual_rounds, allowed=rounds_allowed),
    ),
    editions=("reconstruction",),
    rule_numbers=tuple(range(1, 27)),
)
