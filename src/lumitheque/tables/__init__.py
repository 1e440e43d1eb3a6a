"""Tables: one game among people and bots, as events. Pure: commands in, events out; no clock, no dice of its own.

people.py    who sits and who asks
terms.py     what is agreed when a table is opened; CommonTerms: a new term goes there
commands.py  what can be asked; asking.py: a command with its table and actor, and who may do what
events.py    what happened: the log; an event says itself what of it is secret
table.py     Table: the state folded from a log (places.py, clocks.py, keys.py, dealing.py: its parts; folding.py: which
             method applies which event)
moderation.py  who may talk, how much and how fast: the limits of the chat, mutes and locks
gestures.py  secret decisions: who decides in secret, and when it is complete; Table.under_wraps: plays still secret
deciding.py  open_table, decide: a command becomes events (seating.py, playing.py, timing.py, undo.py, talking.py,
             moderating.py), or is Denied (denied.py)
told.py      what viewers are told: shapes
telling.py   … and how they are filled; what a seat or spectator may see of the game itself is in its `knowledge.py`
notes.py     TableNote: what listings need; noting.py fills it
owing.py     owed_after: whom a table owes a word outside the page; still_owed: whether it is so by now
taking_over.py  decide_anew: a game from a device, checked event by event before the house keeps it
records.py   record_for: the game as a record, as far as the viewer may know it; moves still secret become None

Import commands and events from their modules.
"""

from lumitheque.tables.asking import USUAL_SUBSTITUTE, Dice, Obeyed
from lumitheque.tables.commands import AnyCommand
from lumitheque.tables.deciding import decide, open_rematch, open_table
from lumitheque.tables.denied import Denied, phrases, say_phrases
from lumitheque.tables.events import Entry, Event, read_entry, write_entry
from lumitheque.tables.notes import Status, TableNote
from lumitheque.tables.owing import Due, owed_after, still_owed
from lumitheque.tables.people import BOT, CLOCK, GUEST_BOT, HOUSE, Actor, BotPlayer, Human, is_guest_bot
from lumitheque.tables.records import PartialRecord, record_for
from lumitheque.tables.table import LogError, Table
from lumitheque.tables.telling import check_viewer, may_hint, may_watch, tell_entry, tell_state, tell_table, tell_view
from lumitheque.tables.terms import ClockTerms, Days, EditionChoice, Fischer, NoClock, PerMove, TableTerms
from lumitheque.tables.told import EntryTold, SeatTold, StateTold, TableTold, Viewer

__all__ = [
    "BOT",
    "CLOCK",
    "GUEST_BOT",
    "HOUSE",
    "USUAL_SUBSTITUTE",
    "Actor",
    "AnyCommand",
    "BotPlayer",
    "ClockTerms",
    "Days",
    "Denied",
    "Dice",
    "Due",
    "EditionChoice",
    "Entry",
    "EntryTold",
    "Event",
    "Fischer",
    "Human",
    "LogError",
    "NoClock",
    "Obeyed",
    "PartialRecord",
    "PerMove",
    "SeatTold",
    "StateTold",
    "Status",
    "Table",
    "TableNote",
    "TableTerms",
    "TableTold",
    "Viewer",
    "check_viewer",
    "decide",
    "is_guest_bot",
    "may_hint",
    "may_watch",
    "open_rematch",
    "open_table",
    "owed_after",
    "phrases",
    "read_entry",
    "record_for",
    "say_phrases",
    "still_owed",
    "tell_entry",
    "tell_state",
    "tell_table",
    "tell_view",
    "write_entry",
]
