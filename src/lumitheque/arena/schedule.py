"""Who plays whom on which deal: decided before the first game, by the seed alone.

Luck is shared out evenly. A deal (all that chance will give) is played by every line-up, and by each line-up once for
every rotation round the table, so that everybody sits everywhere with the very same cards. Every second deal the
table sits the other way round, so that it is not always the same neighbour who plays before one.
"""

import hashlib
import itertools
from collections.abc import Mapping, Sequence

import msgspec

from lumitheque.arena import ArenaError
from lumitheque.games import find
from lumitheque.games.edition import load_edition
from lumitheque.games.game import Value
from lumitheque.referee.checking import game_seed
from lumitheque.referee.records import EditionNote, note_edition

LineUp = tuple[str, ...]  # spellings of players, by seat


class Terms(msgspec.Struct, frozen=True):
    """What all games of an arena have in common."""

    game: str
    rules: int  # version of the rules
    seats: int
    options: dict[str, Value]
    edition: EditionNote | None = None  # its whole text if it is not built in: a worker elsewhere has no such file


class Fixture(msgspec.Struct, frozen=True):
    """One game to be played."""

    id: str  # a digest of all that decides the game
    number: int  # of the deal, from 0
    deal: str  # the seed of all chance in the game
    players: LineUp


def lay_table(
    game: str,
    seats: int | None = None,
    options: Mapping[str, Value] | None = None,
    edition: str | None = None,
) -> Terms:
    """Check the terms of all games; without seats, use the smallest number."""
    found = find(game)
    seats = found.check_seats(found.seats[0] if seats is None else seats)
    note = note_edition(load_edition(found, edition))
    return Terms(found.name, found.rules_version, seats, found.settle(seats, options or {}), note)


def line_ups(players: Sequence[str], seats: int) -> list[LineUp]:
    """Everybody against everybody.

    Every choice of as many players as there are seats. With fewer players than seats they are repeated in turn, and
    every choice of those who sit once more than others has its line-up: a and b at three seats are a b a and a b b.
    """
    names = list(dict.fromkeys(players))
    if not names:
        raise ArenaError("nobody plays: name players")
    if len(names) >= seats:
        return list(itertools.combinations(names, seats))
    times, more = divmod(seats, len(names))
    return [(*(names * times), *extra) for extra in itertools.combinations(names, more)]


def rotations(line_up: LineUp) -> list[LineUp]:
    """Return the distinct rotations of a line-up: each player sits on every seat equally often."""
    turned = [line_up[-shift:] + line_up[:-shift] for shift in range(len(line_up))]
    return list(dict.fromkeys(turned))


def schedule(
    table: Terms,
    chosen: Sequence[LineUp],
    games: int,
    seed: str,
    characters: Mapping[str, str] | None = None,
) -> list[Fixture]:
    """The fixtures in the order in which they are played: as many whole deals as give at least so many games.

    More games with the same seed are these and more. `characters` says what a player's name stands for now: a player
    who has changed plays anew.
    """
    for line_up in chosen:
        if len(line_up) != table.seats:
            raise ArenaError(f"line-up {','.join(line_up)}: {len(line_up)} players for {table.seats} seats")
    if games < 1:
        raise ArenaError(f"{games} is not a number of games")
    circles = list(dict.fromkeys(map(_circle, chosen)))
    fixtures: list[Fixture] = []
    for number in itertools.count():
        deal = game_seed(seed, number)
        for circle in circles:
            for players in rotations(circle[::-1] if number % 2 else circle):
                name = fixture_id(table, deal, players, characters or {})
                fixtures.append(Fixture(name, number, deal, players))
        if len(fixtures) >= games:
            return fixtures
    raise AssertionError


def _circle(line_up: LineUp) -> LineUp:
    """Return a canonical form, equal for all rotations of a line-up."""
    return min(rotations(line_up))


def fixture_id(table: Terms, deal: str, players: LineUp, characters: Mapping[str, str]) -> str:
    """Digest all that decides a game; of an edition the content, not the name."""
    edition = table.edition.sha256 if table.edition else None
    who = [(name, characters.get(name, "")) for name in players]
    decisive = (table.game, table.rules, table.seats, _decisive_options(table), edition, deal, who)
    return hashlib.sha256(msgspec.json.encode(decisive)).hexdigest()[:32]


def _decisive_options(table: Terms) -> list[tuple[str, Value]]:
    """Return the options for the digest, without later options at their default, so that old ids stay valid."""
    unnamed = {option.name: option.values[0] for option in find(table.game).options if option.later}
    return sorted((name, value) for name, value in table.options.items() if unnamed.get(name) != value)
