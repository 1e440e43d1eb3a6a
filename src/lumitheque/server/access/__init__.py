"""Who may come in, and how often: everything a request or a socket passes before the house hears it.

acquaintances.py  Acquaintances: whom somebody knows, mutes and blocks
addresses.py      the names and addresses under which the house can be reached
admission.py      Admission: house code, removed people, how long tables are kept; set by the host
ceremonies.py     WebAuthn: making a passkey, and signing in with one
connections.py    Reception: enforces time-outs (half-sent requests) and limits of connections, counted by address
cookies.py        Visitor: identity, host and door cookies, and how long they live; Seals signs them
devices.py        Devices: the browsers that are signed in as somebody, and those that were signed out
guest_bots.py     GuestBots: programs that people bring along, and their tokens
lookalikes.py     names that look alike, by Unicode's confusables
names.py          People: the names of guests
passkeys.py       Passkeys: a fingerprint, a face or a security key signs somebody in (WebAuthn)
pins.py           Pins: four digits that keep those who share a device apart
rate_limits.py    token buckets by person and by address
recovery_keys.py  RecoveryKeys: words that sign their owner in on any device
removals.py       Removals: applies at this node what the host or another node changed
request_guard.py  RequestGuard: checks Host, Origin, rates, identity and admission of every request
sharers.py        Sharers: the people who share a device, and which of them plays
"""
