"""What the arena teaches: studies, what is read off them, and the pages that tell it.

studies.py    which games are played, by whom, under which house rules; the commands
frugal.py     one more match: a player of Luminis who may not pay by discard
numbers.py    rates and means with intervals, and verdicts that admit when there are too few games
gathering.py  results and records of a study
pawns.py, luminis.py, fromages.py, lumens.py   what a record tells of its game
charts.py     plots, as SVG
markdown.py   tables; sections.py: what all pages have
pages/        a page per game, and the index
"""
