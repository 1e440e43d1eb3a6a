"""Delivery: hands a letter to a channel, whatever its kind, and notes on the channel how that went."""

from collections.abc import Callable
from urllib.parse import quote

from msgspec.structs import replace

from lumitheque.server.access.cookies import Seals
from lumitheque.server.notices.channels import AnyChannel, Channels, Mail, Push
from lumitheque.server.notices.letters import Letter, Undelivered
from lumitheque.server.notices.mail import MailSender
from lumitheque.server.notices.push import PushSender
from lumitheque.server.notices.webhooks import WebhookSender

SealsOf = Callable[[], Seals]  # the house's, once it is open
STOP = "stop"  # what a link seals that ends a channel's mails


class Delivery:
    def __init__(
        self, channels: Channels, push: PushSender, webhooks: WebhookSender, mail: MailSender | None, seals: SealsOf
    ) -> None:
        self._channels, self._push, self._webhooks, self._mail, self._seals = channels, push, webhooks, mail, seals

    @property
    def mails(self) -> bool:
        """Whether the host has named a mail server."""
        return self._mail is not None

    async def send(self, person: str, channel_id: str, channel: AnyChannel, letter: Letter) -> None:
        """Undelivered if the channel did not take it."""
        if isinstance(channel, Push):
            await self._push.send(channel, letter)
        elif isinstance(channel, Mail):
            if self._mail is None:
                raise Undelivered("no_mail")
            await self._mail.send(channel, letter, self.stop_link(person, channel_id, channel))
        else:
            await self._webhooks.send(channel, letter)

    def stop_link(self, person: str, channel_id: str, channel: Mail) -> str:
        sealed = self._seals().seal(STOP, f"{person}:{channel_id}")
        return f"{channel.house}notices/stop?of={quote(sealed)}"

    def read_stop_link(self, sealed: str) -> tuple[str, str] | None:
        """Whose channel a link ends; None if it is not ours."""
        text = self._seals().unseal(STOP, sealed)
        return None if text is None else (text.partition(":")[0], text.partition(":")[2])

    async def note_trouble(self, person: str, channel_id: str, channel: AnyChannel, trouble: Undelivered) -> None:
        """A browser that unsubscribed is forgotten; other channels stop, or only show their trouble."""
        if isinstance(channel, Push) and trouble.for_good:
            await self._channels.drop(person, channel_id)
        elif channel.trouble != trouble.why or trouble.for_good:
            await self._channels.keep(
                person, channel_id, replace(channel, trouble=trouble.why, stopped=trouble.for_good)
            )

    async def note_well(self, person: str, channel_id: str, channel: AnyChannel) -> None:
        await self._channels.keep(person, channel_id, replace(channel, trouble=None))
