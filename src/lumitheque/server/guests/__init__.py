"""Guest bots: programs that people bring along, which play over HTTP.

lines.py    what a stream consists of: one JSON object a line
streams.py  GuestStreams: the streams that are open; the events of a bot, a table as its seat sees it
visiting.py GuestDesk: what a guest bot may do at tables, and which bots may sit where
ladder.py   LadderRoom: how strong guest bots are, from the notes of their tables
rating.py   Glicko: ratings with an interval, from results

Who a bot is, and its tokens: access/guest_bots.py. What a seat may know is decided where it is decided for the
WebSocket: tables/telling.py, by way of live/announcing.py.
"""
