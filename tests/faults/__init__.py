"""What befalls a house: killed while people play, its disk full or read-only, its database gone, its clock set wrong.

house_process.py   the house as a process of its own, which can be killed
houses.py          starts it, asks whether it is ready, kills it
robots.py          people with a socket: they play, come back by themselves, and remember all they were told
parties.py         tables with robots and bots, over all games
checking.py        the log against everything that any robot was told
kills.py           play, kill, start again, many times, with times taken
correspondents.py  people who play over days and move when a notice comes
notices.py         every notice counted, while the house is killed
visitors.py        guest bots in pairs, and what they were told
two_nodes.py       the same with two nodes on one database, which also freeze and have wrong clocks
notice_report.py   what was counted of notices, as a page
reporting.py       the times as a table, as JSON, as a page
databases.py       a PostgreSQL that can be stopped and started
disks.py           a disk that is full, or read-only
"""
