"""The house: a web server for tables, people and bots.

app.py         create_app: builds the ASGI application out of the rooms
services.py    Services: every part of a running house; opens, supervises and closes them
house.py       House: tables in memory (a cache of their logs); decides, commits, acknowledges, announces a command
command_checks.py  what the house checks of a command before the table decides: levels, absences
settings.py    HouseSettings, Limits, Clock: what a house is opened with: rates, sizes, defaults; how long a cookie
               or a grace lasts is a constant of its own module
serving.py     the uvicorn configuration
catalogues.py  every catalogue of words in the house, and what a language lacks
errors.py      what trouble with the store is told as; other refusals are in `reception`
fault_pages.py  a refusal as a small page, for browsers
built_page.py  where the built page of `web/` lies, and which build it is
site.py        the page as plain files for any web space
access/        who may come in: cookies, names, admission, request checks, rate limits
live/          the WebSocket: messages, framing, live tables, announcements, presence, the lobby
bots/          bots at tables: turns, the fair queue, threads of this process, workers on other machines
study/         games looked at again: replays, positions, hints
upkeep/        background work: clocks, sweeping, erasure, supervision, metrics
http/          the HTTP routes and their shapes
static/        pages that work without the built page of `web/`
"""
