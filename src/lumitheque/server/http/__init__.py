"""The HTTP interface: one module per group of routes.

absences.py  /api/me/absences: holidays and quiet hours
bot_door.py  /api/bot: the door of guest bots: streams, moves
devices.py   /api/me/devices, /api/me/key: where somebody is signed in, and their recovery key
editions.py  /api/editions, /api/me/editions: boards and decks of somebody's own
games.py     /api/games: the shelf
guest_bots.py  /api/me/bots, /api/bots: whose bots there are, their tokens, the ladder
health.py    /health, /ready, /metrics
host.py      /api/host: what the host of the house may do
identity_shapes.py  of those, the ones about devices, keys and the people who share a device
judging.py   /api/editions/judge: what bots say of somebody's board or deck
link_tags.py  what a messenger shows of a link to a table
local.py     /local: what a device needs to play without the house
me.py        /api/me: who you are, your name, another device
notices.py   /api/me/notices: how somebody is told that it is their turn; the calendar feed
orders.py    /api/tables/…/orders: what somebody decides ahead for their seat
people.py    /api/me/people, /api/people, invitations: whom somebody knows
pages.py     the page, as `web/` was built, and the small pages that work without it
passkeys.py  /api/me/passkeys: passkeys, and signing in with one
press.py     pictures of tables for links; games as PDF
qr_codes.py  QrCodes: draws QR codes in a thread and keeps them
reviews.py   …/review: reviews of finished games
routing.py   what routes are given by name, and the refusals they document
sharers.py   /api/me/sharers, /api/me/pin: the people who share a device, and which of them plays
shapes.py    the structs that requests and answers consist of
study.py     judging a play, replaying a game, playing on, studying a record, trying an exercise
tables.py    /api/tables: lobby, tables, entries, commands, records, hints
words.py     /api/words: what the page says, and in which languages
"""
