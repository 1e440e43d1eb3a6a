"""Lumens for the eye.

lamps.py    the palace and its lamps
picture.py  a position
box.py      what lies in the box
"""
