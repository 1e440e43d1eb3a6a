"""What the house checks of a command before the table decides: the table knows neither bots nor presence."""

import time
from collections.abc import Collection

from msgspec.structs import replace

from lumitheque.bots.levels import QUICK_KINDS, levels
from lumitheque.games import SHELF
from lumitheque.reception.faults import HouseFault
from lumitheque.server.access.names import clean_name
from lumitheque.server.bots.programs import Programs
from lumitheque.server.live.attendance import Attendance
from lumitheque.server.live.live_table import LiveTable
from lumitheque.server.upkeep.preparing import check_prepared
from lumitheque.tables import Actor, AnyCommand, Days, Denied, Table
from lumitheque.tables.commands import HandToBot, ReplaceBot, Sit

DAY = 24 * 3600  # seconds


def check_level_exists(game: str, level: str, programs: Programs) -> None:
    """Denied unless the game has a level of that name, or the host a program that plays it; bots that do not search
    play every game."""
    known = game not in SHELF or level in levels(SHELF[game]) or level in QUICK_KINDS
    if not known and not programs.plays(level, game):
        raise Denied("no_such_level")


def check_level_asked(table: Table, command: AnyCommand, programs: Programs) -> None:
    """Denied if the command names a level that the table's game does not have; HouseFault if it is not ready yet."""
    level = None
    if isinstance(command, Sit):
        level = command.bot
    elif isinstance(command, HandToBot | ReplaceBot):
        level = command.level
    if level is None:
        return
    check_level_exists(table.terms.game, level, programs)
    if not isinstance(command, ReplaceBot):  # whoever takes over from a bot that failed waits, too
        check_prepared(table.terms.game, level)


def with_clean_name(command: AnyCommand) -> AnyCommand:
    """The command with the name of a seat as it is shown; HouseFault if nobody may be called so."""
    if not isinstance(command, Sit) or command.name is None:
        return command
    name = clean_name(command.name)
    if name is None:
        raise HouseFault("bad_name")
    return replace(command, name=name)


def seat_of_another(table: Table, actor: Actor, command: AnyCommand) -> str | None:
    """The person on whose seat the actor, somebody else, wants to put a bot."""
    if not isinstance(command, HandToBot) or actor.kind != "person" or command.seat is None:
        return None
    sitter = table.places[command.seat].person if 0 <= command.seat < len(table.places) else None
    return None if sitter == actor.person else sitter


def check_away(live: LiveTable, sitter: str, elsewhere: Collection[str], opened: float, seconds: float) -> None:
    """HouseFault unless the sitter has been away from every node for so many seconds. `opened`: when this node began to
    look."""
    here = sitter in elsewhere or any(watcher.person == sitter for watcher in live.watchers)
    if here or time.monotonic() - live.left.get(sitter, opened) < seconds:
        raise HouseFault("present")


def check_absence(table: Table, actor: Actor, sitter: str, attendance: Attendance) -> None:
    """HouseFault unless the sitter has been away for long enough while the table waits for them: as long as its terms
    say. The opener of a live table need not wait; over days, where people come and go, they wait for a day at least."""
    is_opener, over_days = actor.person == table.terms.opener, isinstance(table.terms.clock, Days)
    needed = table.terms.away or DAY * over_days if over_days or not is_opener else 0
    since = max((table.waited.get(seat, table.at) for seat in table.places.of(sitter)), default=table.at)
    if attendance.absent_for(table.id, sitter, since) < needed:
        raise HouseFault("not_away_long")
