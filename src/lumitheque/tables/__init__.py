"""Tables: one game among people and bots, as events. Pure: commands in, events out; no clock, no dice of its own.

people.py    who sits and who asks
terms.py     what is agreed when a table is opened
commands.py  what can be asked
events.py    what happens: the log
table.py     Table: what follows from a log (places.py, clocks.py, keys.py, dealing.py: its parts)
deciding.py  open_table, decide: a command becomes events (seating.py, playing.py, undo.py, talking.py), or is Denied
told.py      what viewers are told: shapes
telling.py   … and how they are filled
records.py   record_for: the game as a record, as far as the asker may know it
"""

from lumitheque.tables.asking import (
    Dice,
)
from lumitheque.tables.commands import (
    AnswerDraw,
    AnswerTakeBack,
    AnyCommand,
    Close,
    GiveTime,
    HandBack,
    HandToBot,
    Leave,
    OfferDraw,
    Play,
    Rematch,
    Resign,
    Say,
    Sit,
    Start,
    TakeBack,
    TimeOut,
)
from lumitheque.tables.deciding import (
    decide,
    open_rematch,
    open_table,
)
from lumitheque.tables.denied import (
    Denied,
    phrases,
    words,
)
from lumitheque.tables.events import (
    UNREADABLE,
    Closed,
    DrawAnswered,
    DrawOffered,
    Entry,
    Event,
    HandedBack,
    HandedToBot,
    Left,
    Opened,
    Played,
    Rematched,
    RematchWanted,
    Resigned,
    Said,
    Sat,
    Started,
    TakeBackAnswered,
    TakeBackAsked,
    TakenBack,
    TimedOut,
    TimeGiven,
    read_entry,
    write_entry,
)
from lumitheque.tables.notes import (
    Status,
    TableNote,
)
from lumitheque.tables.people import (
    BOT,
    CLOCK,
    HOUSE,
    Actor,
    BotPlayer,
    Human,
    Sitter,
)
from lumitheque.tables.records import (
    PartialRecord,
    record_for,
)
from lumitheque.tables.table import (
    LogError,
    Table,
)
from lumitheque.tables.telling import (
    check_viewer,
    may_hint,
    may_watch,
    tell_entry,
    tell_state,
    tell_table,
)
from lumitheque.tables.terms import (
    ClockTerms,
    Days,
    EditionChoice,
    Fischer,
    NoClock,
    PerMove,
    TableTerms,
)
from lumitheque.tables.told import (
    AskedTold,
    ClockTold,
    EntryTold,
    SeatTold,
    StateTold,
    TableTold,
    Viewer,
)

__all__ = [
    "BOT",
    "CLOCK",
    "HOUSE",
    "UNREADABLE",
    "Actor",
    "AnswerDraw",
    "AnswerTakeBack",
    "AnyCommand",
    "AskedTold",
    "BotPlayer",
    "ClockTerms",
    "ClockTold",
    "Close",
    "Closed",
    "Days",
    "Denied",
    "Dice",
    "DrawAnswered",
    "DrawOffered",
    "EditionChoice",
    "Entry",
    "EntryTold",
    "Event",
    "Fischer",
    "GiveTime",
    "HandBack",
    "HandToBot",
    "HandedBack",
    "HandedToBot",
    "Human",
    "Leave",
    "Left",
    "LogError",
    "NoClock",
    "OfferDraw",
    "Opened",
    "PartialRecord",
    "PerMove",
    "Play",
    "Played",
    "Rematch",
    "RematchWanted",
    "Rematched",
    "Resign",
    "Resigned",
    "Said",
    "Sat",
    "Say",
    "SeatTold",
    "Sit",
    "Sitter",
    "Start",
    "Started",
    "StateTold",
    "Status",
    "Table",
    "TableNote",
    "TableTerms",
    "TableTold",
    "TakeBack",
    "TakeBackAnswered",
    "TakeBackAsked",
    "TakenBack",
    "TimeGiven",
    "TimeOut",
    "TimedOut",
    "Viewer",
    "check_viewer",
    "decide",
    "may_hint",
    "may_watch",
    "open_rematch",
    "open_table",
    "phrases",
    "read_entry",
    "record_for",
    "tell_entry",
    "tell_state",
    "tell_table",
    "words",
    "write_entry",
]
