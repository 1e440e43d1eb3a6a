"""Mining exercises: positions of our bots' games in which one move is clearly best.

playing.py    games among levels of all strengths
finding.py    the exercises of one game
searching.py  how good moves are from a seat's view, how clear the best one is, and which moves have the same effect
solving.py    a solution from its first move to the end of the turn, and what the others do about wrong moves
grading.py    which levels find a solution, and the rating that follows
explaining.py why the best move is better, as reviews say it
spot.py       a decision and what came of it, as facts
themes/       what an exercise is about, by facts of its position, for each game
keeping.py    the file of a game's exercises, and how far the miner got
"""
