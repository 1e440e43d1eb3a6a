"""Games looked at once more, in threads of low priority; what is answered is in `reception`.

hints.py          HintService: asks the strongest bot
reviews.py        ReviewRoom: reviews of finished games, wished and read
judging_room.py   JudgingRoom: what bots say of somebody's board or deck, wished and read
judging.py        JudgeWork: plays for it, deal by deal
reviewer.py       Reviewer: computes reviews and appraisals in the background
kept_editions.py  KeptEditions: boards and decks of their own that people keep here
positions.py      StudyRoom: the moments of a game of the house or of a record brought along
"""
