"""Passkeys: a person's fingerprint, face or security key signs them in, where the page is served securely (WebAuthn).

A device keeps the private key; the house keeps the public one, as a belonging by the credential's id. The house proves
that a challenge is its own and fresh by its seal, so every node can check it and none remembers it; a node remembers
those that were used there, so that nobody uses one twice.
"""

import secrets
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from lumitheque.reception.faults import HouseFault
from lumitheque.server.access.ceremonies import Site, creation, request, verify_creation, verify_request
from lumitheque.server.access.cookies import Seals
from lumitheque.server.settings import Clock
from lumitheque.storage import Belonging, Store

PASSKEY = "passkey"  # the kind of belonging whose id is that of a credential
MOST = 10  # of one person
LASTS = 5 * 60_000  # milliseconds from the challenge to its answer
LONGEST_ID = 400  # characters of a credential's id
MOST_USED = 10_000  # challenges that a node remembers


class Passkey(Struct, frozen=True):
    """What is kept of a passkey."""

    public_key: str  # hex, as the authenticator gave it (COSE)
    count: int  # how often it signed, if its authenticator counts
    browser: str
    system: str
    since: int  # milliseconds since 1970


class Challenge(Struct, frozen=True):
    """What an authenticator is to sign, as options for the browser; sealed, so that it comes back as it was."""

    options: dict[str, Any]
    sealed: str


_read = msgspec.json.Decoder(Passkey).decode


class Passkeys:
    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._used: dict[str, None] = {}

    async def of(self, person: str) -> dict[str, Passkey]:
        """By id, the oldest first."""
        found = {one.id: _read(one.value) for one in await self._store.belongings(person, PASSKEY)}
        return dict(sorted(found.items(), key=lambda item: item[1].since))

    async def drop(self, person: str, passkey_id: str) -> None:
        if not await self._store.drop_belonging(person, PASSKEY, passkey_id):
            raise HouseFault("unknown_passkey")

    # --- making ------------------------------------------------------------------------------------------------------

    async def offer(self, seals: Seals, site: Site, person: str, name: str) -> Challenge:
        """Ask a browser to make a passkey."""
        there = await self.of(person)
        if len(there) >= MOST:
            raise HouseFault("too_many_passkeys", most=MOST)
        challenge = secrets.token_bytes(32)
        options = creation(site, challenge, person, name, list(there))
        return Challenge(options, self._seal(seals, challenge, person))

    async def make(
        self, seals: Seals, site: Site, person: str, sealed: str, credential: dict[str, Any], called: tuple[str, str]
    ) -> None:
        """Keep the passkey that a browser made. `called`: browser and system."""
        challenge = self._unseal(seals, sealed, person)
        found = verify_creation(site, challenge, credential)
        if len(found.id) > LONGEST_ID or await self._store.owners(PASSKEY, found.id):
            raise HouseFault("bad_passkey")
        passkey = Passkey(found.public_key, found.signed, *called, self._clock.now())
        await self._keep(person, found.id, passkey)

    async def _keep(self, person: str, passkey_id: str, passkey: Passkey) -> None:
        await self._store.keep_belonging(Belonging(person, PASSKEY, passkey_id, msgspec.json.encode(passkey).decode()))

    # --- signing in --------------------------------------------------------------------------------------------------

    async def ask(self, seals: Seals, site: Site) -> Challenge:
        """Ask a browser for any passkey that it has for this house: nobody says first who they are."""
        challenge = secrets.token_bytes(32)
        return Challenge(request(site, challenge), self._seal(seals, challenge, ""))

    async def owner(self, seals: Seals, site: Site, sealed: str, credential: dict[str, Any]) -> str:
        """Whose passkey signed the challenge. HouseFault if nobody's did."""
        challenge = self._unseal(seals, sealed, "")
        passkey_id = credential.get("id")
        known = isinstance(passkey_id, str) and len(passkey_id) <= LONGEST_ID
        owners = await self._store.owners(PASSKEY, str(passkey_id)) if known else []
        if not owners:
            raise HouseFault("bad_passkey")
        passkey = _read(owners[0].value)
        count = verify_request(site, challenge, credential, passkey.public_key, passkey.count)
        if count != passkey.count:
            await self._keep(owners[0].person, owners[0].id, replace(passkey, count=count))
        return owners[0].person

    # --- challenges --------------------------------------------------------------------------------------------------

    def _seal(self, seals: Seals, challenge: bytes, person: str) -> str:
        return seals.seal(PASSKEY, f"{challenge.hex()}:{person}:{self._clock.now() + LASTS}")

    def _unseal(self, seals: Seals, sealed: str, person: str) -> bytes:
        text = seals.unseal(PASSKEY, sealed)
        challenge, whose, until = text.split(":") if text else ("", "", "0")
        if not challenge or whose != person or int(until) < self._clock.now() or challenge in self._used:
            raise HouseFault("late_passkey")
        if len(self._used) >= MOST_USED:
            self._used.pop(next(iter(self._used)))
        self._used[challenge] = None
        return bytes.fromhex(challenge)
