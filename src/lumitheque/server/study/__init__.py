"""Games looked at once more, in threads of low priority; what is answered is in `reception`.

hints.py      HintService: asks the strongest bot
positions.py  StudyRoom: the moments of a game of the house or of a record brought along
"""
