"""GuestDesk: what a guest bot may do at tables. It sits as people do, so everything else is the table's business."""

from lumitheque.reception.faults import HouseFault
from lumitheque.server.access.guest_bots import GuestBots, Pass
from lumitheque.server.guests.lines import OpenTable
from lumitheque.server.house import House
from lumitheque.server.notices.invitations import Invitations, asked
from lumitheque.tables import Actor, Table, TableNote
from lumitheque.tables.commands import Sit

PAGE = 100  # tables that a bot is told of


class GuestDesk:
    def __init__(self, house: House, bots: GuestBots, invitations: Invitations) -> None:
        self._house, self._bots, self._invitations = house, bots, invitations

    async def sit(self, here: Pass, table_id: str, command: Sit, key: str | None) -> int:
        """Take a seat, where the opener wants guest bots; the number of the entry."""
        invited = await asked(self._house.store, here.bot)

        def check(table: Table) -> bool:
            if not self._is_welcome(table, here, table_id in invited):
                raise HouseFault("not_invited")
            return here.bot in table.places.people

        if not await self._house.look(table_id, check):
            await self.check_room(here.bot)
        seq = await self._house.command(table_id, Actor.of(here.bot), command, key)
        await self._invitations.decline(here.bot, table_id)  # it was accepted
        return seq

    @staticmethod
    def _is_welcome(table: Table, here: Pass, is_invited: bool) -> bool:
        """Where none may sit, the table says so itself."""
        at_home = table.terms.opener in (here.bot, here.owner)
        return table.terms.guest_bots != "invited" or is_invited or at_home or here.bot in table.places.people

    async def check_room(self, bot: str) -> None:
        """HouseFault if a bot sits at enough tables."""
        most, notes = self._house.settings.limits.bot_tables, self._house.store.notes
        taken = sum([len(await notes(person=bot, status=one, limit=min(most, PAGE))) for one in ("open", "playing")])
        if taken >= most:
            raise HouseFault("too_many_tables", most=most)

    async def tables(self, here: Pass) -> list[OpenTable]:
        """The tables where a bot may sit down now: those to which it is invited, and listed ones that want any."""
        house = self._house
        invited = [note for note, _ in await self._invitations.of(here.bot)]
        listed = await house.store.notes(listed=True, status="open", limit=PAGE)
        known = {note.id for note in invited}
        others = [note for note in listed if note.id not in known and _may_sit(note, here)]
        names = await house.people.names({note.opener for note in (*invited, *others)})
        return [_tell(note, names[note.opener], note.id in known) for note in (*invited, *others)]

    async def invite(self, person: str, table_id: str, bot: str) -> bool:
        """Invite a bot to one's own table; whether it is to be told."""
        if not self._bots.get(bot).challenges:
            raise HouseFault("no_challenges")

        def is_wanted(table: Table) -> bool:
            if person != table.terms.opener or table.terms.guest_bots == "none":
                raise HouseFault("host_invites")
            if table.status != "open":
                raise HouseFault("not_inviting")
            return bot not in table.places.people and bot not in table.moderation.removed

        is_wanted_there = await self._house.look(table_id, is_wanted)
        return is_wanted_there and await self._invitations.keep(person, table_id, bot)


def _may_sit(note: TableNote, here: Pass) -> bool:
    is_free = note.free > 0 and not note.locked and here.bot not in note.people
    at_home = note.guest_bots == "invited" and note.opener in (here.bot, here.owner)
    return is_free and (note.guest_bots == "any" or at_home)


def _tell(note: TableNote, host: str, invited: bool) -> OpenTable:
    return OpenTable(note.id, note.game, note.seats, note.free, note.clock, note.opener, host, invited)
