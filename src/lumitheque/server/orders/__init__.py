"""Orders: what somebody decided ahead for a seat of theirs, and nobody else knows of.

An order is a belonging of its person. It is in no log and on no wire but its owner's; what comes of it is a play like
any other. From the log follows whether it still applies, so a killed process loses and doubles nothing.

lines.py   Order, and what it answers at a table: lines of moves, and standing moves
making.py  what may be ordered: every line is tried before it is kept
stored.py  StoredOrders: the orders in the store, and which tables have some
keeper.py  OrderKeeper: makes the plays that are due, and deletes orders that apply no more
"""
