"""Games looked at once more, in threads of low priority; what is answered is in `reception`.

hints.py          HintService: asks the strongest bot
reviews.py        ReviewRoom: reviews of finished games, wished and read
reviewer.py       Reviewer: computes them in the background
kept_editions.py  KeptEditions: boards and decks of their own that people keep here
positions.py      StudyRoom: the moments of a game of the house or of a record brought along
"""
