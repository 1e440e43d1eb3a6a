"""An evening over days: somebody orders ahead what they answer. The worlds differ in what is hidden, and in the orders,
as long as the same comes of them."""

from collections.abc import Sequence
from typing import Any

from leaks.evening import Evening, Setting
from leaks.guests import Told
from leaks.houses import FedHouse, Houses
from leaks.worlds import chance_of
from lumitheque.games import find
from lumitheque.referee import Referee
from lumitheque.tables import Entry
from open_tables import copied

OFTEN = 0.6  # of the plays somebody has an order for


class OrderedEvening(Evening):
    def __init__(self, houses: Houses, setting: Setting) -> None:
        self.ordered = self.answered = 0
        for house in (houses.here, houses.there):
            house.open.app.services.orders._look_soon = nothing  # type: ignore[method-assign]
        super().__init__(houses, setting)

    def clock(self) -> dict[str, Any]:
        return {"kind": "days", "days": 3}

    def carry_out(self, house: FedHouse, log: Sequence[Entry] | None = None) -> None:
        """Until nothing more comes of it."""
        orders, before = house.open.app.services.orders, -1
        while len(house.log(self.table)) > before:
            before = len(house.log(self.table))
            if log is not None:
                coming = [event for entry in log[before:] for event in chance_of(entry.event)]
                house.feed(self.table, log[:before], coming)
            house.run(lambda: orders._look(self.table))
            self.answered += log is None and len(house.log(self.table)) > before

    def _play_once(self) -> None:
        table = self.couple.here
        asleep = [seat for seat in range(self.setting.seats) if seat not in table.waiting]
        if table.deciding or not asleep or self.dice.random() > OFTEN:
            super()._play_once()
            return
        seat, owner = self.dice.choice(table.waiting), self.dice.choice(asleep)
        moves = self._choose(seat)
        self._order(owner, copied(table.game), seat, moves)
        self._play(seat, moves, after=table.seq)

    def _order(self, owner: int, game: Referee, seat: int, moves: list[str]) -> None:
        """Order something that answers these moves, in both houses alike if it is X's."""
        given = len(game.chance())
        for text in moves:
            game.play(text, seat)
        if len(game.chance()) > given:
            return
        here, there = self._lines(owner, game, moves) if game.game.plannable else self._standing(owner, game)
        guest, bodies = self.people[owner], [here, here if owner == self.setting.x else there]
        for wire, body in zip(guest.both, bodies, strict=True):
            if body is not None:
                body = {"after": self.couple.here.seq, **body}
                wire.request("PUT", f"/api/tables/{self.table}/orders?seat={owner}", body)
        self.ordered += 1

    def _lines(self, owner: int, game: Referee, moves: list[str]) -> tuple[Told, Told | None]:
        line, other = list(moves), copied(self.couple.here.game).legal()
        while game.waiting() == [owner] and len(line) < 20:
            line.append(self.dice.choice(game.legal(owner)))
            game.play(line[-1], owner)
        whole = owner not in game.waiting() and len(line) > len(moves)
        if not whole:
            return {"lines": [], "standing": ["pass"]}, None
        return {"lines": [line]}, {"lines": [line], "standing": ["pass"] * (len(other) % 2)}

    def _standing(self, owner: int, game: Referee) -> tuple[Told, Told | None]:
        known = list(find(self.setting.game).standing)
        legal = [move for move in known if owner in game.waiting() and game.refusal(move, owner) is None]
        if not legal:
            return {"standing": known[-1:]}, None  # it breaks, and there it was never given
        self.dice.shuffle(legal)
        return {"standing": [legal[0], *known]}, {"standing": legal[:1]}


def nothing(*_: Any) -> None:
    """Orders are carried out when the evening says so."""
