"""A game by links between two houses, each on a device of its own: what they are asked, and all that they answer."""

from typing import Any

from browser.commands import CountingDice
from browser.pocket_run import Run
from lumitheque.games.game import Game
from lumitheque.reception.pocket import PocketHouse

PLAYS = 12
TABLE = f"d-link-{7:032x}"


class LinkRun(Run):
    """`other` is somebody else's device. It is not noted: only what it sends is."""

    def __init__(self, game: Game, number: int) -> None:
        super().__init__(game, number)
        self.other = Run(game, number)
        self.other.house = PocketHouse(CountingDice(), "bob", "Bob")

    def story(self) -> dict[str, Any]:
        plain = {"game": self.game.name, "rules": self.game.rules_version, "names": ["Ada", ""], "seat": 0}
        self.ask("POST", "/api/tables/d-link-7/link", {"link": plain})
        self.ask("POST", f"/api/tables/{TABLE}/link", {"link": plain})  # something is hidden, as it is usually played
        self.ask("POST", f"/api/tables/{TABLE}/link", {"link": {**plain, "rules": 99}})
        if any(option.name == "setup" for option in self.game.options):
            setup = self.choose.choice(("open", "random", "random_mirrored"))
            self.play({**plain, "options": {"setup": setup}})
        return {"game": self.game.name, "language": self.language, "steps": self.steps}

    def play(self, opening: dict[str, Any]) -> None:
        self.ask("POST", f"/api/tables/{TABLE}/link", {"link": opening, "name": " Ada "})
        self.hear({"do": "watch", "table": TABLE})
        old = self.link(self)
        for number in range(PLAYS):
            self.now += 1_000
            mover, reader = (self, self.other) if 0 in self.house.table(TABLE).waiting else (self.other, self)
            self.move(mover)
            if number == PLAYS - 3:
                self.speak(mover, "offer_draw")
            sent = self.link(mover)
            name = "Bob" if reader is self.other else None
            self.take(reader, sent, name)
            self.take(reader, sent)
        self.odd(old, sent)
        self.speak(self.other, "resign")
        self.take(self, self.link(self.other))
        self.take(self, sent)
        self.ask("GET", f"/api/tables/{TABLE}/record")
        self.ask("GET", "/api/mine")

    def odd(self, old: Any, new: Any) -> None:
        self.take(self, old)
        self.take(self, {**new, "plays": [*new["plays"], ["zz"]]})
        self.take(self, {**new, "says": "agrees"})
        self.take(self, {**new, "plays": [*new["plays"], *self.more(new)]})
        parted = {**new, "plays": [*new["plays"][:-1], ["zz"]]}
        self.take(self, parted)
        self.ask("POST", f"/api/tables/{TABLE}/link", {"link": parted, "instead": True})
        shorter = {**new, "plays": [*new["plays"][:-2], self.another(new)]}
        self.take(self, shorter)
        self.ask("POST", f"/api/tables/{TABLE}/link", {"link": shorter, "instead": True})
        self.ask("POST", f"/api/tables/{TABLE}/link", {"link": new, "instead": True})
        for command in ({"do": "rematch"}, {"do": "say", "text": "hm"}, {"do": "take_back"}, {"do": "close"}):
            self.hear({"do": "act", "id": command["do"], "table": TABLE, "command": command})

    def more(self, link: dict[str, Any]) -> list[list[str]]:
        """A play of each seat, after which this device is told moves that it has not made."""
        fresh = Run(self.game, 0)
        fresh.house = PocketHouse(CountingDice(), "eve", "Eve")
        self.take(fresh, {**link, "says": None}, "Eve")
        game = fresh.house.table(TABLE).game
        made = []
        for _ in range(2):
            made.append([game.legal(game.waiting()[0])[0]])
            game.play(made[-1][0])
        return made

    def another(self, link: dict[str, Any]) -> list[str]:
        """Another play instead of the last but one."""
        fresh = Run(self.game, 0)
        fresh.house = PocketHouse(CountingDice(), "eve", "Eve")
        self.take(fresh, {**link, "plays": link["plays"][:-2], "says": None}, "Eve")
        table = fresh.house.table(TABLE)
        return [next(move for move in table.game.legal(table.waiting[0]) if move not in link["plays"][-2])]

    def move(self, device: Run) -> None:
        table = device.house.table(TABLE)
        moves = [self.choose.choice(table.game.legal(table.waiting[0]))]
        device.hear({"do": "act", "id": f"m{table.seq}", "table": TABLE, "command": {"do": "play", "moves": moves}})

    def speak(self, device: Run, what: str) -> None:
        device.hear({"do": "act", "id": what, "table": TABLE, "command": {"do": what}})

    def link(self, device: Run) -> Any:
        return device.ask("GET", f"/api/tables/{TABLE}/link")["link"]

    def take(self, device: Run, link: Any, name: str | None = None) -> Any:
        device.now = self.now
        return device.ask("POST", f"/api/tables/{TABLE}/link", {"link": link, "name": name})


def link_run(game: Game, number: int) -> dict[str, Any]:
    return LinkRun(game, number).story()
