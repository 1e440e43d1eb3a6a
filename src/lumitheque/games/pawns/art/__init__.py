"""Galax and Sirius for the eye; shapes.json: the outlines, which the page reads, too.

board.py  the board, and discs on it
discs.py  the discs, and the compass that says who takes whom
box.py    what lies in the box
"""
