"""What the host decides about the house: its code, who was asked to leave, how long tables are kept."""

import asyncio
import hmac
from collections.abc import Callable

import msgspec

from lumitheque.server.access.cookies import Seals, door_mark
from lumitheque.server.settings import HouseSettings
from lumitheque.storage import Store
from lumitheque.tables import Dice

DOORS, COOKIE_KEY = "doors", "cookie_key"
HOST = "host"  # whose one-time link it is, among the codes of people
LINK_LASTS = 7 * 24 * 3600 * 1000  # milliseconds
SETTLE = 0.1  # seconds
LOOK_AGAIN = 5.0  # seconds after which another node's changes are seen, should nobody have told them


class AdmissionRules(msgspec.Struct):
    """Kept in the store, as one setting."""

    house_code: str | None = None
    keep_days: int | None = None
    finished_days: int | None = None
    removed: list[str] = []


class Admission:
    def __init__(self, settings: HouseSettings) -> None:
        self._settings, self._store = settings, settings.store
        self.rules = AdmissionRules()
        self.seals = Seals(b"")  # until the house is open
        self.on_change: list[Callable[[], None]] = []  # told when the rules are not what they were
        self._changing = asyncio.Lock()
        self._read_at = 0.0

    async def open(self) -> None:
        self.seals = Seals(self._settings.key or await house_key(self._store, self._settings.dice))
        await self.read()

    async def read(self) -> None:
        """As they are kept, whichever node changed them."""
        async with self._changing:
            self._use(await self._kept())

    async def _kept(self) -> AdmissionRules:
        data = await self._store.setting(DOORS)
        return msgspec.json.decode(data, type=AdmissionRules) if data else AdmissionRules()

    def _use(self, rules: AdmissionRules) -> None:
        before, self.rules = self.rules, rules
        if rules != before:
            for tell in self.on_change:
                tell()

    async def look_again(self, now: float) -> None:
        """See now and then what a host did at another node."""
        if now - self._read_at > LOOK_AGAIN:
            self._read_at = now
            await self.read()

    async def change(self, change: Callable[[AdmissionRules], AdmissionRules]) -> None:
        """Of what is kept now, so that what another node changed meanwhile stays."""
        async with self._changing:
            rules = change(await self._kept())
            await self._store.keep_setting(DOORS, msgspec.json.encode(rules))
            self._use(rules)

    @property
    def keep_days(self) -> int:
        days = self.rules.keep_days
        return self._settings.keep_days if days is None else days

    @property
    def finished_days(self) -> int:
        days = self.rules.finished_days
        return self._settings.finished_days if days is None else days

    def admits(self, person: str, mark: str) -> bool:
        """Whether somebody may come in: there is no house code, or they have shown that they know it."""
        code = self.rules.house_code
        return code is None or hmac.compare_digest(mark.encode(), door_mark(self.seals, code, person).encode())

    def mark_of(self, person: str) -> str:
        """What somebody has who knows the house code; "": there is none."""
        code = self.rules.house_code
        return "" if code is None else door_mark(self.seals, code, person)

    def knows_code(self, text: str) -> bool:
        code = self.rules.house_code
        return code is not None and hmac.compare_digest(text.encode(), code.encode())

    async def host_link(self) -> str:
        """A one-time code for the host's page."""
        code = self._settings.dice.token()
        await self._store.put_code(code, HOST, self._settings.clock.now() + LINK_LASTS)
        return code


async def pass_of(store: Store, person: str) -> str:
    """What somebody would have shown at the door who knows the house code that holds now, read off the store."""
    data, key = await store.setting(DOORS), await store.setting(COOKIE_KEY)
    code = msgspec.json.decode(data, type=AdmissionRules).house_code if data else None
    return "" if code is None or key is None else door_mark(Seals(key), code, person)


async def house_key(store: Store, dice: Dice) -> bytes:
    """The key that signs cookies: made once, kept by the store, the same for all nodes."""
    found = await store.setting(COOKIE_KEY)
    if found is None:
        await store.keep_setting(COOKIE_KEY, bytes.fromhex(dice.token() + dice.token()))
        await asyncio.sleep(SETTLE)  # another node may be opening the same new house: the last to write is right
        found = await store.setting(COOKIE_KEY)
    assert found is not None
    return found
