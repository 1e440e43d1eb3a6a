"""What is compiled for each game on behalf of the adapters.

stepping.py  steps through any game; adapters/positions.py binds `rules` and `knowledge`
"""
