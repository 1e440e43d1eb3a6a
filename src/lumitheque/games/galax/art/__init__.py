"""Galax for the eye.

picture.py  a position
box.py      what lies in the box
"""
