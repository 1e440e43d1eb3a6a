"""The games of the shelf for programs of others: OpenSpiel, PettingZoo, Gymnasium.

openspiel.py   every game of the shelf as an OpenSpiel game
positions.py   positions that never change and chance as draws that can be listed
pettingzoo.py  every game as a PettingZoo environment, a seat at a time or in parallel form
gymnasium.py   every game as a Gymnasium environment, against players by name
vectors.py     thousands of games as one Gymnasium vector environment, over batches
episodes.py    one game after another as learners see it; the environments of single games stand on it
steps/         what is compiled for each game on behalf of the adapters
"""
