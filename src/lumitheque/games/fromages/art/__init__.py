"""La chasse aux fromages for the eye; shapes.json: the outlines, which the page reads, too.

pipes.py    the cards: pipes, cheeses, rats
picture.py  a position
box.py      what lies in the box
"""
