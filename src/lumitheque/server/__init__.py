"""The house: a web server for tables, people and bots.

app.py         create_app: builds the ASGI application out of the rooms
services.py    Services: every part of a running house; opens, supervises and closes them
house.py       House: tables in memory (a cache of their logs); decides, commits, acknowledges, announces a command
pause.py       Pause: play stops while the store is in trouble
command_checks.py  what the house checks of a command before the table decides: levels, absences
taking_over.py  take_over: keep a game that was played on a device, exactly once
settings.py    HouseSettings, Limits, Clock: what a house is opened with: rates, sizes, defaults; how long a cookie
               or a grace lasts is a constant of its own module
serving.py     the uvicorn configuration
catalogues.py  every catalogue of words in the house, and what a language lacks
errors.py      what trouble with the store is told as; other refusals are in `reception`
fault_pages.py  a refusal as a small page, for browsers
built_page.py  where the built page of `web/` lies, and which build it is
site.py        the page as plain files for any web space
absences/      people who are away: holidays, quiet hours, substitutes
access/        who may come in: cookies, names, admission, request checks, rate limits
live/          the WebSocket: messages, framing, live tables, announcements, presence, the lobby
bots/          bots at tables: turns, the fair queue, threads of this process, workers on other machines
notices/       what people are told outside the page: the outbox, push, mail, webhooks, the calendar
orders/        what somebody decided ahead for their seat, carried out when it is due
press/         pictures for links, games as PDF
study/         games looked at again: replays, positions, hints
upkeep/        background work: clocks, sweeping, erasure, supervision, metrics
http/          the HTTP routes and their shapes
static/        pages that work without the built page of `web/`
"""
