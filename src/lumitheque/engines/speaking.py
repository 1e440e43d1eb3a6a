"""Speaker: our own bots as an engine, so that any other controller can seat them. `lumitheque engine` runs it."""

import threading
from dataclasses import replace
from typing import Any, BinaryIO

import msgspec
import numpy as np

from lumitheque import __version__
from lumitheque.bots.levels import levels
from lumitheque.bots.players import Player, find_player
from lumitheque.bots.protocol import Advice, Bot, Budget, Sight
from lumitheque.engines.protocol import (
    PROTOCOL,
    ControllerMessage,
    EngineError,
    EngineMessage,
    Hello,
    Move,
    New,
    Ok,
    OptionOffered,
    Over,
    Ping,
    Pong,
    ProtocolError,
    Quit,
    Ready,
    SetOption,
    Stop,
    Think,
    ThinkingTime,
    read_from_controller,
    write,
)
from lumitheque.games import SHELF, find
from lumitheque.games.edition import Edition, blank, edition_record
from lumitheque.games.game import GameError
from lumitheque.referee.records import EditionNote, noted_edition

MOMENT, TRIES = 0.05, 20  # seconds, and how often a bot is told to stop before the controller is listened to again


class Match:
    """One match from one seat: reads what the seat knows, and asks a bot."""

    def __init__(self, told: New, player: str, threads: int) -> None:
        self.told, self.threads = told, threads
        self.game = find(told.game)
        if told.rules != self.game.rules_version:
            raise GameError(f"{told.game}: rules {told.rules}, but this program knows {self.game.rules_version}")
        if told.seat not in range(self.game.check_seats(told.seats)):
            raise GameError(f"there is no seat {told.seat}; seats go from 0 to {told.seats - 1}")
        note = EditionNote(told.edition.name, told.edition.sha256, told.edition.text) if told.edition else None
        self.edition: Edition | None = noted_edition(self.game, note)
        self.e = edition_record(self.game, self.edition)
        self.codes = np.array(self.game.option_codes(self.game.settle(told.seats, told.options)), np.int64)
        self.player: Player = find_player(self.game, player)
        self.bot: Bot = self.player.bot()

    def think(self, asked: Think) -> Move:
        seed = read_seed(asked.seed)
        sight = self.sight(asked)
        advice = self.bot.choose(sight, self.budget(asked.budget), seed)
        return self.tell(sight, advice)

    def sight(self, asked: Think) -> Sight:
        """What the seat knows, of its JSON."""
        told = msgspec.json.decode(asked.view) if isinstance(asked.view, msgspec.Raw) else asked.view
        try:
            position = msgspec.convert(told, self.game.notation.Position)
        except msgspec.ValidationError as error:
            raise GameError(f"view: {error}") from None
        known = blank(self.game.record.STATE)
        self.game.notation.read_position(self.edition, self.told.seats, self.codes, position, known)
        return Sight.of(self.game, self.e, known, self.told.seat, self.told.seats)

    def budget(self, asked: ThinkingTime) -> Budget:
        """The limits asked for; a level, or a player spelled with a limit of its own, keeps to that too."""
        own = self.player.budget
        seconds = None if asked.ms is None else asked.ms / 1000
        if (seconds, asked.simulations) == (None, None):
            return replace(own, threads=self.threads)
        if "@" in self.player.name or self.player.name in levels(self.game):
            return Budget(least(seconds, own.seconds), least(asked.simulations, own.simulations), self.threads)
        return Budget(seconds, asked.simulations, self.threads)

    def tell(self, sight: Sight, advice: Advice) -> Move:
        def text(move: int) -> str:
            written: str = self.game.notation.write_move(self.edition, sight.view, move)
            return written

        return Move(
            text(advice.move),
            chances={text(one.move): min(1.0, max(0.0, one.chance)) for one in advice.prospects} or None,
            line=[(seat, text(move)) for seat, move in advice.line] or None,
            simulations=advice.simulations or None,
        )


def least(*limits: Any) -> Any:
    """The smallest of the limits that are set."""
    return min((limit for limit in limits if limit is not None), default=None)


def read_seed(text: str) -> int:
    try:
        return int(text, 16)
    except ValueError:
        raise GameError(f"seed: {text[:40]!r} is not hex digits") from None


class Speaker:
    """Reads what the controller says, and answers. It thinks in a thread, so that `stop` and `ping` are heard."""

    def __init__(self, player: str, threads: int, into: BinaryIO) -> None:
        self.player, self.threads = player, threads
        self._into, self._lock = into, threading.Lock()
        self._match: Match | None = None
        self._thinking: threading.Thread | None = None

    def listen(self, lines: BinaryIO) -> None:
        """Answer until `quit`, or until nobody speaks any more."""
        for line in lines:
            try:
                message = read_from_controller(line) if line.strip() else None
            except ProtocolError as error:
                self.say(EngineError(str(error)))
                continue
            if isinstance(message, Quit):
                break
            if message is not None:
                self._obey(message)
        self._finish()

    def say(self, message: EngineMessage) -> None:
        with self._lock:
            self._into.write(write(message))
            self._into.flush()

    def _obey(self, message: ControllerMessage) -> None:
        match message:
            case Hello():
                self.say(self.introduce())
            case SetOption():
                self._set(message)
            case New():
                self._finish()
                self._begin(message)
            case Think():
                self._finish()
                self._thinking = threading.Thread(target=self._answer, args=(message,), daemon=True)
                self._thinking.start()
            case Stop():
                self._stop(TRIES)
            case Over():
                self._finish()
                self._match = None
            case Ping():
                self.say(Pong())

    def introduce(self) -> Ready:
        options = [
            OptionOffered(
                "player", self.player, help="a level of the game, random, greedy, tree, deepening, strongest"
            ),
            OptionOffered("threads", self.threads, help="that think at once"),
        ]
        return Ready(f"Lumithèque {self.player}", PROTOCOL, "Lumithèque", __version__, options, list(SHELF))

    def _set(self, option: SetOption) -> None:
        """Take an option; it holds from the next match on."""
        value = option.value
        if option.name == "player" and isinstance(value, str):
            self.player = value
        elif option.name == "threads" and type(value) is int and value > 0:
            self.threads = value
        else:
            self.say(EngineError(f"option {option.name}: {value!r} cannot be set"))

    def _begin(self, told: New) -> None:
        self._match = None
        try:
            self._match = Match(told, self.player, self.threads)
        except GameError as error:
            self.say(EngineError(str(error)))
        else:
            self.say(Ok())

    def _answer(self, asked: Think) -> None:
        if self._match is None:
            self.say(EngineError("think: no match has begun; say new first"))
            return
        try:
            self.say(self._match.think(asked))
        except GameError as error:
            self.say(EngineError(str(error)))
        except Exception as error:  # noqa: BLE001 (a controller that waits must be told)
            self.say(EngineError(f"this should not happen ({type(error).__name__}: {error})"))

    def _stop(self, tries: int) -> bool:
        """Make the bot answer, also one that begins to think just now; False if it has not after so many tries."""
        thinking = self._thinking
        while self._match is not None and thinking is not None and thinking.is_alive():
            if tries == 0:
                return False
            self._match.bot.stop()
            thinking.join(MOMENT)
            tries -= 1
        return True

    def _finish(self) -> None:
        """End a thought that nobody waits for any more."""
        while not self._stop(TRIES):
            pass
        self._thinking = None
