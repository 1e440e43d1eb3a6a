"""Webhooks: a notice as a message to a program, or to a room of Discord, Slack, Matrix or ntfy."""

from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

import msgspec

from lumitheque.server.notices.channels import Form, Webhook
from lumitheque.server.notices.letters import Letter, Undelivered
from lumitheque.server.notices.outgoing import Outgoing

GONE = (404, 410)
REFUSED = (400, 401, 403, 405, 413, 415, 422)
TOO_MANY = 429


class Message(NamedTuple):
    """A request."""

    method: str
    url: str
    headers: dict[str, str]
    body: Any


def _as_json(channel: Webhook, letter: Letter) -> Message:
    """For any program. docs/notices.md describes the fields."""
    return Message("POST", channel.url, {"Idempotency-Key": letter.key}, letter)


def _for_discord(channel: Webhook, letter: Letter) -> Message:
    text = f"**{_plain_markdown(letter.title)}**\n{_plain_markdown(letter.body)}\n<{letter.url}>"
    return Message("POST", channel.url, {}, {"content": text, "allowed_mentions": {"parse": []}})


def _plain_markdown(text: str) -> str:
    return "".join(f"\\{letter}" if letter in "\\*_~`|>#[]()<@" else letter for letter in text)


def _for_slack(channel: Webhook, letter: Letter) -> Message:
    title, body = (_plain_slack(text) for text in (letter.title, letter.body))
    return Message("POST", channel.url, {}, {"text": f"*{title}*\n{body}\n{letter.url}"})


def _plain_slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("*", "∗")


def _for_matrix(channel: Webhook, letter: Letter) -> Message:
    """`url` names the room: https://SERVER/#/room/ROOM or https://SERVER/ROOM. The key makes a second try harmless."""
    parts = urlsplit(channel.url)
    room = (parts.fragment or parts.path).rstrip("/").rpartition("/")[2]
    place = f"/_matrix/client/v3/rooms/{quote(room, safe='')}/send/m.room.message/{quote(letter.key, safe='')}"
    text = f"{letter.title}\n{letter.body}\n{letter.url}"
    headers = {"Authorization": f"Bearer {channel.token or ''}"}
    return Message("PUT", f"{parts.scheme}://{parts.netloc}{place}", headers, {"msgtype": "m.text", "body": text})


def _for_ntfy(channel: Webhook, letter: Letter) -> Message:
    """`url` is that of a topic: https://SERVER/TOPIC."""
    base, _, topic = channel.url.rstrip("/").rpartition("/")
    headers = {"Authorization": f"Bearer {channel.token}"} if channel.token else {}
    body = {"topic": topic, "title": letter.title, "message": letter.body, "click": letter.url}
    return Message("POST", f"{base}/", headers, body)


FORMS: dict[Form, Callable[[Webhook, Letter], Message]] = {
    "json": _as_json,
    "discord": _for_discord,
    "slack": _for_slack,
    "matrix": _for_matrix,
    "ntfy": _for_ntfy,
}


class WebhookSender:
    def __init__(self, outgoing: Outgoing) -> None:
        self._outgoing = outgoing

    async def send(self, channel: Webhook, letter: Letter) -> None:
        method, url, headers, body = FORMS[channel.form](channel, letter)
        told = {"Content-Type": "application/json", **headers}
        status = await self._outgoing.send(method, url, told, msgspec.json.encode(body))
        if status in GONE:
            raise Undelivered("gone", for_good=True)
        if status in REFUSED or 300 <= status < 400:  # who is sent elsewhere does not go there
            raise Undelivered("refused", for_good=True)
        if status == TOO_MANY:
            raise Undelivered("too_many")
        if not 200 <= status < 300:
            raise Undelivered("failing")
