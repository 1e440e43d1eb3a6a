"""GuestBots: programs that people bring along, and the tokens that they sign in with.

A guest bot is a person of its own whose id begins with `bot-`, which no cookie can hold; whoever made it owns it. The
house keeps a token's digest alone. Every node has all of them in memory, so no request waits for the store.
"""

import asyncio
import hashlib
import re
from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec import Struct

from lumitheque.reception.faults import HouseFault
from lumitheque.server.access.names import People, clean_name
from lumitheque.server.settings import Clock
from lumitheque.storage import Belonging, Store
from lumitheque.tables import GUEST_BOT, Dice

BOT, TOKEN = "guest_bot", "bot_token"  # kinds of belongings of a bot's owner: its id is the bot's, or the digest
MARK = "lumibot_"  # how tokens begin, so that people and programs that look for secrets know what they found
SHAPE = re.compile(MARK + "[0-9a-f]{32}")
HOUSE_BOTS = "house"  # who owns the bots that the host makes by `lumitheque token`: nobody signs in as that
MOST_BOTS, MOST_TOKENS = 5, 4  # of one person; of one bot
SHORT = 12  # digits of a digest by which its owner names a token
PAGE = 500
Scope = Literal["play", "watch"]


class Bot(Struct, frozen=True):
    """What is kept of a guest bot, beside its name."""

    name: str
    author: str
    since: int
    challenges: bool = True  # people may invite it


class Token(Struct, frozen=True):
    """What is kept of a token."""

    bot: str
    scope: Scope
    since: int
    door: str = ""  # what its owner had shown at the door: a token holds as long as the house code does


class Pass(Struct, frozen=True):
    """A token that is in force, with its bot and owner."""

    digest: str
    owner: str
    token: Token

    @property
    def bot(self) -> str:
        return self.token.bot


_read_bot = msgspec.json.Decoder(Bot).decode
_read_token = msgspec.json.Decoder(Token).decode


def digest(token: str) -> str | None:
    """The digest of a token as it was sent; None: it is no token."""
    if SHAPE.fullmatch(token) is None:
        return None
    return hashlib.sha256(f"lumitheque bot token\0{token}".encode()).hexdigest()


def bearer(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The token that a request carries, if it is of our kind; a proxy may use the header for its own."""
    for name, value in headers:
        if name == b"authorization":
            scheme, _, token = value.decode("latin-1").partition(" ")
            return token.strip() if scheme.lower() == "bearer" and token.strip().startswith(MARK) else None
    return None


def shown_name(bot: Bot) -> str:
    """What a bot is called wherever names are told: in lists, at tables, in replays. Mark and author belong to it."""
    return f"{bot.name} (bot, {bot.author})"


class GuestBots:
    def __init__(self, store: Store, people: People, clock: Clock, dice: Dice) -> None:
        self._store, self._people, self._clock, self._dice = store, people, clock, dice
        self._bots: dict[str, tuple[str, Bot]] = {}  # by id: owner and bot
        self._passes: dict[str, Pass] = {}  # by digest
        self._owned: dict[str, set[str]] = {}  # ids and digests, by owner
        self._changed: set[str] = set()  # owners that were looked at while all were read
        self._one_by_one = asyncio.Lock()

    # --- what is known -----------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Read all of them: when the house opens, and now and then, for `lumitheque token` writes beside it."""
        self._changed.clear()
        rows: dict[str, list[Belonging]] = {owner: [] for owner in self._owned}
        for kind in (BOT, TOKEN):
            after = ("", "", "")
            while page := await self._store.every_belonging(kind, limit=PAGE, after=after):
                for one in page:
                    rows.setdefault(one.person, []).append(one)
                after = (page[-1].person, page[-1].kind, page[-1].id)
        for owner, found in rows.items():
            if owner not in self._changed:  # else what was read may be of before
                self._take_up(owner, found)

    async def look_again(self, owner: str) -> None:
        """Something of this person's changed, here or elsewhere."""
        async with self._one_by_one:  # what was read first must not be taken up last
            rows = await self._store.belongings(owner)
            self._changed.add(owner)
            self._take_up(owner, rows)

    def _take_up(self, owner: str, rows: list[Belonging]) -> None:
        for key in self._owned.pop(owner, ()):
            self._bots.pop(key, None)
            self._passes.pop(key, None)
        bots = {one.id: (owner, _read_bot(one.value)) for one in rows if one.kind == BOT}
        tokens = {one.id: Pass(one.id, owner, _read_token(one.value)) for one in rows if one.kind == TOKEN}
        tokens = {key: one for key, one in tokens.items() if one.bot in bots}
        self._bots |= bots
        self._passes |= tokens
        if bots:
            self._owned[owner] = {*bots, *tokens}

    def find(self, token: str) -> Pass | None:
        return self._passes.get(digest(token) or "")

    async def look_up(self, token: str) -> Pass | None:
        """Whose token that is, if this node does not know it yet."""
        key = digest(token)
        for one in await self._store.owners(TOKEN, key) if key else []:
            await self.look_again(one.person)
        return self.find(token)

    def is_in_force(self, one: Pass) -> bool:
        return self._passes.get(one.digest) == one

    def get(self, bot: str) -> Bot:
        """HouseFault if there is none by this id."""
        if bot not in self._bots:
            raise HouseFault("unknown_bot")
        return self._bots[bot][1]

    def owner_of(self, bot: str) -> str | None:
        found = self._bots.get(bot)
        return None if found is None else found[0]

    def all(self) -> dict[str, Bot]:
        return {bot: found for bot, (_, found) in self._bots.items()}

    def of(self, owner: str) -> dict[str, Bot]:
        """A person's bots, the oldest first."""
        own = {bot: found for bot, (one, found) in self._bots.items() if one == owner}
        return dict(sorted(own.items(), key=lambda item: (item[1].since, item[0])))

    def tokens(self, bot: str) -> list[Pass]:
        """The tokens of a bot, the oldest first."""
        found = [one for one in self._passes.values() if one.bot == bot]
        return sorted(found, key=lambda one: (one.token.since, one.digest))

    # --- changes -----------------------------------------------------------------------------------------------------

    async def make(self, owner: str, name: str, author: str) -> str:
        """A new bot; its id. HouseFault if the names will not do, or there are enough."""
        bot = Bot(_checked(name), _checked(author), self._clock.now())
        await self.look_again(owner)
        own = self.of(owner)
        if len(own) >= MOST_BOTS and owner != HOUSE_BOTS:
            raise HouseFault("too_many_bots", most=MOST_BOTS)
        if any(one.name.casefold() == bot.name.casefold() for one in own.values()):
            raise HouseFault("bot_named_already", name=bot.name)
        bot_id = GUEST_BOT + self._dice.token()
        await self._people.change(bot_id, shown_name(bot), None)
        await self._keep(owner, BOT, bot_id, bot)
        return bot_id

    async def change(self, owner: str, bot: str, challenges: bool) -> None:
        found = self._own(owner, bot)
        await self._keep(owner, BOT, bot, msgspec.structs.replace(found, challenges=challenges))

    async def make_token(self, owner: str, bot: str, scope: Scope, door: str) -> str:
        """A new token, which nobody can be told again."""
        self._own(owner, bot)
        if len(self.tokens(bot)) >= MOST_TOKENS:
            raise HouseFault("too_many_tokens", most=MOST_TOKENS)
        token = MARK + self._dice.token()
        await self._keep(owner, TOKEN, digest(token) or "", Token(bot, scope, self._clock.now(), door))
        return token

    async def revoke(self, owner: str, bot: str, short: str) -> None:
        """End a token; HouseFault if the bot has none that begins so."""
        self._own(owner, bot)
        found = [one for one in self.tokens(bot) if one.digest[:SHORT] == short]
        if not found:
            raise HouseFault("unknown_token")
        for one in found:
            await self._store.drop_belonging(owner, TOKEN, one.digest)
        await self.look_again(owner)

    async def delete(self, owner: str, bot: str) -> None:
        """End a bot and its tokens. What it played stays, without a name."""
        self._own(owner, bot)
        for one in self.tokens(bot):
            await self._store.drop_belonging(owner, TOKEN, one.digest)
        await self._store.drop_belonging(owner, BOT, bot)
        await self.look_again(owner)

    def _own(self, owner: str, bot: str) -> Bot:
        if self.owner_of(bot) != owner:
            raise HouseFault("unknown_bot")
        return self._bots[bot][1]

    async def _keep(self, owner: str, kind: str, key: str, value: Bot | Token) -> None:
        await self._store.keep_belonging(Belonging(owner, kind, key, msgspec.json.encode(value).decode()))
        await self.look_again(owner)


def _checked(name: str) -> str:
    shown = clean_name(name)
    if shown is None:
        raise HouseFault("bad_name")
    return shown
