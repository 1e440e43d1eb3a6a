"""open_table, decide: a command becomes events, or is Denied. Nothing is changed here: that is for the log to do."""

from collections.abc import Callable
from typing import Any

from lumitheque.games import GameError, find
from lumitheque.games.edition import load_edition, read_edition
from lumitheque.games.game import Game, Value
from lumitheque.referee import RecordError
from lumitheque.referee.deal import commitment
from lumitheque.referee.records import EditionNote, note_edition
from lumitheque.tables import commands as ask
from lumitheque.tables.asking import Asking, Dice, check_level
from lumitheque.tables.clocks import is_reasonable
from lumitheque.tables.dealing import begin_game
from lumitheque.tables.denied import Denied
from lumitheque.tables.events import Event, Opened, Sat
from lumitheque.tables.moderating import lock, mute, remove, slow
from lumitheque.tables.people import Actor, BotPlayer, Human
from lumitheque.tables.playing import (
    answer_draw,
    answer_take_back,
    give_time,
    offer_draw,
    play,
    resign,
    take_back,
    time_out,
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
from lumitheque.tables.terms import EditionChoice, TableTerms

LONGEST_EDITION = 100_000  # characters of a board or deck that players bring along

OBEY: dict[type, Callable[[Asking, Any], list[Event]]] = {
    ask.Sit: sit,
    ask.Leave: leave,
    ask.Start: start,
    ask.Play: play,
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
    ask.Close: close,
    ask.Lock: lock,
    ask.Mute: mute,
    ask.Remove: remove,
    ask.Slow: slow,
    ask.PutAway: put_away,
    ask.Restore: restore,
}


def decide(table: Table, actor: Actor, command: ask.AnyCommand, now: int, dice: Dice) -> list[Event]:
    """What follows from a command; Denied if nothing may. The table is as it was afterwards, whatever comes of it."""
    if (table.closed or table.removal is not None) and not isinstance(command, ask.PutAway | ask.Restore):
        raise Denied("closed")
    return OBEY[type(command)](Asking(table, actor, max(now, table.at), dice), command)


def open_table(terms: TableTerms, host: str, dice: Dice) -> list[Event]:
    """A new table; Denied if the terms are no good."""
    game, seats, options = _game(terms)
    if not is_reasonable(terms.clock):
        raise Denied("clock")
    if terms.substitute is not None:
        check_level(terms.substitute)
    secret = dice.token()
    opened = Opened(
        game=game.name,
        rules=game.rules_version,
        seats=seats,
        host=host,
        commitment=commitment(secret),
        options=options,
        edition=_edition(game, terms.edition),
        clock=terms.clock,
        listed=terms.listed,
        spectators=terms.spectators,
        hints=terms.hints,
        substitute=terms.substitute,
        pace=terms.pace,
        several_seats=terms.several_seats,
        previous=terms.previous,
        secret=secret,
        position=terms.position,
    )
    if terms.position is not None:
        _try_position(opened)
    return [opened]


def _game(terms: TableTerms) -> tuple[Game, int, dict[str, Value]]:
    """Which game, for how many, with which options."""
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
    """Never read from a file that a guest names."""
    try:
        if choice is None:
            return note_edition(load_edition(game))
        if choice.text is None and choice.name in game.editions:
            return note_edition(load_edition(game, choice.name))
        if choice.text is not None and game.editions and len(choice.text) <= LONGEST_EDITION:
            return note_edition(read_edition(game, choice.text, choice.name[:60], choice.name[:60]))
    except GameError as error:
        raise Denied("edition", reason=str(error)) from None
    raise Denied("edition", reason="no edition of that name, or too long")


def _try_position(opened: Opened) -> None:
    try:
        referee = begin_game(opened, [""] * opened.seats)
    except RecordError as error:
        raise Denied("position", reason=str(error)) from None
    if not referee.waiting():
        raise Denied("position", reason="the game is over in this position")


def open_rematch(table: Table, dice: Dice) -> list[Event]:
    """The next table, on the same terms: everybody sits one seat further, so that another begins or has white. People
    may bring a nonce of their own before it starts, as at any table."""
    before = table.terms
    secret = dice.token()
    opened = Opened(
        game=before.game,
        rules=find(before.game).rules_version,
        seats=before.seats,
        host=before.host,
        commitment=commitment(secret),
        options=before.options,
        edition=before.edition,
        clock=before.clock,
        listed=before.listed,
        spectators=before.spectators,
        hints=before.hints,
        substitute=before.substitute,
        pace=before.pace,
        several_seats=before.several_seats,
        previous=table.id,
        secret=secret,
        position=before.position,
    )
    events: list[Event] = [opened]
    for seat in range(before.seats):
        sitter = table.places[seat - 1].sitter
        assert isinstance(sitter, Human | BotPlayer)
        events.append(Sat(seat, sitter, dice.token()))
    return events
