"""The referee: one game in play or replayed, everything checked on the way in.

decisions.py what is needed to go back, and to try moves out
records.py   the game record: JSON in, JSON out
referee.py   Referee: waiting, legal, refusal, play, view, position, ending, record
views.py     what seats know as JSON, written once for all who know the same
lessons.py   lessons: annotated records
review.py    what is said about records: checked, traced, random games made
"""

from lumitheque.referee.records import GameRecord, RecordError, ReplayError, read_record, write_record
from lumitheque.referee.referee import Referee, Refused, load, new

__all__ = [
    "GameRecord",
    "RecordError",
    "Referee",
    "Refused",
    "ReplayError",
    "load",
    "new",
    "read_record",
    "write_record",
]
