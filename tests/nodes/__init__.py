"""Two nodes and two workers on one PostgreSQL, each a process of its own that may be killed."""
