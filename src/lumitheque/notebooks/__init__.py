"""What a notebook shows of a game that has been played: one piece of HTML that asks no network.

moments.py  every moment as each viewpoint knew it, drawn by day and by night, written small
widget.py   Replay: the piece of HTML; replay.css and replay.js are in it
"""
