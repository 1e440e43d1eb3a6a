"""A house on one device that is asked and told everything a page asks and tells, and all that it answers."""

import random
from typing import Any

import msgspec

from browser.commands import CountingDice
from lumitheque.bots import levels
from lumitheque.games.game import Game
from lumitheque.reception.exercises import ExerciseTried
from lumitheque.reception.pocket import PocketHouse, Reply
from lumitheque.reception.pocket_routes import answer
from lumitheque.referee.exercise_files import exercises
from mutated_editions import GAMES, mutated, text_of

STEPS = 60
DRAWN = 54
TAKEN = ("game", "rules", "seats", "options", "seed", "chance", "moves", "position", "ending")  # of a record
CLOCKS = ({"kind": "none"}, {"kind": "per_move", "seconds": 30})


class Run:
    """One house, and its story."""

    def __init__(self, game: Game, number: int) -> None:
        self.game, self.choose = game, random.Random(f"{game.name} {number} pocket")
        self.house = PocketHouse(CountingDice(), "ada", "Ada")
        self.language = self.house.language = "en" if number % 2 else "fr"
        self.now, self.steps = 1_000_000, list[dict[str, Any]]()

    def note(self, what: list[Any], reply: Reply) -> Reply:
        told = [reply.status, reply.body, [list(kept) for kept in reply.kept], reply.told]
        self.steps.append({"what": what, "now": self.now, "reply": told})
        return reply

    def ask(self, method: str, path: str, body: Any = None, query: dict[str, str] | None = None) -> Any:
        text = "" if body is None else msgspec.json.encode(body).decode()
        what = ["ask", method, path, query or {}, text]
        return msgspec.json.decode(self.note(what, answer(self.house, method, path, query or {}, text, self.now)).body)

    def hear(self, message: dict[str, Any]) -> Reply:
        text = msgspec.json.encode(message).decode()
        return self.note(["hear", text], self.house.hear(text, self.now))

    def bot(self) -> bool:
        turn = self.house.bot_turn(self.now)
        if turn is None:
            return False
        self.note(["bot"], self.house.bot_plays(turn, self.house.think(turn), self.now))
        return True

    def story(self) -> dict[str, Any]:
        table = self.open()
        self.hear({"do": "watch", "table": table})
        self.hear({"do": "shown", "on": False})
        for step in range(STEPS):
            self.now += self.choose.choice((10, 900, 5_000))
            if not self.bot() and not self.act(table, step):
                break
        self.look_back(table)
        self.draw()
        self.exercise()
        return {"game": self.game.name, "language": self.language, "steps": self.steps}

    def exercise(self) -> None:
        """One that is forbidden, wrong, given up and solved."""
        one = next(iter(exercises(self.game).values()), None)
        if one is None:
            return
        task = one.tasks[0]
        for moves in (["nothing"], [task.wrong[0].move], [], [each.best for each in one.tasks]):
            self.ask("POST", "/api/exercises", ExerciseTried(self.game.name, one, moves, give_up=not moves))

    def open(self) -> str:
        choose, game = self.choose, self.game
        seats = choose.choice(game.seats)
        own = [0, 1] if choose.random() < 0.5 else [0]
        quick = next(level.name for level in levels(game).values())
        bots = {str(seat): choose.choice(("random", "greedy", quick)) for seat in range(seats) if seat not in own}
        terms = {"game": game.name, "seats": seats, "clock": choose.choice(CLOCKS), "hints": True}
        self.ask("GET", "/api/me")
        self.ask("POST", "/api/tables", {"terms": {**terms, "seats": 99}, "sit": own, "bots": bots})
        self.ask("POST", "/api/tables", {"terms": terms, "sit": [0], "bots": {}, "start": True})
        self.ask("POST", "/api/tables", {"terms": terms, "sit": own, "bots": {**bots, "1": "nobody"}})
        names = {str(seat): f"  Player {seat} " for seat in own}
        opened = self.ask("POST", "/api/tables", {"terms": terms, "sit": own, "names": names, "bots": bots})
        table: str = opened["table"]["id"]
        self.ask("POST", f"/api/tables/{table}/commands", {"command": {"do": "start"}, "id": "begin"})
        return table

    def act(self, table: str, step: int) -> bool:
        """Something that a person does; False when the game is over."""
        choose, folded = self.choose, self.house.table(table)
        if not folded.waiting:
            return False
        seat = choose.choice(folded.waiting)
        if choose.random() < 0.2:
            self.hear({"do": "watch", "table": table, "seat": seat, "after": choose.choice((None, 1, folded.seq))})
        moves = [choose.choice([*folded.game.legal(seat), "zz"])]
        self.ask("POST", f"/api/tables/{table}/judge", {"seat": seat, "moves": moves})
        sight = self.ask("GET", f"/api/tables/{table}/sight", query={"seat": str(seat)})
        if "view" in sight:
            self.ask("POST", "/api/sight/judge", {"sight": sight, "move": moves[0]})
        command = choose.choice(({"do": "play", "seat": seat, "moves": moves},) * 6 + (
            {"do": "take_back", "seat": seat}, {"do": "say", "text": "hm"}, {"do": "hand_to_bot", "seat": seat},
            {"do": "hand_back", "seat": seat}))  # fmt: skip
        self.hear({"do": "act", "id": f"k{step // 2}", "table": table, "command": command})
        self.note(["tick"], self.house.tick(self.now))
        return True

    def look_back(self, table: str) -> None:
        path = f"/api/tables/{table}"
        self.ask("GET", path, query={"seat": "0"})
        self.ask("GET", f"{path}/entries", query={"after": "2"})
        record = self.ask("GET", f"{path}/record")
        for seat in ("0", "public", "all"):
            self.ask("GET", f"{path}/frames", query={"seat": seat, "from": "0", "to": "8"})
        self.hear({"do": "act", "id": "r", "table": table, "command": {"do": "resign", "seat": 0}})
        self.hear({"do": "act", "id": "again", "table": table, "command": {"do": "rematch"}})
        record = self.ask("GET", f"{path}/record")
        self.review(path, table, record)
        self.ask("POST", "/api/study", {"record": record, "viewpoint": "all", "last": 5})
        self.ask("POST", "/api/study", {"record": {**record, "moves": [*record["moves"], [0, "zz"]]}, "first": 3})
        self.ask("POST", f"{path}/play_on", {"at": 3, "sit": list(range(record["seats"])), "start": True})
        self.ask("GET", "/api/mine")
        self.ask("GET", f"{path}/invitation")
        self.ask("GET", f"{path}/log")
        self.ask("DELETE", path, query={"seq": "1"})
        self.ask("DELETE", path, query={"seq": str(self.house.table(table).seq)})
        self.hear({"do": "watch", "table": table})
        self.ask("PATCH", "/api/me", {"name": "   "})
        self.ask("PATCH", "/api/me", {"name": "Zoé", "language": "en"})

    def review(self, path: str, table: str, record: Any) -> None:
        """A review that is wished, looked at, kept, brought again and called off; and one of a record."""
        whole = {key: value for key, value in record.items() if key in TAKEN}
        self.ask("GET", f"{path}/review")
        self.ask("POST", f"{path}/review")
        self.searches(table, 2)
        self.ask("GET", f"{path}/review")
        self.ask("POST", f"{path}/review", {"thorough": True})
        self.ask("DELETE", f"{path}/review")
        name = self.ask("POST", "/api/study/review", {"record": whole}).get("subject", "d-r-0")
        self.searches(name, 3)
        self.ask("GET", f"/api/study/review/{name}")
        self.ask("DELETE", f"/api/study/review/{name}")
        self.ask("GET", f"/api/study/review/{name}")
        self.ask("POST", "/api/study/review", {"record": {**whole, "moves": [], "ending": None}})

    def searches(self, subject: str, parts: int) -> None:
        """What is kept in between is brought again, as after the page was closed."""
        reviews, made = self.house.reviews, 0
        while made < parts and (work := reviews.wanted(self.now)) is not None:  # none where the game goes on
            reviews.advance(work)
            made += 1
        kept = reviews.written(subject)
        reviews.bring(subject, kept)
        self.note(["review", subject, made, kept], self.house.reply())

    def draw(self) -> None:
        """Editions that are none, and one that is."""
        game = self.game.name
        self.ask("POST", "/api/editions/check", {"game": game, "text": "once upon a time"})
        for other, text in mutated(DRAWN) if game in GAMES else ():
            if other == game and text.isascii():  # elsewhere the two languages end lines differently
                self.ask("POST", "/api/editions/check", {"game": game, "text": text})
        if game in GAMES:
            self.ask("POST", "/api/editions/check", {"game": game, "text": text_of(game)})


def pocket_run(game: Game, number: int) -> dict[str, Any]:
    return Run(game, number).story()
