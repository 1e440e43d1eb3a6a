"""Lock, mute, remove, slow: commands of a table's opener, and of the house."""

from lumitheque.tables import commands as ask
from lumitheque.tables.asking import Asking, not_allowed
from lumitheque.tables.denied import Denied
from lumitheque.tables.events import Event, Left, Locked, Muted, Removed, Slowed
from lumitheque.tables.moderation import MOST_NAMED, SLOWEST

LONGEST_PERSON = 64  # characters of an identity


def lock(asking: Asking, command: ask.Lock) -> list[Event]:
    _check_opener(asking)
    _check_news(asking.table.moderation.locked, command.on)
    return [Locked(command.on)]


def slow(asking: Asking, command: ask.Slow) -> list[Event]:
    _check_opener(asking)
    if not 0 <= command.seconds <= SLOWEST:
        raise Denied("slow", most=SLOWEST)
    _check_news(asking.table.moderation.slow, command.seconds)
    return [Slowed(command.seconds)]


def mute(asking: Asking, command: ask.Mute) -> list[Event]:
    """One person, or all who look on."""
    _check_opener(asking)
    moderation = asking.table.moderation
    if command.person is None:
        _check_news(moderation.quiet, command.on)
    else:
        _check_named(asking, command.person, moderation.muted, command.on)
    return [Muted(command.person, command.on)]


def remove(asking: Asking, command: ask.Remove) -> list[Event]:
    """Remove a spectator, or somebody who sits at a game that has not begun. Whoever plays can be muted, but stays:
    otherwise an opener could end a game that goes against them."""
    _check_opener(asking)
    table = asking.table
    _check_named(asking, command.person, table.moderation.removed, command.on)
    seats = table.places.of(command.person) if command.on else []
    if seats and table.status != "open":
        raise Denied("plays_here")
    return [Removed(command.person, command.on), *(Left(seat) for seat in seats)]


def _check_opener(asking: Asking) -> None:
    if not (asking.is_opener or asking.is_house):
        not_allowed()


def _check_news(before: int, after: int) -> None:
    if before == after:
        raise Denied("so_already")


def _check_named(asking: Asking, person: str, named: tuple[str, ...], on: bool) -> None:
    if not 0 < len(person) <= LONGEST_PERSON or person == asking.table.terms.opener:
        not_allowed()
    _check_news(person in named, on)
    if on and len(named) >= MOST_NAMED:
        raise Denied("too_many_named", most=MOST_NAMED)
