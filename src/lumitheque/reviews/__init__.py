"""A review of a finished game: for each seat its chances at every decision, by what that seat could know then.

shapes.py     Review, SeatReview, ReviewStep: what a review says
running.py    review_record: from beginning to end, in threads
budgeting.py  how many simulations fit into some time
reviewing.py  Plan, Reviewing: a review under way, step by step; stopped and taken up
past.py       Past: a finished game as its seats saw it
parts.py      Task, Part: what is searched, each apart from all others
searching.py  Searcher: what positions and moves are worth
depths.py     DepthsBot: alpha-beta by finished depths
luck.py       what chance and reveals changed
chances.py    Line: a seat's chances over the game, and how they add up
verdicts.py   what may be said of a choice; turning points
seats.py      a seat's review of what was searched
reasons.py    why the better move was better, as each game's facts/ says it
telling.py    a review in sentences, in any language
"""

from lumitheque.reviews.parts import Part, Task
from lumitheque.reviews.past import ReviewError
from lumitheque.reviews.reviewing import Plan, Reviewing
from lumitheque.reviews.running import review, review_record
from lumitheque.reviews.shapes import Considered, HadYouKnown, Reason, Review, ReviewStep, SeatReview

__all__ = [
    "Considered",
    "HadYouKnown",
    "Part",
    "Plan",
    "Reason",
    "Review",
    "ReviewError",
    "ReviewStep",
    "Reviewing",
    "SeatReview",
    "Task",
    "review",
    "review_record",
]
