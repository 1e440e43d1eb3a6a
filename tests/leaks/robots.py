"""X as a guest bot: what its streams say in both houses, and what it is answered at its door."""

import json
from typing import Any

from guest_bots import StreamOf
from leaks.evening import Evening
from leaks.guests import HOST, Guest, Told, Wire
from leaks.houses import FedHouse, Houses
from open_house import wait_for

DOOR = "/api/bot/tables"


class BotWire(Wire):
    """A guest bot in one house: requests with its token, a stream of its table instead of a socket."""

    def __init__(self, house: FedHouse) -> None:
        super().__init__(house)
        self.stream: StreamOf | None = None
        self.seq, self.turn = 0, {}  # of the last entry; what it was told of its turn

    def sign_in(self, token: str) -> None:
        self.http.headers["authorization"] = f"Bearer {token}"

    def connect(self) -> None:
        """Its stream is opened when it is to watch."""

    def watch(self, table: str, after: int | None) -> None:
        self.disconnect()
        self.seq = 0 if after is None else after
        query = {} if after is None else {"after": after}
        headers = {"host": HOST, "authorization": self.http.headers["authorization"]}
        self.stream = StreamOf(self._house.open.url, headers, f"{DOOR}/{table}/stream", **query)
        if self.stream.status != 200:
            self.disconnect()

    def hear(self, table: str) -> None:
        """Everything that was said so far: up to the last entry, and the turn that is due after it."""
        log = self._house.log(table)
        state = self.http.get(f"{DOOR}/{table}").json().get("table", {}).get("state", {})
        due = state.get("decision")
        while self.stream is not None and (
            self.seq < len(log) or (due is not None and self.turn.get("decision") != due)
        ):
            told = self.stream.next()
            if told is None:
                return
            self.got.append(json.dumps(told))
            self.seq = max(self.seq, told["table"]["state"]["seq"] if told["t"] == "table" else told.get("seq", 0))
            self.turn = told if told["t"] == "turn" else self.turn

    def disconnect(self) -> None:
        if self.stream is not None:
            self.stream.close()
            self.stream = None


class BotGuest(Guest):
    """A guest bot in both houses; whoever opens the table owns it."""

    def __init__(self, houses: Houses, owner: Guest) -> None:
        self.houses = houses
        self.here, self.there = self._wires = (BotWire(houses.here), BotWire(houses.there))
        self._acts = self._compared = 0
        self._table = ""
        for wire, owned in zip(self._wires, owner.both, strict=True):
            made = owned.request("POST", "/api/me/bots", {"name": "Xenia", "author": "Somebody"})
            wire.sign_in(made["token"])
        self.id: str = self.request("GET", "/api/bot/me")["id"]

    def request(self, method: str, path: str, body: Any = None) -> Told:
        return super().request(method, path.replace("/api/tables", DOOR), body)

    def send(self, **words: Any) -> None:
        if words["do"] == "watch" and words["table"] != "nowhere" and not words.get("seat"):
            self._table = words["table"]
            for wire in self._wires:
                wire.watch(self._table, words.get("after"))

    def sync(self) -> None:
        for wire in self._wires:
            if self._table:
                wire.hear(self._table)

    def act(self, wire: Wire, table: str, command: Told, number: int) -> Told:
        """By POST; what a bot has no way to ask is refused."""
        assert isinstance(wire, BotWire)
        do, words = command["do"], {name: value for name, value in command.items() if name not in ("do", "level")}
        if do == "play":
            body = {"decision": wire.turn.get("decision", 0), "moves": words["moves"], "id": f"act {number}"}
            path = "moves"
        elif do == "sit":
            body, path = {"seat": words.get("seat"), "nonce": words.get("nonce")}, "sit"
        else:
            path = {"answer_take_back": "take_back", "answer_draw": "draw"}.get(do, do)
            body = {"agrees": words.get("agrees", False)}
        answer = wire.request("POST", f"{DOOR}/{table}/{path}", body)
        return {"t": "ack" if "seq" in answer else "denied", **answer}


class BotEvening(Evening):
    """An evening at which X is a guest bot."""

    def newcomer(self, seat: int) -> Guest:
        return BotGuest(self.houses, self.people[0]) if seat == self.setting.x else super().newcomer(seat)

    def state(self) -> Told:
        assert isinstance(self.x, BotGuest)
        turn, due = self.x.here.turn, self.setting.x in self.couple.here.waiting
        return turn if turn and due else {}

    def drop_out(self) -> None:
        """X's stream breaks off; others go on; X comes back with the last number that it has."""
        after = self.couple.here.seq
        self.x.disconnect()
        houses = (self.houses.here.house, self.houses.there.house)
        wait_for(lambda: not any(w.person == self.x.id for one in houses for w in one.tables[self.table].watchers))
        self.connected = False
        for _ in range(self.dice.randrange(4)):
            if self.couple.here.waiting and self.setting.x not in self.couple.here.waiting:
                self._play_once()
            if self.couple.here.status != "playing":
                return
        self.connected = True
        self.x.send(do="watch", table=self.table, after=self.dice.choice([after, after, 1, None]))
        self.look("back again")
