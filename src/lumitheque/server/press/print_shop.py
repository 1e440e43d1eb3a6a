"""PrintShop: games as PDF, for whoever asks for one in the rules."""

from functools import partial

from lumitheque.games.edition import load_edition
from lumitheque.games.game import Game, GameError
from lumitheque.press.ordering import PrintOrder, box_of, can_print, check, parts_there, wanted
from lumitheque.press.printing import print_game
from lumitheque.reception.faults import HouseFault
from lumitheque.server.access.cookies import Visitor
from lumitheque.server.access.request_guard import RequestGuard
from lumitheque.server.press.kept_work import KeptWork

MOST_WAITING, MOST_BYTES = 4, 24 << 20


def order_for(game: Game, **wishes: object) -> PrintOrder:
    """An order with the game's own edition."""
    return PrintOrder(game, load_edition(game), **wishes)  # type: ignore[arg-type]  # the route has checked them


class PrintShop:
    def __init__(self, guard: RequestGuard) -> None:
        self._guard = guard
        self._work = KeptWork("printer", MOST_WAITING, MOST_BYTES)
        self._parts: dict[str, list[str]] = {}

    def parts(self, game: Game) -> list[str]:
        """What of a game can be printed here: nothing without the extra."""
        if game.name not in self._parts:
            there = can_print(game)
            self._parts[game.name] = [*parts_there(box_of(order_for(game)))] if there else []
        return self._parts[game.name]

    async def print(self, order: PrintOrder, visitor: Visitor) -> bytes:
        """The PDF; HouseFault if there is no such thing."""
        if not self.parts(order.game):
            raise HouseFault("not_found")
        try:
            check(order)
            wanted(order, box_of(order))
        except GameError as error:
            raise HouseFault("bad_request", problem=str(error)) from None
        edition = order.edition
        key = order._replace(game=None, edition=None)  # type: ignore[arg-type]  # what a dictionary can hold
        about = (order.game.name, edition and (edition.name, edition.sha256, edition.built_in), key)
        return await self._work.get(about, partial(print_game, order), lambda: self._guard.count_print(visitor))

    def stop(self) -> None:
        self._work.stop()
