"""The judge: is a board, a deck or a house rule any good? Equal bots play it by the hundred, side by side with ours.

    watching.py   what is noticed while a game is played
    playing.py    one deal with both, by whoever has time for it: a core, a Dask worker, a thread of a house
    bounds.py     intervals that hold however often one looks
    questions.py  what is asked of a game, and from which figure on it is a finding
    judge.py      deals come in, questions are settled, and enough is enough
    shapes.py     Appraisal and Finding, as JSON
    gathering.py  many findings of one kind told as one, and what only follows from another left out
    telling.py    the same in sentences, with proposals
    opening.py    what is judged against what, from an edition and options

What the findings mean, and what they do not, is in docs/judge.md; why these statistics, in decision 0032.
"""
