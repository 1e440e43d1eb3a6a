"""TablePlayer: plays one table to its end: reads its stream, thinks when it is its turn, sends the move until it is
acknowledged. After a break it goes on from the last number that it has. After the end it stays for a while: whoever
wants a rematch gets one. It never asks for one itself, so that two bots do not play for ever."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

from lumitheque.bots.protocol import Bot, BotError
from lumitheque.engines.engine_bot import EngineBot
from lumitheque.engines.players import find_player
from lumitheque.engines.stand_in import SteadyBot
from lumitheque.engines.stories import Story
from lumitheque.games import find
from lumitheque.guest.door import Away, Door, Pauses, Refused
from lumitheque.guest.game import GameSeen
from lumitheque.reception.sights import SightTold, read_sight
from lumitheque.reception.turns import Haste, Turn, choose_moves

LINGERS = 120.0  # seconds after the end in which it agrees to a rematch
PART_OF_CLOCK = 20  # of the time that is left, a bot thinks one part for one move
Told = dict[str, Any]
Say = Callable[..., None]


class TablePlayer:
    def __init__(
        self,
        door: Door,
        table: str,
        spelling: str,
        say: Say,
        closing: threading.Event,
        takes_more: Callable[[], bool] = lambda: True,
    ) -> None:
        self._door, self._say, self._closing, self._takes_more = door, say, closing, takes_more
        self._path, self._spelling = f"/api/bot/tables/{table}", spelling
        self._seen = GameSeen(table)
        self._bot: Bot | None = None
        self._ending: Told | None = None
        self._until = 0.0  # when it has waited long enough for a rematch
        self.over = False

    def play(self) -> None:
        """To the end of the game, or of the bot's visit."""
        pauses = Pauses()
        try:
            while not self._is_done():
                try:
                    for line in self._door.lines(f"{self._path}/stream", after=self._seen.seq):
                        pauses.reset()
                        self._hear(line)
                        if self._is_done():
                            return
                except Away as away:
                    if not self._closing.wait(pauses.next(away.wait)):
                        self._say("resumed", table=self._seen.table)
                else:
                    self._closing.wait(pauses.next())
        except Refused as refused:
            self._say("refused", table=self._seen.table, why=refused)
        except BotError as error:
            self._say("refused", table=self._seen.table, why=error)
            self._give_up()
        finally:
            self._leave()

    def _leave(self) -> None:
        """The bot, and the program that it may be, is not needed any more."""
        bot, self._bot = self._bot, None
        if isinstance(bot, EngineBot | SteadyBot):
            bot.leave(self._ending)

    def _is_done(self) -> bool:
        stays = time.monotonic() < self._until and self._takes_more()
        return self._closing.is_set() or (self.over and not stays)

    def _hear(self, line: Told) -> None:
        match line["t"]:
            case "entries":
                self._seen.take(line)
                if self.over and any(entry["event"]["event"] == "rematch_wanted" for entry in line["entries"]):
                    self._agree()
            case "turn":
                self._move(line)
            case "asked":
                self._answer(line)
            case "over" if self.over:
                self._until = 0.0  # the next table is there
            case "over":
                self.over, self._ending, self._until = True, line.get("ending"), time.monotonic() + LINGERS
                self._leave()
                winners = (self._ending or {}).get("winners")
                self._say(
                    "over", table=self._seen.table, winners=", ".join(str(seat + 1) for seat in winners or []) or "none"
                )
            case "gone" | "ended":
                self.over, self._until = True, 0.0
                self._say("refused", table=self._seen.table, why=line["fault"]["sentence"])

    def _move(self, turn: Told) -> None:
        try:
            told = self._door.get(f"{self._path}/sight?seat={turn['seat']}")
            moves = self._think(turn, msgspec.convert(told, SightTold))
            key = f"{turn['seq']}-{turn['seat']}-{turn['decision']}"
            body = {"decision": turn["decision"], "moves": moves, "seat": turn["seat"]}
            self._door.post(f"{self._path}/moves", body, key)
        except Refused as refused:
            if refused.status == 409:  # somebody took back, or the time was up: the stream tells what is due now
                return
            raise
        self._say("moved", table=self._seen.table, move=" ".join(moves))

    def _think(self, turn: Told, told: SightTold) -> list[str]:
        sight, edition = read_sight(told)
        player = find_player(find(told.game), self._spelling)
        bot = self._bot = self._bot or player.bot()
        if isinstance(bot, EngineBot | SteadyBot):
            bot.hear(Story(self._seen.table, told.options, edition, list(self._seen.moves)))
        due = Turn(
            table=self._seen.table,
            seat=told.seat,
            level=self._spelling,
            instead=None,
            sight=sight,
            edition=edition,
            seed=told.decisions + 1,
            key="",
            after=None,
            number=told.decisions,
            together=turn.get("together", False),
            watched=0.0,
            since=0,
            payer="",
            weight=1.0,
        )
        return choose_moves(player, bot, due, Haste(bot, _seconds(turn)))

    def _answer(self, line: Told) -> None:
        """Take-backs are granted; a draw is not, for the bot plays to the end."""
        for asked in line["asked"]:
            path = "take_back" if asked["what"] == "take_back" else "draw"
            with suppress(Refused):
                self._door.post(f"{self._path}/{path}", {"agrees": path == "take_back"})

    def _agree(self) -> None:
        """To a rematch; its own wish is told, too, and asks nothing of it."""
        with suppress(Refused):
            self._door.post(f"{self._path}/rematch", key="rematch")

    def _give_up(self) -> None:
        with suppress(Refused, Away):
            self._door.post(f"{self._path}/resign", key="resign")

    def resign(self) -> None:
        if not self.over:
            self._say("resigned", table=self._seen.table)
            self._give_up()


def _seconds(turn: Told) -> float | None:
    """How long to think at most: a part of the time that is left."""
    left = (turn.get("clock") or {}).get("left", [])
    mine = left[turn["seat"]] if turn["seat"] < len(left) else None
    return None if mine is None else mine / 1000 / PART_OF_CLOCK
