"""Guest: the other side of a house's door for bots: joins a running house with one of our bots, or with any engine.

door.py     Door: requests and streams, tried again with growing pauses when the house does not answer
game.py     GameSeen: what a stream tells of a table, as engines and bots want it
tables.py   TablePlayer: plays one table to its end
visit.py    Visit: follows the bot's events, accepts invitations, sends somebody to every table
"""
