"""Who may come in, and how often: everything a request or a socket passes before the house hears it.

addresses.py      the names and addresses under which the house can be reached
admission.py      Admission: house code, removed people, how long tables are kept; set by the host
connections.py    Reception: enforces time-outs (half-sent requests) and limits of connections, counted by address
cookies.py        Visitor: identity, host and door cookies, and how long they live; Seals signs them
lookalikes.py     names that look alike, by Unicode's confusables
names.py          People: the names of guests
rate_limits.py    token buckets by person and by address
removals.py       Removals: applies at this node what the host or another node changed
request_guard.py  RequestGuard: checks Host, Origin, rates, identity and admission of every request
"""
