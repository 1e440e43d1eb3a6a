"""The WebSocket at /live, and everything that is pushed to browsers through it. The messages are in `reception`.

announcing.py  which text each watcher of a table is sent; viewers who know the same share one
attendance.py  Attendance: how long people have been away from tables that wait for them
framing.py     WebSocket frames on uvicorn's protocol, with a short path for plain texts; meters every frame
live_table.py  LiveTable: a table in memory with its watchers; what a socket is for those who send to it
lobby.py       Lobby: the list of open tables, pushed when it changes
news.py        News: what is told of new entries; the texts for WebSockets
own_tables.py  OwnTables: one's own tables, pushed with it
presence.py    PresenceBoard: who is at a table, across nodes
send_queue.py  SendQueue: the queue of a slow reader
schema.py      the JSON Schema of the messages, in the OpenAPI document
socket.py      Live, Socket: one connection; reads messages, obeys commands, answers
"""
