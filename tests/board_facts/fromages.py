"""La chasse aux fromages: where the water runs, what it counts, and what may be clogged."""

from collections.abc import Iterator
from random import Random
from typing import Any

import lumitheque as lt
from board_facts.playing import Fact, decisions, spread, tried
from fromages_tables import GRIDS, clogs, worth
from lumitheque.games.fromages.network import is_home, reached_cells
from lumitheque.games.fromages.record import CELLS, COLUMNS, STOP
from lumitheque.referee import Referee

POSITIONS = 10  # from each game; half of them with something to clog, where there is
WET = 4  # cells: a network that says something
TABLES: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {"rounds": 2}),
    (3, {"home": "stop", "rounds": 2}),
    (6, {"rounds": 1}),
    (2, {"home": "stop", "rounds": 2}),
    (3, {"game": "tout_petits"}),
)


def facts() -> Iterator[Fact]:
    for number, (seats, options) in enumerate(TABLES):
        g = lt.new("fromages", seats=seats, seed=str(number), options=options)
        played = list(positions(g, Random(number)))
        clogging = spread([position for position in played if position["clogs"]], POSITIONS // 2)
        yield from clogging
        yield from spread([position for position in played if not position["clogs"]], POSITIONS - len(clogging))


def positions(g: Referee, rng: Random) -> Iterator[Fact]:
    """The positions with some water of a game in which pipes are mostly put where they bring the rat further."""

    def choose(seat: int, legal: list[str]) -> str:
        puts = [move for move in legal if move.startswith("put")]
        if not puts or rng.random() < 0.25:
            return rng.choice(legal)
        return max(puts, key=lambda put: (wet_after(g, seat, put), rng.random()))

    for seat, _ in decisions(g, choose):
        if max(len(reached(g, whose)) for whose in range(g.seats)) >= WET:
            yield position(g, seat)


def position(g: Referee, seat: int) -> Fact:
    view, seats = g.view(seat), range(g.seats)
    return {
        "options": {name: g.options[name] for name in ("game", "home")},
        "seat": seat,
        "loose": view["held"]["card"] if view["held"] else view["replaced"],
        "cheese": view["cheese"],
        "networks": [picture(network, g.options["game"]) for network in view["networks"]],
        "reached": [reached(g, whose) for whose in seats],
        "home": [bool(is_home(g.e, g.state, whose)) for whose in seats],
        "points": [worth(g, whose) for whose in seats],
        "clogs": clogs(g),
    }


def picture(network: dict[str, Any], game: str) -> str:
    """A network as a seat sees it, drawn as in fromages_tables."""
    columns, home = GRIDS[game]
    cards = {cell: card(pipe) for cell, pipe in network.items()} | {"a3": "@", home: "#"}
    return " / ".join(" ".join(cards[column + row] for column in columns) for row in "321")


def card(pipe: dict[str, Any]) -> str:
    if not pipe["up"]:
        return "."
    return pipe["card"] + ("'" if pipe["turned"] else "") + (f"+{pipe['cover']}" if pipe["cover"] else "")


def reached(g: Referee, seat: int) -> list[str]:
    """The cells that the rat of a seat reaches, start and home included."""
    bits = int(reached_cells(g.e, g.state, seat, g.state.home == STOP))
    return sorted(f"{'abcd'[cell % COLUMNS]}{cell // COLUMNS + 1}" for cell in range(CELLS) if bits >> cell & 1)


def wet_after(g: Referee, seat: int, put: str) -> int:
    with tried(g, seat, put):
        return len(reached(g, seat))
