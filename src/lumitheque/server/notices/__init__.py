"""Notices: what people are told outside the page, by the channels that they chose.

A notice is owed in the transaction of the entry that concerns somebody (tables/owing.py, storage/). From there:

sender.py      Sender: takes what is due out of the outbox, checks that it is still so, sends it by every channel
news.py        News: what there is to tell of a table, and how it is said; letters.py: Letter, Undelivered
channels.py    Channels: how each person wishes to be told
delivery.py    Delivery: hands a letter to a channel of any kind, and notes trouble
push.py        browsers, by Web Push; encryption.py: which nobody between can read
mail.py        mail, by the host's SMTP server; digest.py: one mail a day about all tables
webhooks.py    programs and chat rooms
outgoing.py    Outgoing: requests to addresses that guests gave, never into the host's own network
invitations.py Invitations: one person asks another to a table
calendar.py    deadlines as a private calendar feed
service.py     NoticeService: all of it, put together for a house
"""
