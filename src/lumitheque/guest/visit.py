"""Visit: a guest bot in a house: follows its events, accepts invitations, sends a player to every table."""

import threading
from collections.abc import Callable
from typing import Any

from lumitheque.guest.door import Away, Door, Pauses, Refused
from lumitheque.guest.tables import TablePlayer

BRISK = 5.0  # seconds in which a table's player ends when it is told to
Say = Callable[..., None]


class Visit:
    def __init__(self, house: str, token: str, player: str, say: Say) -> None:
        self._closing = threading.Event()
        self._door, self._player, self._say = Door(house, token, self._closing), player, say
        self._players: dict[str, tuple[TablePlayer, threading.Thread]] = {}
        self._last = 0  # moment of the last line
        self._put_off: dict[str, dict[str, Any]] = {}  # invitations, by table, for when a seat elsewhere is free
        self._refused: Refused | None = None
        self.takes_more = True

    def stay(self) -> None:
        """Until somebody ends it. Refused if the token opens nothing. Lines are read in a thread, which may still wait
        for the next one when the visit ends."""
        threading.Thread(target=self._follow, name="events", daemon=True).start()
        self._closing.wait()
        for player, thread in self._players.values():
            if not player.over:
                thread.join(BRISK)
        if self._refused is not None:
            raise self._refused

    def _follow(self) -> None:
        try:
            self._read_events()
        except Refused as refused:
            self._refused = refused
            self._closing.set()

    def _read_events(self) -> None:
        pauses = Pauses()
        while not self._closing.is_set():
            try:
                for line in self._door.lines("/api/bot/events", since=self._last or None):
                    pauses.reset()
                    self._last = line.get("at", self._last)
                    self._hear(line)
                    if self._closing.is_set():
                        return
            except Away as away:
                pause = pauses.next(away.wait)
                self._say("away", why=away, seconds=f"{pause:.0f}")
                self._closing.wait(pause)
            else:
                self._closing.wait(pauses.next())

    def _hear(self, line: dict[str, Any]) -> None:
        match line["t"]:
            case "hello":
                self._say("hello", name=line["name"], house=self._door.place.netloc)
            case "invited":
                self._accept(line)
            case "seated":
                self._say("seated", table=line["table"], game=line["game"])
            case "begun":
                self._begin(line["table"], line["game"])
            case "turn":
                self._begin(line["table"], line["game"])
            case "over" | "left":
                self._put_off.pop(line["table"], None)
                for invitation in list(self._put_off.values()):
                    self._accept(invitation)
            case "ended":
                raise Refused(403, line["fault"]["code"], line["fault"]["sentence"])

    def _accept(self, line: dict[str, Any]) -> None:
        path = f"/api/bot/tables/{line['table']}"
        self._put_off.pop(line["table"], None)
        try:
            if self.takes_more:
                self._say("invited", table=line["table"], game=line["game"], name=line["name"])
                self._door.post(f"{path}/sit", key=f"sit-{line['at']}")
            else:
                self._door.post(f"{path}/decline")
        except Refused as refused:
            if refused.code == "too_many_tables":
                self._put_off[line["table"]] = line
            self._say("refused", table=line["table"], why=refused)

    def _begin(self, table: str, game: str) -> None:
        there = self._players.get(table)
        if there is not None and (there[1].is_alive() or there[0].over):
            return
        self._say("begun", table=table, game=game)
        player = TablePlayer(self._door, table, self._player, self._say, self._closing, lambda: self.takes_more)
        thread = threading.Thread(target=self._play, args=[player], name=f"table {table}", daemon=True)
        self._players[table] = player, thread
        thread.start()

    def _play(self, player: TablePlayer) -> None:
        player.play()
        mine = 0 if player.over else 1  # this thread is still alive
        if not self.takes_more and self.playing == mine:
            self._closing.set()

    # --- the end -----------------------------------------------------------------------------------------------------

    @property
    def playing(self) -> int:
        """Games that are not over."""
        return sum(thread.is_alive() and not player.over for player, thread in self._players.values())

    def take_no_more(self) -> int:
        """Play to the end what was begun; how many games that is. With none the visit ends."""
        self.takes_more = False
        if not self.playing:
            self._closing.set()
        return self.playing

    def give_up(self) -> None:
        """Resign what is not over, and end."""
        for player, thread in self._players.values():
            if thread.is_alive():
                player.resign()
        self._closing.set()
