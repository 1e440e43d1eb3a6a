"""Chance between records and rules: labels and outcomes on one side, numbers on a tape on the other."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from lumitheque.games.chance import CHANCE, EVENTS, MISSING, NO_ARGUMENT, NO_FAULT, PLAYOUT, TAPE, WRONG_LABEL
from lumitheque.games.edition import Edition, blank, numbers_of
from lumitheque.games.game import Game, GameError
from lumitheque.referee.records import ReplayError

KEY_WORDS = 4
LONGEST_EVENT = TAPE // 4  # values: the events told for one move must fit on the tape, or chance would be generated
Event = tuple[str, Any]

_look = numbers_of(CHANCE, "fault", "used")  # after every move


class ChanceError(ReplayError):
    """A chance event of a record does not fit; `number` is its place."""

    def __init__(self, number: int, problem: str) -> None:
        self.number = number
        super().__init__(f"chance {number}{problem}")


def playout_chance(stream: int) -> Any:
    """Make a fast generator for playouts and imagined worlds; it records nothing."""
    chance = blank(CHANCE)
    chance.source = PLAYOUT
    chance.stream = np.uint64((stream * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) % 2**64 or 1)
    return chance


class ChanceLog:
    """The chance events of one game: first the ones told, then, with a seed, generated ones."""

    def __init__(self, game: Game, edition: Edition | None, seed: str | None, told: Iterable[Event]) -> None:
        self.game, self.edition = game, edition
        self.happened: list[Event] = []
        self._told = [self._encode(number, event) for number, event in enumerate(told)]
        self._coming = self._told.copy()
        self.chance = blank(CHANCE)
        self.chance.source = EVENTS
        if seed is not None:
            self.chance.keyed = 1
            self.chance.key[:] = [int(seed[8 * i : 8 * i + 8], 16) for i in range(KEY_WORDS)]
        self._load_tape()

    @property
    def left_over(self) -> int:
        """Count the told events that have not happened."""
        return len(self._coming)

    def to_come(self) -> list[Event]:
        """Return the told events that have not happened: chance from a real box may be told ahead."""
        return [event for numbers in self._coming for event in self._decode(numbers)]

    def settle(self) -> list[Event]:
        """Return the events of the verb that just ran; raise ReplayError if the told events did not fit."""
        trouble, used = _look(self.chance)
        if trouble:
            fault = self._explain_fault()
            self.chance.fault, self.chance.number = NO_FAULT, len(self.happened)  # as before the verb
            self._load_tape()
            raise fault
        if used == 0:
            return []
        events = self._decode(self.chance.tape[:used].tolist())
        del self._coming[: len(events)]
        self.happened += events
        self._load_tape()
        return events

    def tell(self, events: Iterable[Event]) -> None:
        """Replace the events that are told from here on."""
        number = len(self.happened)
        self._told[number:] = [self._encode(number + i, event) for i, event in enumerate(events)]
        self._coming = self._told[number:]
        self._load_tape()

    def forget(self, count: int) -> None:
        """Rewind to the first `count` events. Later ones, told or generated, will come again."""
        del self.happened[count:]
        self._coming = self._told[count:]
        self.chance.number = count
        self._load_tape()

    def _load_tape(self) -> None:
        tape: list[int] = []
        for numbers in self._coming:
            if len(tape) + len(numbers) > TAPE:
                break
            tape += numbers
        self.chance.tape[: len(tape)] = tape
        self.chance.length, self.chance.used = len(tape), 0

    def _encode(self, number: int, event: Event) -> list[int]:
        text, outcome = event
        label, argument = self._read_label(number, text)
        try:
            values: list[int] = self.game.notation.read_outcome(self.edition, label, argument, outcome)
        except GameError as error:
            raise ChanceError(number, f" ({text}): {error}") from None
        if len(values) > LONGEST_EVENT or not all(-(2**15) <= value < 2**15 for value in values):
            raise ChanceError(number, f" ({text}): there can be no such outcome")
        return [label, argument, len(values), *values]

    def _read_label(self, number: int, text: str) -> tuple[int, int]:
        labels: tuple[str, ...] = self.game.record.LABELS
        if text in labels:
            return labels.index(text), NO_ARGUMENT
        name, _, argument = text.rpartition(" ")
        if name in labels and argument.isdecimal() and len(argument) <= 4 and str(int(argument)) == argument:
            return labels.index(name), int(argument)
        raise ChanceError(number, f": {text[:40]!r} is not one of the events of {self.game.name}")

    def _label_text(self, label: int, argument: int) -> str:
        name: str = self.game.record.LABELS[label]
        return name if argument == NO_ARGUMENT else f"{name} {argument}"

    def _decode(self, tape: list[int]) -> list[Event]:
        events: list[Event] = []
        while tape:
            label, argument, length = tape[:3]
            outcome = self.game.notation.write_outcome(self.edition, label, argument, tape[3 : 3 + length])
            events.append((self._label_text(label, argument), outcome))
            tape = tape[3 + length :]
        return events

    def _explain_fault(self) -> ChanceError:
        if self.chance.fault == MISSING:
            missing = ": the record has no seed and does not tell what chance gave here"
            return ChanceError(int(self.chance.number), missing)
        number = int(self.chance.number) - 1
        at = number - len(self.happened)
        text = self._label_text(*self._coming[at][:2]) if 0 <= at < len(self._coming) else "?"
        if self.chance.fault == WRONG_LABEL:
            return ChanceError(number, f": {text!r} is told, but another event comes here")
        return ChanceError(number, f" ({text}): there can be no such outcome here")
