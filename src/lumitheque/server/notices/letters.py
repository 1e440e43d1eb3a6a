"""Letter: what a notice says, ready to be sent by any channel. Undelivered: why a channel did not take it."""

from msgspec import Struct


class Letter(Struct, frozen=True):
    """One message to one person. It says nothing that the person's seat may not know."""

    key: str  # the same for the same notice, so that who gets it twice can tell
    what: str  # turn, asked, bot, over, hurry, invited, test, digest
    title: str
    body: str
    url: str
    game: str | None = None  # its name
    table: str | None = None
    deadline: int | None = None  # milliseconds since 1970


class Undelivered(Exception):
    """`why` is a key of `[trouble]` in notices.toml. `for_good`: it is of no use to try this channel again."""

    def __init__(self, why: str, *, for_good: bool = False) -> None:
        super().__init__(why)
        self.why, self.for_good = why, for_good
