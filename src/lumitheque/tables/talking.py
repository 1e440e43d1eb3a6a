"""Say something; ask for a rematch."""

import unicodedata

from lumitheque.tables import commands as ask
from lumitheque.tables.asking import Asking, not_allowed
from lumitheque.tables.denied import Denied, phrases
from lumitheque.tables.events import Event, Rematched, RematchWanted, Said
from lumitheque.tables.moderation import MOST_KIBITZED
from lumitheque.tables.telling import may_watch
from lumitheque.tables.told import Viewer

LONGEST_SAID = 300  # characters
TURNS_TEXT = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)  # bidirectional controls: they could garble the text around them


def say(asking: Asking, command: ask.Say) -> list[Event]:
    """People at the table talk to everybody; spectators talk to each other until the game is over."""
    person = asking.actor.person
    if asking.actor.kind != "person" or person is None or not may_watch(asking.table, Viewer(person)):
        not_allowed()
    kibitz = not asking.own_seats
    _check_may_talk(asking, person, kibitz)
    if (command.text is None) == (command.phrase is None):
        raise Denied("nothing_said")
    if command.phrase is not None:
        if command.phrase not in phrases():
            raise Denied("no_such_phrase")
        return [Said(person, phrase=command.phrase, kibitz=kibitz)]
    assert command.text is not None
    return [Said(person, cleaned(command.text), kibitz=kibitz)]


def _check_may_talk(asking: Asking, person: str, kibitz: bool) -> None:
    moderation = asking.table.moderation
    if person in moderation.removed:
        raise Denied("shown_out")
    if person in moderation.muted or (kibitz and moderation.quiet and not asking.is_opener):
        raise Denied("muted")
    if moderation.has_said_enough(person, kibitz) or (kibitz and moderation.kibitzed >= MOST_KIBITZED):
        raise Denied("said_enough")
    if seconds := moderation.seconds_to_wait(person, kibitz, asking.now):
        raise Denied("said_too_fast", seconds=seconds)


def cleaned(text: str) -> str:
    """A sentence on one line, without control characters and lone surrogates."""
    if len(text) > 4 * LONGEST_SAID:  # before any work is spent on it
        raise Denied("said_too_much", most=LONGEST_SAID)
    kept = [" " if char.isspace() else char for char in text if _can_be_shown(char)]
    sentence = " ".join("".join(kept).split())
    if not sentence:
        raise Denied("nothing_said")
    if len(sentence) > LONGEST_SAID:
        raise Denied("said_too_much", most=LONGEST_SAID)
    return sentence


def _can_be_shown(char: str) -> bool:
    return char.isspace() or (unicodedata.category(char) not in ("Cc", "Cs") and char not in TURNS_TEXT)


def rematch(asking: Asking, command: ask.Rematch) -> list[Event]:
    """When all who played to the end want one, the id of the next table is drawn; the house opens it (open_rematch).
    Whoever left their seat to a bot, or gave up, may join in and is not waited for."""
    asking.require("over")
    table = asking.table
    seat = asking.any_own_seat(command.seat)
    if table.next_table is not None or asking.actor.person in table.rematch:
        raise Denied("asked_already")
    events: list[Event] = [RematchWanted(seat)]
    needed = table.places.acting(list(range(len(table.places))))
    if all(person == asking.actor.person or person in table.rematch for person in needed):
        events.append(Rematched(asking.dice.token()))
    return events
