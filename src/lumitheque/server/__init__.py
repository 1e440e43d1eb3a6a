"""The house: tables over HTTP and WebSocket, guests and their names, bots on their seats.

settings.py    what a house is opened with: store, clock, dice, limits
app.py         create_app: everything put together, as an ASGI application
house.py       tables in memory (a cache), a command's way: decide, commit, acknowledge, announce
watching.py    who looks at a table, and what each is sent
live.py        the WebSocket; messages.py: what travels on it; outbox.py: what waits for slow readers
wire.py        its frames, with a short way for plain texts
lobby.py       the list of tables, kept up to date for those who look at it
visitors.py    who is asking: cookies; people.py: names; doors.py: house code and who was sent away
guard.py       what every request passes: origin, rates, headers; limits.py: how often is too often
company.py     who is at a table, whichever node they came in by
thinking.py    how a bot comes to its move; botrunner.py: here, in threads; errands.py and worker.py: elsewhere
timekeeper.py  clocks that run out; janitor.py: tables that nobody comes back to
hints.py       advice
routes/        the HTTP interface
answers.py     what it says; faults.py: how it says no
metrics.py     numbers about the house
addresses.py   where the house can be reached, for people and for phones
static/, words/
"""
