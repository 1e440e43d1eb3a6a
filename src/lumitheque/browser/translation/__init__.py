"""The same sources in a browser: everything that a house on one device needs, from the code that the server runs.

sources.py      which modules the page has, and what is written by hand instead
modules.py      a Python module as an ES module
classes.py      classes, structs and named tuples; their fields are asked of Python
statements.py   functions, loops, exceptions
expressions.py  operators, calls, comprehensions
scopes.py       names, and what JavaScript calls them

The translation is plain JavaScript that calls a small runtime wherever Python means something else
(`web/src/local/python/`). Python that has no translation stops the build and names file and line.
"""
