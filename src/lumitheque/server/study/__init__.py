"""Games looked at once more.

box.py        copy_game: a game from the real box; what chance showed is asked for when it shows
hints.py      HintService: what the strongest bot would do, knowing what the asker's seat knows
positions.py  StudyRoom: the moments of a game of the house or of a record brought along, and playing on from one
replay.py     Replay: a game gone through decision by decision, as one viewer knew it; which moves are still secret is
              decided in tables/records.py
"""
