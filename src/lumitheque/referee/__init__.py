"""The referee: one game in play or replayed, everything checked on the way in.

decisions.py what is needed to go back, and to try moves out
records.py   the game record: JSON in, JSON out
referee.py   Referee: waiting, legal, refusal, play, view, position, ending, record
views.py     what seats know as JSON, written once for all who know the same
pictures.py  positions as pictures
lessons.py   lessons: annotated records
exercises.py exercises: positions with one clearly best move; exercise_files.py: where they are kept, whose turn it is
checking.py  records checked and traced; random games
chance_log.py  chance between records (labels, outcomes) and rules (numbers on a tape)
deal.py      deals that nobody can choose: a secret shown by its hash, and a nonce from every seat
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
