"""Drawing for the eye: what the pictures of all games share. It knows no game.

svg.py      elements of SVG as text, and Picture: a whole one, with what a screen reader says of it
palette.py  the colours of the page, by day, by night and in greys; colours.json has them, out of the page's styles
shapes.py   shapes.json, which the page reads, too: the marks of seats here, a game's own in its `art`
boxes.py    what lies in a box, at its real size: boards, cards, tokens, stand-ups
"""
