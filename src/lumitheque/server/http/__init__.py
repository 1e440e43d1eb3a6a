"""The HTTP interface: one module per group of routes.

games.py     /api/games: the shelf
health.py    /health, /ready, /metrics
host.py      /api/host: what the host of the house may do
local.py     /local: what a device needs to play without the house
me.py        /api/me: who you are, your name, another device
pages.py     the page, as `web/` was built, and the small pages that work without it
qr_codes.py  QrCodes: draws QR codes in a thread and keeps them
routing.py   what routes are given by name, and the refusals they document
shapes.py    the structs that requests and answers consist of
study.py     judging a play, replaying a game, playing on, studying a record
tables.py    /api/tables: lobby, tables, entries, commands, records, hints
words.py     /api/words: what the page says, and in which languages
"""
