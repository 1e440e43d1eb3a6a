"""The games of the shelf for programs of others: OpenSpiel.

openspiel.py  every game of the shelf as an OpenSpiel game
positions.py  positions that never change and chance as draws that can be listed
steps/        what is compiled for each game on behalf of the adapters
"""
