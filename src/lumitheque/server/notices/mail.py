"""Mail: notices over the host's SMTP server, as plain text and HTML, with one click to stop them."""

import re
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from html import escape
from typing import NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

import aiosmtplib

from lumitheque.languages import Catalogue, fill
from lumitheque.server.notices.channels import Mail
from lumitheque.server.notices.letters import Letter, Undelivered

SECONDS = 15.0
LONGEST_ADDRESS = 254
ADDRESS = re.compile(r"[^\s@<>()\[\]\\,;:\"]{1,64}@[\w-]+(\.[\w-]+)+")
PERMANENT = range(500, 600)  # replies after which trying again is of no use
PORTS = {"smtp": 587, "smtps": 465}
WORDS = Catalogue("notices")


class SmtpServer(NamedTuple):
    """The host's mail server."""

    host: str
    port: int
    tls: bool  # from the first byte; otherwise STARTTLS, if the server has it
    user: str | None
    password: str | None
    sender: str


def read_smtp(url: str) -> SmtpServer:
    """`smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS`, or smtps. ValueError, in one line, for anything else."""
    parts = urlsplit(url)
    if parts.scheme not in PORTS or not parts.hostname:
        raise ValueError("smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS was expected")
    said = parse_qs(parts.query).get("from", [""])[0] or unquote(parts.username or "")
    if not is_address(said):
        raise ValueError("?from=ADDRESS is missing: whom mail comes from")
    user, password = (unquote(part) if part else None for part in (parts.username, parts.password))
    return SmtpServer(parts.hostname, parts.port or PORTS[parts.scheme], parts.scheme == "smtps", user, password, said)


def is_address(text: str) -> bool:
    """Whether it has the form of a mail address. Only a mail that comes back proves that it is one."""
    if len(text) > LONGEST_ADDRESS or not ADDRESS.fullmatch(text) or not text.isprintable():
        return False
    try:
        Address(addr_spec=text)
    except (ValueError, IndexError):
        return False
    return True


class MailSender:
    def __init__(self, server: SmtpServer) -> None:
        self._server = server

    async def send(self, channel: Mail, letter: Letter, stop: str) -> None:
        """`stop`: the address that ends these mails when it is asked by POST, and asks whether to by GET."""
        await self._post(channel, write_mail(self._server.sender, channel, letter, stop))

    async def _post(self, channel: Mail, message: EmailMessage) -> None:
        server = self._server
        start_tls = True if server.password and not server.tls else None  # None: if the server offers it
        try:
            await aiosmtplib.send(
                message, hostname=server.host, port=server.port, use_tls=server.tls, start_tls=start_tls,
                username=server.user, password=server.password, sender=server.sender,
                recipients=[channel.address], timeout=SECONDS,
            )  # fmt: skip
        except aiosmtplib.SMTPRecipientsRefused as error:
            codes = [one.code for one in error.recipients]
            raise Undelivered("bounced", for_good=all(code in PERMANENT for code in codes)) from None
        except aiosmtplib.SMTPResponseException as error:  # the server has something against the house, or the text
            raise Undelivered("mail_server" if error.code in PERMANENT else "failing") from None
        except (aiosmtplib.SMTPException, OSError, TimeoutError, ValueError):
            raise Undelivered("mail_server") from None


def write_mail(sender: str, channel: Mail, letter: Letter, stop: str) -> EmailMessage:
    words = WORDS.words(channel.language)["mail"]
    message = EmailMessage()
    message["From"] = Address("Lumithèque", addr_spec=sender)
    message["To"] = channel.address
    message["Subject"] = " ".join(letter.title.split())
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    message["List-Unsubscribe"] = f"<{stop}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    why = fill(words["why"], channel.language, {"house": channel.house})
    message.set_content(f"{letter.body}\n\n{letter.url}\n\n-- \n{why}\n{words['stop']} {stop}\n")
    paragraphs = "".join(f"<p>{escape(line)}</p>" for line in letter.body.splitlines() if line)
    button = f'<p><a href="{escape(letter.url)}" style="{BUTTON}">{escape(words["open"])}</a></p>'
    foot = f'<p style="{FOOT}">{escape(why)} <a href="{escape(stop)}">{escape(words["stop_link"])}</a></p>'
    title = f'<h1 style="{TITLE}">{escape(letter.title)}</h1>'
    inside = f"{title}{paragraphs}{button}{foot}"
    body = f'<html lang="{escape(channel.language)}"><body style="{PAGE}">{inside}</body></html>'
    message.add_alternative(body, subtype="html")
    return message


# A mail has no style sheet: every element carries its own.
PAGE = "font-family:system-ui,sans-serif;line-height:1.5;color:#1d2333;max-width:34em;margin:0 auto;padding:1em"
TITLE = "font-size:1.25em;margin:0 0 .5em"
BUTTON = "display:inline-block;padding:.6em 1.2em;border-radius:.5em;background:#ffcf5c;color:#1d2333;font-weight:600"
FOOT = "font-size:.8em;color:#5a6072;border-top:1px solid #d8dbe4;padding-top:.8em;margin-top:2em"
