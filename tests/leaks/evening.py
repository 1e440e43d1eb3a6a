"""An evening at a table, from its opening to the last message before the end, and whatever X tries meanwhile."""

import json
import random
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from leaks.guests import Guest, Told
from leaks.houses import FedHouse, Houses, LoadedDice
from leaks.letters import Letterboxes
from leaks.worlds import Couple, chance_of, secret_moves
from lumitheque.games import find
from lumitheque.games.game import Value
from lumitheque.referee.deal import deal_seed
from lumitheque.tables import Actor, AnyCommand, Denied, Entry, decide
from lumitheque.tables.events import Started
from lumitheque.testkit.near_misses import ODD, near_misses
from open_house import wait_for

KEYS = ('"secret":', '"nonce":', '"nonces":', '"seed":', '"chance":[')  # of what nobody is told before the end
CARD = re.compile(r"\b(?:T\d\d|I{1,3}-\d\d)\b")  # a cheese's or a cathedral's: each is there once
SECRETS = ("5ec2e7" * 5 + "aa", "0ddba11" * 4 + "bbbb")  # here and there
TAKEN_BACK_IN_SECRET = 5
read_command = msgspec.json.Decoder(AnyCommand).decode


class Setting(NamedTuple):
    game: str
    seats: int
    x: int | None  # X's seat; None: X looks on
    plays: int  # so many at most
    options: dict[str, Value] = {}

    def __str__(self) -> str:
        return f"{self.game}-{self.seats}-{'looks on' if self.x is None else 'plays'}"


class Numbers(NamedTuple):
    """What an evening was worth."""

    plays: int
    unlike: int  # plays after which the two worlds were different
    fed: int  # how often the other world had to become another one
    messages: int  # that X got, the same from both houses
    bytes: int
    over: bool
    letters: int = 0  # that reached X outside the page, the same from both houses


class Evening:
    def __init__(self, houses: Houses, setting: Setting, letterboxes: Letterboxes | None = None, seed: int = 1) -> None:
        self.houses, self.setting, self.letterboxes = houses, setting, letterboxes
        self.letters: list[str] = []
        self.dice = random.Random(f"{setting} {seed}")
        self.people: list[Guest] = []
        for seat in range(setting.seats):
            self.people.append(self.newcomer(seat))
        self.friend = Guest(houses, "Friend")  # looks on, and talks
        self.x = Guest(houses, "Xenia") if setting.x is None else self.people[setting.x]
        self.everybody = list(dict.fromkeys([*self.people, self.friend, self.x]))
        here = [f"here-{seat}" for seat in range(setting.seats)]
        there = [nonce if seat == setting.x else f"over-there-{seat}" for seat, nonce in enumerate(here)]
        self.nonces = (here, there)
        self.forbidden = self._never_told()
        self._scanned = dict.fromkeys(self.everybody, (0, 0))
        self.table, self.couple = self._open()
        self.connected = True
        self.plays = self.unlike = self.fed = 0
        self.heard: list[str] = []  # moves

    def newcomer(self, seat: int) -> Guest:
        """Whoever is to sit there."""
        return Guest(self.houses, f"Seat {seat}")

    def _never_told(self) -> list[str]:
        words = [*SECRETS, *KEYS, *(nonce for nonces in self.nonces for nonce in nonces)]
        return [*words, *(deal_seed(secret, nonces) for secret, nonces in zip(SECRETS, self.nonces, strict=True))]

    def _open(self) -> tuple[str, Couple]:
        setting = self.setting
        terms = {"game": setting.game, "seats": setting.seats, "options": setting.options}
        terms |= {"clock": self.clock(), "listed": True, "hints": True}
        for house, secret in zip((self.houses.here, self.houses.there), SECRETS, strict=True):
            house.dice.put_in = [secret]
        table: str = self.people[0].request("POST", "/api/tables", {"terms": terms})["table"]["id"]
        couple = Couple(table, setting.x, SECRETS[1], self.nonces[1])
        couple.go_on(self.houses.here.log(table))
        for guest in self.everybody:
            guest.connect()
            guest.send(do="watch", table=table)
            guest.sync()
        if self.letterboxes is not None:
            self.letterboxes.open(self.x)
            self.x.send(do="shown", on=False)
        return table, couple

    def clock(self) -> dict[str, Any]:
        hurried = {"kind": "fischer", "seconds": 7200, "increment": 5}
        return hurried if self.letterboxes is None else {"kind": "days", "days": 3}

    def close(self) -> None:
        for guest in self.everybody:
            guest.close()

    # --- the same in both houses -------------------------------------------------------------------------------------

    def do(self, guest: Guest, do: str, **words: Any) -> Told:
        """A command in both houses; between them, the other world is made to go with what came of it here."""
        # Between two looks at the clock no more time may pass than a house may be away for.
        self.houses.clock.at += self.dice.randrange(100, 3000) // 50
        couple, number = self.couple, guest.next_act()
        before = len(couple.log)
        command = {"do": do, **words}
        told = guest.act(guest.here, self.table, command, number)
        self.carry_out(self.houses.here)
        new = self.houses.here.log(self.table, before)
        if new:
            self._follow(guest, command, new)
        if couple.here.status != "over":
            guest.act(guest.there, self.table, self._over_there(guest, command, before if new else None), number)
            self.carry_out(self.houses.there, couple.other)
            self.look(f"after {command} by {self._name(guest)}"[:300])
            assert self.houses.there.log(self.table) == couple.other, "the other house is not in its world"
        return told

    def _name(self, guest: Guest) -> str:
        return f"seat {self.people.index(guest)}" if guest in self.people else "somebody who looks on"

    def _follow(self, guest: Guest, command: Told, new: list[Entry]) -> None:
        couple, before = self.couple, len(self.couple.log)
        if guest is self.friend and self.setting.x is not None and command["do"] == "say":
            couple.said[new[0].seq] = other_words(command["text"])
        couple.go_on(new)
        if couple.here.status == "over":
            return
        coming = [event for entry in couple.other[before:] for event in chance_of(entry.event)]
        if isinstance(new[0].event, Started):
            self.houses.deals[SECRETS[1]] = coming
            coming = []
        self.fed += self.houses.there.feed(self.table, couple.other[:before], coming)

    def carry_out(self, house: FedHouse, log: Sequence[Entry] | None = None) -> None:
        """What was ordered ahead is played. `log`: what is to come of it in the other house."""

    def _over_there(self, guest: Guest, command: Told, at: int | None) -> Told:
        """What a guest does in the other house: the same, but for what X must not know. `at`: where in the log is what
        came of it here."""
        done, event = at is not None, self.couple.other[at or 0].event
        if command["do"] == "play" and done:
            return {**command, "moves": event.moves}  # type: ignore[union-attr]
        if command["do"] == "sit" and done:
            return {**command, "nonce": event.nonce}  # type: ignore[union-attr]
        if command["do"] == "say" and done and event.kibitz:  # type: ignore[union-attr]
            return {**command, "text": event.text}  # type: ignore[union-attr]
        return command

    def look(self, stage: str) -> None:
        """Everything that X got is the same; nothing that anybody got is what nobody may know."""
        if self.connected:
            self.x.sync()
            self.x.compare(stage)
            self._check_names(stage)
        if self.letterboxes is not None:
            self._read_letters(self.letterboxes, stage)
        for guest in self.everybody:
            done = self._scanned[guest]
            for wire, start in zip(guest.both, done, strict=True):
                for text in wire.got[start:]:
                    found = [word for word in self.forbidden if word in text]
                    assert not found, f"leak: {stage}: {found} in {text[:200]}"
            self._scanned[guest] = (len(guest.here.got), len(guest.there.got))
        told = [word for word in self.forbidden for line in self.houses.logged if word in line]
        assert not told, f"leak: {stage}: {told} in what the house logs"

    def _read_letters(self, letterboxes: Letterboxes, stage: str) -> None:
        self.letters = letterboxes.look(self.x, stage)
        found = [word for word in self.forbidden if any(word in letter for letter in self.letters)]
        assert not found, f"leak: {stage}: {found} in a letter"

    def _check_names(self, stage: str) -> None:
        """No card that X must not know is named in what X is told and offered now."""
        referee = self.couple.here.referee
        if referee is None:
            return
        hidden = set(CARD.findall(str(referee.position()))) - set(CARD.findall(str(referee.view(self.setting.x))))
        named = hidden & set(CARD.findall(str(self.state())))
        assert not named, f"leak: {stage}: {named}"

    # --- the course of an evening ------------------------------------------------------------------------------------

    def spend(self) -> Numbers:
        for seat, guest in enumerate(self.people):
            self.do(guest, "sit", seat=seat, nonce=self.nonces[0][seat])
            self.try_something()
        self.do(self.x, "say", text="Bonsoir à tous !")
        self.do(self.people[0], "start")
        while self.couple.here.status == "playing" and self.plays < self.setting.plays:
            self._play_once()
            if self.couple.here.status != "playing":
                break
            self.try_something()
            self._sometimes()
        size = sum(len(text.encode()) for text in self.x.here.got[: self.x.compared])
        over = self.couple.here.status == "over"
        return Numbers(self.plays, self.unlike, self.fed, self.x.compared, size, over, len(self.letters) // 2)

    def _play_once(self) -> None:
        table, x = self.couple.here, self.setting.x
        others = [seat for seat in table.waiting if seat != x]
        together = bool(table.deciding)
        seat = self.dice.choice(others or table.waiting)
        moves = self._choose(seat)
        self._play(seat, moves, after=None if together else table.seq)
        back = 0
        while table.deciding and back < TAKEN_BACK_IN_SECRET and self._take_back(seat, agree=True):
            back += 1
            self._play(seat, self._choose(seat))
            self.try_something()

    def _play(self, seat: int, moves: list[str], **words: Any) -> None:
        told = self.do(self.people[seat], "play", moves=moves, **words)
        assert told["t"] == "ack", told
        self.plays += 1
        self.unlike += self.couple.here.status == "playing" and self.couple.differs
        self.heard += moves

    def _choose(self, seat: int) -> list[str]:
        """A legal move, X's from what X is offered; where several decide in secret, all that the seat decides."""
        table = self.couple.here
        if table.deciding:
            return secret_moves(table.game, seat, self.dice)
        return [self.dice.choice(self.state()["legal"] if seat == self.setting.x else table.game.legal(seat))]

    def state(self) -> Told:
        """How things stand, as X was told last."""
        last = next(text for text in reversed(self.x.here.got) if text.startswith(('{"t":"entries"', '{"t":"table"')))
        told = json.loads(last)
        state: Told = told["state"] if told["t"] == "entries" else told["table"]["state"]
        return state

    def _take_back(self, seat: int, agree: bool) -> bool:
        """A seat takes back, or asks for it and is answered; whether it was taken back."""
        table, moves = self.couple.here, self.couple.here.moves()
        self.do(self.people[seat], "take_back", seat=seat)
        self.try_something()
        while (question := table.take_back_question) is not None:
            person = table.missing(question)[0]
            guest = next(one for one in self.people if one.id == person)
            self.do(guest, "answer_take_back", agrees=agree)
        return table.moves() < moves

    def _sometimes(self) -> None:
        """What is not done after every play; X asks for everything and drops out so often that nothing is missed."""
        if self.plays % 7 == 3:
            self.ask_for_everything()
        elif self.plays % 9 == 5:
            self.drop_out()
        elif (chosen := self.dice.random()) < 0.08:
            self._take_back(self.dice.randrange(self.setting.seats), self.dice.random() < 0.6)
        elif chosen < 0.16 and self.setting.x is not None:
            self._take_back(self.setting.x, self.dice.random() < 0.6)
        elif chosen < 0.22:
            self.do(self.friend, "say", text="Je prendrais la carte du dessus." * self.dice.randrange(1, 4))
        elif chosen < 0.26:
            self.do(self.dice.choice(self.people), "say", phrase="oops")
        elif chosen < 0.30:
            guest = self.dice.choice(self.people)
            self.do(guest, "offer_draw")
            if self.couple.here.draw_offer is not None:
                self.do(next(one for one in self.people if one is not guest), "answer_draw", agrees=False)

    # --- what X tries ------------------------------------------------------------------------------------------------

    def try_something(self) -> None:
        """Commands that the house refuses."""
        for command in self._refused(self._attempts()):
            self.do(self.x, **command)

    def _refused(self, commands: Iterator[Told]) -> Iterator[Told]:
        for command in commands:
            asked = read_command(json.dumps(command))
            try:
                decide(self.couple.here, Actor.of(self.x.id), asked, self.houses.clock.at, LoadedDice())
            except Denied:
                yield command

    def _attempts(self) -> Iterator[Told]:
        dice, table, x = self.dice, self.couple.here, self.setting.x
        legal = self.state().get("legal", []) if x is not None and x in table.waiting else []
        yield {"do": "play", "moves": near_misses(dice, legal, self.heard[-40:], 1)}
        if legal and x is not None:
            first = self._choose(x) if table.deciding else []
            yield {"do": "play", "moves": self.couple.tell_apart(x, first, [*ODD, *self.heard[-40:]])}
        elsewhere = {"seat": dice.randrange(-1, self.setting.seats + 1)}
        yield dice.choice(
            [
                {"do": "take_back", **elsewhere},
                {"do": "answer_take_back", "agrees": True, **elsewhere},
                {"do": "answer_draw", "agrees": True},
                {"do": "hand_to_bot", **elsewhere, "level": "greedy"},
                {"do": "hand_back", **elsewhere},
                {"do": "play", "moves": legal[:1] or ["pass"], **elsewhere},
                {"do": "play", "moves": legal[:1] or ["pass"], "after": 3},
                {"do": "play", "moves": ["pass"] * 200},
                *({"do": do} for do in ("start", "sit", "leave", "time_out", "rematch", "close")),
                {"do": "give_time", "ms": 5},
                {"do": "say", "phrase": "I-01"},
            ]
        )

    def ask_for_everything(self) -> None:
        """Requests, granted and refused, and messages that cannot be obeyed."""
        x, place = self.x, f"/api/tables/{self.table}"
        after = self.dice.randrange(len(self.couple.log))
        elsewhere = self.dice.randrange(self.setting.seats)
        for path in ("", f"?seat={elsewhere}", "/entries", f"/entries?after={after}&seat={elsewhere}", "/record"):
            x.request("GET", place + path)
        for path in (f"{place}/record?seat={elsewhere}", "/api/tables", "/api/mine", "/api/me", f"{place}9/record"):
            x.request("GET", path)
        self._look_again(after, elsewhere)
        x.request("POST", f"{place}/hint", {})
        x.request("GET", f"{place}/picture.svg")
        for method in ("GET", "POST", "DELETE"):
            x.request(method, f"{place}/review")
        x.request("GET", f"{place}/sight")
        x.request("GET", f"{place}/sight?seat={elsewhere}")
        x.request("POST", f"{place}/commands", {"command": {"do": "play", "moves": ["no such move"]}, "id": "http"})
        self._ask_about_orders(elsewhere)
        x.send(do="watch", table=self.table, seat=elsewhere)
        x.send(do="watch", table="nowhere")
        x.send(do="dance", id="dance")
        x.send(do="lobby", on=True)
        x.send(do="lobby", on=False)
        x.send(do="watch", table=self.table, after=after or None)
        x.send(do="watch", table=self.table)
        for guest in self.everybody:  # what they got is looked through too
            guest.sync()
        self.look("everything asked for")

    def _ask_about_orders(self, elsewhere: int) -> None:
        """One's own may be kept; nobody else's is told, nor whether there is one."""
        x, place = self.x, f"/api/tables/{self.table}/orders"
        wanted = {"after": self.couple.here.seq, "standing": list(find(self.setting.game).standing)}
        x.request("PUT", f"{place}?seat={elsewhere}", wanted)
        x.request("PUT", place, {**wanted, "lines": [self.heard[-3:]], "standing": []})
        for method, seat in (("DELETE", f"?seat={elsewhere}"), ("GET", f"?seat={elsewhere}"), ("GET", "")):
            x.request(method, place + seat)

    def _look_again(self, after: int, elsewhere: int) -> None:
        """The game once more, and plays that are only asked about: those that may be made and those that may not."""
        x, place, legal = self.x, f"/api/tables/{self.table}", self.state().get("legal", [])
        for query in ("", "?seat=public", "?seat=all", f"?seat={elsewhere}&from={after}", f"?from={after}&to={after}"):
            x.request("GET", f"{place}/frames{query}")
        for what in ("play_on", "hint"):
            x.request("POST", f"{place}/{what}", {"at": after})
        some = self.dice.sample(legal, min(3, len(legal)))
        one, missed = some[:1], near_misses(self.dice, legal, self.heard[-40:], 1)
        for moves in (one, some, missed, one + missed, [*one, "no such move"], one + one):
            x.request("POST", f"{place}/judge", {"moves": moves})

    def drop_out(self) -> None:
        """X's line is cut; others go on; X comes back and asks for what was missed."""
        after = self.couple.here.seq
        houses = (self.houses.here.house, self.houses.there.house)
        lines = houses[0].sockets
        self.x.disconnect()
        wait_for(lambda: all(house.sockets == lines - 1 for house in houses))
        self.connected = False
        for _ in range(self.dice.randrange(4)):
            if self.couple.here.waiting and self.setting.x not in self.couple.here.waiting:
                self._play_once()
            if self.couple.here.status != "playing":
                return
        self.x.connect()
        if self.letterboxes is not None:
            self.x.send(do="shown", on=False)
        self.connected = True
        self.x.send(do="watch", table=self.table, after=self.dice.choice([after, after, 1, None]))
        self.look("back again")


def other_words(text: str) -> str:
    return text[: len(text) // 3].upper()
