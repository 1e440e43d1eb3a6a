"""Sit, leave, start, hand a seat to a bot and back, close; put away and restore."""

import re
from typing import Literal

from lumitheque.games import find
from lumitheque.referee import RecordError
from lumitheque.tables import commands as ask
from lumitheque.tables.asking import USUAL_SUBSTITUTE, Asking, check_level_name, not_allowed
from lumitheque.tables.dealing import begin_game
from lumitheque.tables.denied import Denied
from lumitheque.tables.events import (
    BotReplaced,
    Closed,
    Event,
    HandedBack,
    HandedToBot,
    Left,
    Restored,
    Sat,
    Started,
    TakenOver,
    WasPutAway,
)
from lumitheque.tables.people import BotPlayer, Human, is_guest_bot

LONGEST_NAME = 24  # letters; the house says which names may be borne
NONCE = re.compile(r"[0-9A-Za-z_-]{1,64}", re.ASCII)


def sit(asking: Asking, command: ask.Sit) -> list[Event]:
    if asking.table.places.offered and asking.table.status == "playing":
        return [_take_over(asking, command)]
    asking.require("open")
    if command.nonce is not None and not NONCE.fullmatch(command.nonce):
        raise Denied("nonce")
    _check_welcome(asking)
    seat = _seat_to_take(asking, command)
    if command.bot is not None:
        if not _arranges(asking):
            not_allowed()
        return [Sat(seat, BotPlayer(check_level_name(command.bot)), asking.dice.token())]
    if asking.actor.kind != "person" or asking.actor.person is None:
        not_allowed()
    name = command.name[:LONGEST_NAME] if command.name else asking.table.places[seat].name
    return [Sat(seat, Human(asking.actor.person), command.nonce or asking.dice.token(), name)]


def _take_over(asking: Asking, command: ask.Sit) -> Event:
    """Somebody new plays on for whoever ran out of time. Nobody may see two hands, unless the terms let them."""
    offered, person = asking.table.places.offered, asking.actor.person
    if asking.actor.kind != "person" or person is None or command.bot is not None:
        not_allowed()
    _check_welcome(asking)
    seat = offered[0] if command.seat is None else asking.check_seat(command.seat)
    if seat not in offered or seat in asking.own_seats:
        raise Denied("seat_taken")
    if asking.own_seats and not asking.table.terms.several_seats:
        raise Denied("one_seat")
    return TakenOver(seat, Human(person))


def _seat_to_take(asking: Asking, command: ask.Sit) -> int:
    places = asking.table.places
    if command.seat is None and not places.free:
        raise Denied("full")
    seat = places.free[0] if command.seat is None else asking.check_seat(command.seat)
    own_again = command.bot is None and seat in asking.own_seats  # another nonce
    if places[seat].sitter is not None and not own_again:
        raise Denied("seat_taken")
    if command.bot is None and asking.own_seats and not own_again and not _arranges(asking):
        raise Denied("one_seat")  # nobody may fill somebody else's table
    return seat


def _check_welcome(asking: Asking) -> None:
    """Denied if the opener removed the person, or locked the table to those who do not sit here yet; or to a guest bot
    where none may sit. Whether one was invited the house knows."""
    moderation = asking.table.moderation
    if is_guest_bot(asking.actor.person) and asking.table.terms.guest_bots == "none":
        raise Denied("no_guest_bots")
    if asking.actor.person in moderation.removed:
        raise Denied("shown_out")
    if moderation.locked and not (asking.is_house or asking.is_opener or asking.own_seats):
        raise Denied("locked")


def _arranges(asking: Asking) -> bool:
    """Whether the actor may seat bots and remove them: those who may take several seats, since a bot takes one."""
    return asking.is_house or asking.is_opener or bool(asking.own_seats and asking.table.terms.several_seats)


def leave(asking: Asking, command: ask.Leave) -> list[Event]:
    """One's own seat; a bot's, by those who may seat one; any, by the opener."""
    asking.require("open")
    if command.seat is None:
        return [Left(asking.own_seat(None))]
    place = asking.table.places[asking.check_seat(command.seat)]
    if place.sitter is None:
        raise Denied("seat_free")
    a_bots = isinstance(place.sitter, BotPlayer) and _arranges(asking)
    if not (a_bots or asking.is_house or asking.is_opener or command.seat in asking.own_seats):
        raise Denied("not_your_seat")
    return [Left(command.seat)]


def start(asking: Asking, _: ask.Start) -> list[Event]:
    asking.require("open")
    table = asking.table
    if not (asking.is_house or asking.is_opener or asking.own_seats):
        not_allowed()
    if table.places.free:
        raise Denied("seats_free", free=len(table.places.free))
    if find(table.terms.game).rules_version != table.terms.rules:
        raise Denied("other_rules")
    try:
        referee = begin_game(table.terms, table.places.nonces())
    except RecordError as error:
        raise Denied("position", reason=str(error)) from None
    return [Started(list(referee.chance()))]


def hand_to_bot(asking: Asking, command: ask.HandToBot) -> list[Event]:
    """A person may hand their own seat to any level; opener and house an absent person's to the table's substitute, and
    whoever plays here, too, if the terms name an absence: the house knows how long somebody was away."""
    asking.require("playing")
    table = asking.table
    seat = asking.own_seat(None) if command.seat is None else asking.check_seat(command.seat)
    own, others = seat in asking.own_seats, bool(asking.own_seats and table.terms.away)
    if not (own or others or asking.is_opener or asking.is_house):
        raise Denied("not_your_seat")
    if table.places.level(seat) is not None:
        raise Denied("bot_already")
    if own:
        level = command.level or table.terms.substitute or USUAL_SUBSTITUTE
        return [HandedToBot(seat, check_level_name(level), "sitter")]
    if not asking.is_house and table.terms.substitute is None:
        raise Denied("no_substitute")
    if not asking.is_house and table.terms.away and seat not in table.waiting:
        raise Denied("not_waited_for")
    if command.since is not None and table.waited.get(seat) != command.since:
        raise Denied("stale")  # they came back and played
    by: Literal["house", "host", "player"] = "house" if asking.is_house else "host" if asking.is_opener else "player"
    return [HandedToBot(seat, table.terms.substitute or USUAL_SUBSTITUTE, by)]


def hand_back(asking: Asking, command: ask.HandBack) -> list[Event]:
    asking.require("playing")
    places = asking.table.places
    away = [seat for seat in range(len(places)) if places[seat].bot is not None]
    if asking.is_house and command.seat is not None:
        seat = asking.check_seat(command.seat)
    else:
        seat = asking.own_seat(command.seat, away)
    if places[seat].bot is None:
        raise Denied("no_bot_here")
    if places[seat].for_good:
        raise Denied("gone")
    return [HandedBack(seat)]


def replace_bot(asking: Asking, command: ask.ReplaceBot) -> list[Event]:
    asking.require("playing")
    if not asking.is_house:
        not_allowed()
    seat = asking.check_seat(command.seat)
    if asking.table.places.level(seat) != command.before:  # somebody was quicker, or the person came back
        raise Denied("no_bot_here")
    return [BotReplaced(seat, check_level_name(command.level), command.before)]


def close(asking: Asking, _: ask.Close) -> list[Event]:
    """The house may always close a table; the opener unless others are playing."""
    table = asking.table
    if asking.is_house:
        return [Closed("house")]
    if not asking.is_opener:
        not_allowed()
    if table.status == "playing" and any(person != asking.actor.person for person in table.places.people):
        raise Denied("has_started")
    return [Closed("host")]


def put_away(asking: Asking, command: ask.PutAway) -> list[Event]:
    """Put away a table where nobody plays. Nobody may put away a running game."""
    if not asking.is_house:
        not_allowed()
    if asking.table.status == "playing":
        raise Denied("has_started")
    if asking.table.removal is not None:
        raise Denied("closed")
    if asking.table.seq != command.after:
        raise Denied("stale")
    return [WasPutAway(command.removal)]


def restore(asking: Asking, _: ask.Restore) -> list[Event]:
    if not asking.is_house:
        not_allowed()
    if asking.table.removal is None:
        raise Denied("not_put_away")
    return [Restored()]
