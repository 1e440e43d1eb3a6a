"""Luminis for the eye; shapes.json: the outlines, which the page reads, too.

windows.py  the cards
picture.py  a position
box.py      what lies in the box
"""
