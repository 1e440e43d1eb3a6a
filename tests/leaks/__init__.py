"""The leak kit: two houses in worlds that somebody cannot tell apart send that somebody the same bytes.

worlds.py   Couple: the log of one table, and a log of the same table in another world that looks the same to X
houses.py   the two houses, one clock, dice alike; how the second is fed with its world
guests.py   the same guest in both houses, and every byte that they get
letters.py  what reaches X outside the page: pushes, mails, a webhook, a calendar
evening.py  an evening at a table, from its opening to the last message before the end, with all that X may try
ordered.py  an evening on which people decide ahead what they answer, in the two houses not the same
"""
