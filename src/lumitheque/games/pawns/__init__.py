"""What Galax and Sirius share: the board, the suns, moons and stars, and how they are set out.

board.py    the board of ten by ten, as rules see it; terminal_board.py: for a terminal
setup.py    how the pawns are set out; arrangements.py: set-ups that do well
sight.py    what a seat knows, and worlds that agree with it
planes.py   what learners are told of the board
verdict.py  how a game ends
lead.py     what a judgement of a position is made of
art/        board and discs for the eye
texts.py    pieces, placements and positions as text and JSON
audit.py    what is true of every state
"""
