"""The WebSocket at /live: one per browser tab.

The house accepts a socket from its own pages only (Origin), gives a newcomer an identity, and welcomes them. After that
it handles messages one at a time, in order. announcing.py, lobby.py and send_queue.py send what goes out.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import msgspec

from lumitheque.languages import choose
from lumitheque.reception import messages
from lumitheque.reception.faults import Fault, HouseFault, say_denied, say_fault
from lumitheque.reception.messages import (
    Ack,
    Act,
    DeniedMessage,
    LookAtLobby,
    PageShown,
    Ping,
    Pong,
    SkipBots,
    Speak,
    UnwatchTable,
    WatchTable,
    Welcome,
    write,
)
from lumitheque.reception.viewers import people_at, viewer_for
from lumitheque.server.access.cookies import Visitor, identity_cookie, language_asked, read_cookies
from lumitheque.server.access.names import People
from lumitheque.server.access.request_guard import RequestGuard
from lumitheque.server.bots.pacing import skip
from lumitheque.server.built_page import build_mark
from lumitheque.server.errors import say_trouble
from lumitheque.server.house import House
from lumitheque.server.live.announcing import note_leaving
from lumitheque.server.live.live_table import LiveTable
from lumitheque.server.live.news import News, entries_text, table_text
from lumitheque.server.live.send_queue import METERED, TELL, SendQueue, Tell
from lumitheque.storage import StorageTrouble
from lumitheque.tables import Actor, Denied, Table, Viewer

log = logging.getLogger("lumitheque.server")
Receive = Callable[[], Awaitable[dict[str, Any]]]
MANY_ENTRIES = 200  # above that, a client that missed entries is sent the whole table, which is shorter
FORGIVEN = 50  # unreadable or too frequent messages before the socket is closed
NOWHERE = Viewer()
TOO_LARGE, POLICY = 1009, 1008  # close codes


class Live:
    """All sockets of the house."""

    def __init__(self, house: House, guard: RequestGuard) -> None:
        self._house, self._guard = house, guard
        self.sockets: set[Socket] = set()
        self._of_person: dict[str, int] = {}
        self._of_address: dict[str, int] = {}
        house.pause.listeners.append(self._tell_pause)

    async def __call__(self, scope: Any, receive: Receive, send: Any) -> None:
        await receive()  # websocket.connect
        try:
            visitor = await self._guard.greet_socket(scope)
            self._count(visitor, 1)
        except HouseFault as fault:
            await refuse(send, fault, language_asked(scope, read_cookies(scope["headers"])))
            return
        try:
            extensions = scope.get("extensions", {})
            if METERED in extensions:
                extensions[METERED](self._guard.meter(visitor), partial(self._note_cut_off, visitor.address))
            await self._serve(visitor, extensions.get(TELL, wait_for_send), receive, send)
        finally:
            self._count(visitor, -1)

    async def _serve(self, visitor: Visitor, tell: Tell, receive: Receive, send: Any) -> None:
        house = self._house
        headers = [(b"set-cookie", identity_cookie(self._guard.seals, visitor))]
        await send({"type": "websocket.accept", "headers": headers if visitor.new or visitor.renewed else []})
        socket = Socket(house, self._guard, visitor, tell, send)
        self.sockets.add(socket)
        house.sockets = len(self.sockets)
        try:
            await socket.listen(receive, send)
        except asyncio.CancelledError:
            if not socket.send_queue.gone:  # the server shuts down; otherwise `give_up` cancelled this task
                raise
        finally:
            socket.leave()
            self.sockets.discard(socket)
            house.sockets = len(self.sockets)

    def _count(self, visitor: Visitor, change: int) -> None:
        limits = self._house.settings.limits
        places = (
            (self._of_person, visitor.person, limits.sockets),
            (self._of_address, visitor.address, limits.address_sockets),
        )
        for counts, who, most in places:
            if change > 0 and counts.get(who, 0) >= most:
                raise HouseFault("too_many")
        for counts, who, _ in places:
            counts[who] = counts.get(who, 0) + change
            if not counts[who]:
                del counts[who]

    def _note_cut_off(self, address: str) -> None:
        self._house.tally.cut_off += 1
        self._guard.report(address, "a WebSocket was cut off: it sent more frames than anybody needs")

    def _tell_pause(self, paused: bool, _: float) -> None:
        texts = {
            language: write(messages.HouseMessage(paused, say_fault("paused", language) if paused else None))
            for language in {socket.language for socket in self.sockets}
        }
        for socket in list(self.sockets):
            socket.post(texts[socket.language])

    def tell_invited(self, person: str) -> None:
        """Somebody was invited, or is not any more: their pages ask again."""
        for socket in self.sockets:
            if socket.person == person:
                socket.post(write(messages.Invited()))

    def sweep(self) -> None:
        """Close the sockets that have been idle for too long, and any that came in while its device was signed out."""
        oldest = time.monotonic() - self._house.settings.idle_seconds
        for socket in list(self.sockets):
            if socket.heard_at < oldest or self._guard.is_signed_out(socket.visitor):
                socket.give_up()

    def see_off(self, person: str, devices: set[str]) -> None:
        """Somebody else plays on these devices now: close the sockets of whoever played there before."""
        for socket in list(self.sockets):
            if socket.person == person and socket.visitor.device in devices:
                socket.post(write(DeniedMessage(None, say_fault("signed_out", socket.language))))
                socket.give_up()

    def see_out(self) -> None:
        """Somebody was removed or signed out, or the house code changed: close the sockets of whoever may not be here
        any more."""
        for socket in list(self.sockets):
            try:
                self._guard.admit(socket.visitor)
            except HouseFault as fault:
                socket.post(write(DeniedMessage(None, fault.fault(socket.language))))
                socket.give_up()


class Socket:
    """One connection: watches a table or the lobby, and gives commands."""

    __slots__ = (
        *("_commands", "_forgiven", "_guard", "_house", "_live", "_requests", "_task"),
        *("actor", "heard_at", "person", "send_queue", "shown", "viewer", "visitor"),
    )

    def __init__(self, house: House, guard: RequestGuard, visitor: Visitor, tell: Tell, send: Any) -> None:
        now = time.monotonic()
        self._house, self._guard = house, guard
        self.visitor, self.person, self.actor = visitor, visitor.person, Actor.of(visitor.person)
        self._commands = guard.commands.bucket(visitor.person, now)
        self._requests = guard.addresses.bucket(visitor.address, now)
        self._forgiven = FORGIVEN
        self._task = asyncio.current_task()
        self._live: LiveTable | None = None
        self.viewer = NOWHERE
        self.shown = True
        self.heard_at = now
        spawn = partial(house.supervisor.once, "send queue")
        self.send_queue = SendQueue(tell, send, self._fresh_table, self.give_up, house.settings.patience_seconds, spawn)

    @property
    def language(self) -> str:
        """What its answers are written in."""
        return self.visitor.language

    def post(self, text: bytes) -> None:
        self.send_queue.put(text)

    def answer(self, text: bytes) -> None:
        self.send_queue.put(text, lasting=True)

    def hear(self, news: News) -> None:
        self.post(news.text(self.viewer))

    def see(self, table: Table, people: People) -> None:
        self.post(table_text(table, self.viewer, people))

    def tell_own(self, message: messages.MineMessage) -> None:
        self.post(write(message))

    def acknowledge(self, key: str, seq: int) -> None:
        self.answer(write(Ack(key, seq)))

    def give_up(self) -> None:
        """Cancel the task that serves this socket."""
        self._house.tally.slow_readers += self.send_queue.slow
        self.send_queue.gone = True
        if self._task is not None:
            self._task.cancel()

    def leave(self) -> None:
        self.lose_table()
        self._house.lobby.leave(self)
        self.send_queue.close()

    # --- what is heard -----------------------------------------------------------------------------------------------

    async def listen(self, receive: Receive, send: Any) -> None:
        house = self._house
        most, tally = house.settings.limits.message, house.tally
        try:
            await house.people.get(self.person)
        except StorageTrouble as trouble:  # the welcome says that the house is paused
            house.pause.after(trouble)
        name = house.people.name(self.person)
        self.answer(write(Welcome(self.person, name, house.settings.clock.now(), house.pause.on, build_mark())))
        while not self.send_queue.gone:
            event = await receive()
            if event["type"] != "websocket.receive":
                return
            text = event.get("text") or event.get("bytes") or b""
            now = self.heard_at = time.monotonic()
            tally.messages += 1
            if len(text) > most:
                await send({"type": "websocket.close", "code": TOO_LARGE})
                return
            try:
                heard = messages.read_message(text)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                self._deny(envelope_id(text), say_fault("unreadable", self.language, problem=str(error)[:120]))
                self._forgiven -= 1
            else:
                if not self._comes_too_fast(heard, now):
                    await self._obey(heard)
            if self._forgiven <= 0:
                await send({"type": "websocket.close", "code": POLICY})
                return

    def _comes_too_fast(self, heard: messages.ClientMessage, now: float) -> bool:
        key = heard.id if type(heard) is Act else None
        if self._requests.take(now) and (key is None or self._commands.take(now)):
            return False
        self._forgiven -= 1
        self._deny(key, say_fault("too_many", self.language))
        return True

    async def _obey(self, heard: messages.ClientMessage) -> None:
        key = heard.id if type(heard) is Act else None
        try:
            if type(heard) is Act:
                await self._house.command(heard.table, self.actor, heard.command, heard.id, self)
            else:
                await self._look(heard)
        except Denied as denied:
            self._house.tally.denied += 1
            self._deny(key, say_denied(denied, self.language))
        except HouseFault as fault:
            self._deny(key, fault.fault(self.language))
        except StorageTrouble as trouble:
            self._house.pause.after(trouble)
            self._deny(key, say_trouble(trouble, self.language))
        except Exception:
            log.exception("a message could not be obeyed")
            self._deny(key, say_fault("broken", self.language))

    async def _look(self, heard: messages.ClientMessage) -> None:
        """Obey what is no command for a table: it changes nothing but what this socket is told."""
        if type(heard) is WatchTable:
            await self._watch_if_there(heard)
        elif type(heard) is Ping:
            self.answer(write(Pong(self._house.settings.clock.now())))
        elif type(heard) is LookAtLobby:
            await self._look_at_lobby(heard)
        elif type(heard) is UnwatchTable:
            self.lose_table()
        elif type(heard) is SkipBots and self._live is not None:
            skip(self._live, self.person)
        elif type(heard) is PageShown:
            self._show(heard.on)
        elif type(heard) is Speak:
            self.visitor.language = choose(heard.language)

    def _show(self, on: bool) -> None:
        if self.shown != on:
            self.shown = on
            if self._live is not None:
                self._house.presence.look_changed(self._live)

    async def _look_at_lobby(self, heard: LookAtLobby) -> None:
        if heard.on and heard.listed:
            await self._house.lobby.enter(self)
        elif heard.on:
            self._house.lobby.follow_own(self)
        else:
            self._house.lobby.leave(self)

    def _deny(self, key: str | None, fault: Fault) -> None:
        self.answer(write(DeniedMessage(key, fault)))

    # --- looking at a table ------------------------------------------------------------------------------------------

    async def _watch_if_there(self, heard: WatchTable) -> None:
        """Watch a table; if it was deleted meanwhile, say so as those are told who were watching it."""
        try:
            await self._watch(heard)
        except HouseFault as fault:
            if fault.code != "unknown_table":
                raise
            self.lose_table()
            self.answer(write(messages.Gone(heard.table, fault.fault(self.language))))

    async def _watch(self, heard: WatchTable) -> None:
        house = self._house
        live = house.at(heard.table)
        async with live.lock:
            table = await house.fold(live)
            viewer = viewer_for(table, self.person, heard.seat)
            await house.people.names(people_at(table))
            text = None
            if heard.after is not None and max(1, table.seq - MANY_ENTRIES) <= heard.after <= table.seq:
                stored = await house.read(live.id, heard.after)
                missed = [entry for entry in stored if entry.seq <= table.seq]  # newer ones are announced to all
                text = entries_text(table, missed, viewer, house.people)
            self.lose_table(stays=live)
            self.viewer = viewer
            self.post(text or table_text(table, viewer, house.people))
            if self._live is None:
                self._live = live
                live.watchers.append(self)
                live.left.pop(self.person, None)
                house.presence.tell(live)

    def lose_table(self, stays: LiveTable | None = None) -> None:
        """Stop watching, unless it is the table that `stays`."""
        live = self._live
        if live is None or live is stays:
            return
        self._live, self.viewer = None, NOWHERE
        live.watchers.remove(self)
        note_leaving(live, self.person)
        self._house.presence.tell(live)

    def lose(self, table: str, fault: Fault) -> None:
        self.post(write(messages.Gone(table, fault)))
        self.lose_table()

    async def _fresh_table(self) -> bytes | None:
        """The whole table, for a reader who fell behind. If there is none, disconnect: the client will come again."""
        live = self._live
        if live is None:
            return None
        try:
            async with live.lock:
                table = await self._house.fold(live)
                live.presence_due = True  # what was told of it meanwhile was dropped, too
                return table_text(table, self.viewer, self._house.people)
        except HouseFault:  # paused, or the table is gone
            self.give_up()
            return None


def wait_for_send(_: bytes) -> bool:
    """A non-blocking send for servers without that extension: always False, so everything is queued."""
    return False


def envelope_id(text: str | bytes) -> str | None:
    try:
        found = messages.read_envelope(text).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return found[:64] if found else None


async def refuse(send: Any, fault: HouseFault, language: str) -> None:
    """Reject a handshake with a Fault as its body."""
    body = msgspec.json.encode(fault.fault(language))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "websocket.http.response.start", "status": fault.status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})
