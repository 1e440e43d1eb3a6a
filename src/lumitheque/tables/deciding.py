"""open_table, decide: a command becomes events, or is Denied. Nothing changes here: `Table.evolve` applies events."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from lumitheque.games import GameError, find
from lumitheque.games.edition import EditionError, clean_title, load_edition, read_edition
from lumitheque.games.game import Game, Value
from lumitheque.referee import RecordError
from lumitheque.referee.deal import commitment
from lumitheque.referee.records import EditionNote, note_edition
from lumitheque.tables import commands as ask
from lumitheque.tables.asking import Asking, Dice, Obeyed, check_level_name
from lumitheque.tables.clocks import is_reasonable
from lumitheque.tables.dealing import begin_game
from lumitheque.tables.denied import Denied
from lumitheque.tables.events import Event, Opened, Sat
from lumitheque.tables.moderating import lock, mute, remove, slow
from lumitheque.tables.people import Actor, BotPlayer, Human
from lumitheque.tables.playing import (
    answer_draw,
    answer_take_back,
    offer_draw,
    play,
    resign,
    take_back,
)
from lumitheque.tables.seating import (
    close,
    hand_back,
    hand_to_bot,
    leave,
    put_away,
    replace_bot,
    restore,
    sit,
    start,
)
from lumitheque.tables.table import Table
from lumitheque.tables.talking import rematch, say
from lumitheque.tables.terms import CommonTerms, EditionChoice, NoClock, TableTerms, fields_of
from lumitheque.tables.timing import give_time, stop_clock, time_out

DAY = 24 * 3600  # seconds
MOST_AWAY = 30 * DAY

OBEY: dict[type, Callable[[Asking, Any], list[Event]]] = {
    ask.Sit: sit,
    ask.Leave: leave,
    ask.Start: start,
    ask.TakeBack: take_back,
    ask.AnswerTakeBack: answer_take_back,
    ask.Resign: resign,
    ask.OfferDraw: offer_draw,
    ask.AnswerDraw: answer_draw,
    ask.Rematch: rematch,
    ask.Say: say,
    ask.HandToBot: hand_to_bot,
    ask.HandBack: hand_back,
    ask.ReplaceBot: replace_bot,
    ask.TimeOut: time_out,
    ask.GiveTime: give_time,
    ask.StopClock: stop_clock,
    ask.Close: close,
    ask.Lock: lock,
    ask.Mute: mute,
    ask.Remove: remove,
    ask.Slow: slow,
    ask.PutAway: put_away,
    ask.Restore: restore,
}


def decide(table: Table, actor: Actor, command: ask.AnyCommand, now: int, dice: Dice) -> Obeyed:
    """What a command leads to; Denied if it may not be obeyed. The table itself does not change."""
    if table.takes_nothing and not isinstance(command, ask.PutAway | ask.Restore):
        raise Denied("closed")
    asking = Asking(table, actor, max(now, table.at), dice)
    if type(command) is ask.Play:
        return play(asking, command)  # the only one that tries something out
    return Obeyed(OBEY[type(command)](asking, command))


def open_table(terms: TableTerms, opener: str, dice: Dice) -> list[Event]:
    """The first event of a new table; Denied if the terms are not acceptable."""
    game, seats, options = _game(terms)
    if not is_reasonable(terms.clock):
        raise Denied("clock")
    _check_absences(terms)
    secret = dice.token()
    opened = Opened(
        **fields_of(terms, CommonTerms),
        game=game.name,
        rules=game.rules_version,
        seats=seats,
        opener=opener,
        commitment=commitment(secret),
        options=options,
        edition=_edition(game, terms.edition),
        previous=terms.previous,
        secret=secret,
        position=terms.position,
    )
    if terms.position is not None:
        _try_position(opened)
    return [opened]


def _check_absences(terms: TableTerms) -> None:
    """Whoever may be minded by a bot is told beforehand by which."""
    if terms.substitute is not None:
        check_level_name(terms.substitute)
    elif terms.when_late != "lost" or terms.away:
        raise Denied("no_substitute")
    if terms.when_late != "lost" and isinstance(terms.clock, NoClock):
        raise Denied("never_late")
    if not 0 <= terms.away <= MOST_AWAY:
        raise Denied("away", days=MOST_AWAY // DAY)


def _game(terms: TableTerms) -> tuple[Game, int, dict[str, Value]]:
    """The game, the number of seats and the settled options."""
    try:
        game = find(terms.game)
    except GameError as error:
        raise Denied("no_such_game", reason=str(error)) from None
    try:
        seats = game.check_seats(game.seats[0] if terms.seats is None else terms.seats)
    except GameError as error:
        raise Denied("seats", lowest=game.seats[0], highest=game.seats[-1], reason=str(error)) from None
    try:
        return game, seats, game.settle(seats, terms.options)
    except GameError as error:
        raise Denied("options", reason=str(error)) from None


def _edition(game: Game, choice: EditionChoice | None) -> EditionNote | None:
    """The edition that was chosen. A guest's text never names a file to read."""
    try:
        if choice is None:
            return note_edition(load_edition(game))
        if choice.text is None and choice.name in game.editions:
            return note_edition(load_edition(game, choice.name))
        if choice.text is not None and game.editions:
            title = clean_title(choice.name)
            return note_edition(read_edition(game, choice.text, title, title))
    except EditionError as error:
        raise Denied("bad_edition", reason=error) from None
    except GameError as error:
        raise Denied("edition", reason=error) from None
    raise Denied("edition")


def _try_position(opened: Opened) -> None:
    try:
        referee = begin_game(opened, [""] * opened.seats)
    except RecordError as error:
        raise Denied("position", reason=str(error)) from None
    if not referee.waiting():
        raise Denied("position", reason="the game is over in this position")


def open_rematch(table: Table, dice: Dice, last: str | None = None) -> list[Event]:
    """The next table, on the same terms: everybody sits one seat further, so that another begins or has white. People
    may bring a nonce of their own before it starts, as at any table. `last` is who agreed last, not at the table yet.
    A bot that played for somebody sits there itself, unless they agreed, too."""
    before, wanting = table.terms, {*table.rematch, last}
    secret = dice.token()
    opened = replace(
        before,
        rules=find(before.game).rules_version,
        commitment=commitment(secret),
        previous=table.id,
        secret=secret,
        on_device=False,
    )
    events: list[Event] = [opened]
    for seat in range(before.seats):
        place = table.places[seat - 1]
        sitter, name = place.sitter, place.name
        if place.bot is not None and place.person not in wanting:
            sitter, name = BotPlayer(place.bot), None
        assert isinstance(sitter, Human | BotPlayer)
        events.append(Sat(seat, sitter, dice.token(), name))
    return events
