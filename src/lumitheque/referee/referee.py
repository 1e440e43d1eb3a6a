"""Referee: one game in play, from Python."""

import secrets
import sys
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
import numpy as np

from lumitheque.games import GameError, find
from lumitheque.games.edition import Edition, blank, edition_record, load_edition, record_from
from lumitheque.games.ending import Ending
from lumitheque.games.game import Game, Value
from lumitheque.games.rule import NOT_NOW, SPECTATOR
from lumitheque.games.speech import say_move, say_refusal
from lumitheque.referee.chance_log import ChanceLog, Event
from lumitheque.referee.decisions import Decision, Trial, before_change, what_changed
from lumitheque.referee.records import (
    GameRecord,
    RecordError,
    ReplayError,
    note_edition,
    noted_edition,
    read_record,
    read_seed,
)

LARGEST_STATE = 2**16  # bytes: what two can count
MOST_SEATS = 8  # no game has more
SEATS = [[seat for seat in range(MOST_SEATS) if bits >> seat & 1] for bits in range(1 << MOST_SEATS)]  # by their bits
OUTSIDE_RULES = ("resigned", "time", "agreement")  # endings that people make


class Refused(GameError):
    """A move that may not be made, and the first rule that it breaks."""

    def __init__(
        self,
        game: Game,
        rule_id: str,
        text: str,
        language: str = "en",
        phase: str | None = None,
        options: Mapping[str, Value] | None = None,
    ) -> None:
        self.rule_id, self.text, self.phase, self.options = rule_id, text, phase, options
        self.sentence = say_refusal(game, rule_id, language, options=options)
        super().__init__(f"{text[:60]}: {rule_id}: {self.sentence}")


class Referee:
    """One game: asks the rules, keeps the record."""

    def __init__(self, record: GameRecord, edition: Edition | None, from_seed: bool = False) -> None:
        self.game = find(record.game)
        self._rules = self.game.rules
        if record.rules != self.game.rules_version:
            raise RecordError(
                f"played by version {record.rules} of the rules; this is version {self.game.rules_version}"
            )
        self.seats = self.game.check_seats(record.seats)
        self.options: dict[str, Value] = self.game.settle(self.seats, record.options)
        self.edition = edition
        self.seed = record.seed
        self.state = blank(self.game.record.STATE)
        if self.state.nbytes > LARGEST_STATE:
            raise GameError(f"{record.game}: a state has {LARGEST_STATE} bytes at most")
        self.decisions: list[Decision] = []
        self._codes = np.array(self.game.option_codes(self.options), np.int64)
        self.e = edition_record(self.game, edition)
        self._log = ChanceLog(self.game, edition, record.seed, () if from_seed else record.chance)
        self._start, self._deal = record.position, record.deal
        self._outside: dict[str, Any] | None = None
        self._begin()

    def _begin(self) -> None:
        if self._start is msgspec.UNSET:
            self._rules.setup(self.e, self.state, self.seats, self._codes, self._log.chance)
            self._log.settle()
            return
        if holds_hidden(self._start):
            raise RecordError(
                'position: it hides something ("?"), so it is a view; a game can start from a whole position only'
            )
        try:
            position = msgspec.convert(self._start, self.game.notation.Position)
        except msgspec.ValidationError as error:
            raise RecordError(f"position: {error}") from None
        try:
            self.game.notation.read_position(self.edition, self.seats, self._codes, position, self.state)
        except GameError as error:
            raise RecordError(f"position: {error}") from None

    # --- what may happen -------------------------------------------------------------------------------------------

    def waiting(self) -> list[int]:
        """The seats that may act now."""
        if self._outside:
            return []
        return list(SEATS[int(self._rules.waiting(self.e, self.state))])

    def legal_numbers(self, seat: int) -> list[int]:
        """Legal moves by number, ascending."""
        if self._outside:
            return []
        out = np.empty(self.game.record.MOST_MOVES, np.int32)  # not kept: thousands of tables lie idle
        n = self._rules.legal_moves(self.e, self.state, seat, out)
        numbers: list[int] = out[:n].tolist()
        return numbers

    def legal(self, seat: int | None = None) -> list[str]:
        """Legal moves as texts."""
        numbers, notation = self.legal_numbers(self._acting(seat)), self.game.notation
        if hasattr(notation, "MOVE_TEXTS"):  # where the number says it all
            return list(map(notation.MOVE_TEXTS.__getitem__, numbers))
        return [notation.write_move(self.edition, self.state, move) for move in numbers]

    def judge(self, text: str, seat: int) -> tuple[int, str | None]:
        """The number of a move and the id of the first rule that it breaks, if any."""
        move = self.game.notation.read_move(self.edition, self.state, text)
        if move is None or self._outside or not 0 <= seat < self.seats:
            return -1, self.game.rule_id(NOT_NOW)
        refusal = int(self._rules.refusal(self.e, self.state, seat, move))
        return move, self.game.rule_id(refusal) if refusal else None

    def refusal(self, text: str, seat: int | None = None) -> str | None:
        """None if the move may be made, else the id of the rule that it breaks."""
        return self.judge(text, self._acting(seat))[1]

    def phase_instead(self, seat: int, move: int, rule_id: str) -> str | None:
        """The phase that waits for a seat which was refused a readable move because it belongs to another phase."""
        if move < 0 or rule_id != self.game.rule_id(NOT_NOW) or seat not in self.waiting():
            return None
        phase: str | None = self.view(seat).get("phase")
        return phase

    def describe(self, text: str, language: str = "fr") -> str:
        """A readable move as a sentence."""
        move = self.game.notation.read_move(self.edition, self.state, text)
        key, parts = self.game.notation.describe_move(self.edition, self.state, move)
        return say_move(self.game.words(language), key, parts)

    # --- what happens ----------------------------------------------------------------------------------------------

    def play(self, text: str, seat: int | None = None) -> list[Event]:
        """Make a move; returns what chance gave. Refused, and nothing changed, if it breaks a rule."""
        seat = self._acting(seat)
        move, rule_id = self.judge(text, seat)
        if rule_id:
            phase = self.phase_instead(seat, move, rule_id)
            raise Refused(self.game, rule_id, text, phase=phase, options=self.options)
        return self.play_number(move, seat, text)

    def play_number(self, move: int, seat: int, text: str | None = None) -> list[Event]:
        """Make a move that is known to be legal."""
        text = text or self.game.notation.write_move(self.edition, self.state, move)
        before, events = self.state.tobytes(), len(self._log.happened)
        private = int(self._rules.waiting(self.e, self.state)).bit_count() > 1
        revealed = self._rules.apply_move(self.e, self.state, seat, move, self._log.chance)
        try:
            given = self._log.settle()
        except ReplayError:
            self._restore(before)
            raise
        undo = what_changed(before, self.state.tobytes())
        self.decisions.append(Decision(seat, sys.intern(text), undo, events, private, bool(revealed)))
        return given

    def begin_trial(self) -> Trial:
        """From here on moves are made on a copy of the state, until `end_trial`."""
        trial = Trial(self.state, len(self.decisions), len(self._log.happened))
        self._restore(self.state.tobytes())
        return trial

    def end_trial(self, trial: Trial) -> None:
        """Put everything back as it was before the trial. The trial holds what came of it, unless chance had a part in
        it: what chance gave is for the log to tell."""
        if len(self._log.happened) != trial.events:
            self._log.forget(trial.events)
        else:
            trial.made, trial.after = self.decisions[trial.decisions :], self.state
        del self.decisions[trial.decisions :]
        self.state = trial.state

    def repeat_trial(self, trial: Trial, seat: int, texts: list[str]) -> bool:
        """Adopt what came of a trial, if it was made of these moves and nothing has happened since; False if not."""
        if trial.after is None or trial.state is not self.state or trial.decisions != len(self.decisions):
            return False
        if self._outside:
            return False
        if len(trial.made) != len(texts):
            return False
        for one, text in zip(trial.made, texts, strict=True):
            if one.seat != seat or one.text != text:
                return False
        self.state = trial.after
        self.decisions += trial.made
        return True

    def tell_chance(self, events: Iterable[Event]) -> None:
        """What chance gives from here on, instead of anything told before; with a seed it deals what is not told."""
        self._log.tell(events)

    def can_take_back(self, seat: int) -> bool:
        """Whether the last decision was this seat's alone and showed nothing."""
        if not self.decisions or self._outside:
            return False
        last = self.decisions[-1]
        return last.seat == seat and not last.private and not last.revealed and last.events == len(self._log.happened)

    def take_back(self) -> Decision:
        """Undo the last decision, whatever it showed: who may ask for that is for others to say."""
        last = self.decisions.pop()
        self._restore(before_change(self.state.tobytes(), last.undo))
        self._log.forget(last.events)
        return last

    def close(self, reason: str, winners: list[int], seat: int | None = None) -> None:
        """End the game from outside the rules: resigned, time or agreement."""
        if reason not in OUTSIDE_RULES:
            raise GameError(f"{reason!r} is not one of {', '.join(OUTSIDE_RULES)}")
        if self.ending() is not None:
            raise GameError("the game is over already")
        if not winners or any(seat not in range(self.seats) for seat in winners) or len(set(winners)) != len(winners):
            raise GameError("winners: at least one seat of this game, each once")
        share = 1 if len(winners) == 1 else 1 / len(winners)
        points = [share if seat in winners else 0 for seat in range(self.seats)]
        self._outside = {"reason": reason, "points": points, "winners": sorted(winners)}
        if seat is not None:
            self._outside["seat"] = seat

    # --- what is known ---------------------------------------------------------------------------------------------

    def position(self) -> dict[str, Any]:
        """Everything, as JSON."""
        told: dict[str, Any] = msgspec.to_builtins(self.game.notation.write_position(self.edition, self.state, None))
        return told

    def view_record(self, seat: int | None) -> Any:
        out = blank(self.game.record.STATE)
        self.game.knowledge.view(self.e, self.state, SPECTATOR if seat is None else seat, out)
        return out

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat knows, as JSON; None: what a spectator knows."""
        if seat is not None and seat not in range(self.seats):
            raise GameError(f"there is no seat {seat}; seats go from 0 to {self.seats - 1}")
        told: dict[str, Any] = msgspec.to_builtins(self.write_view(self.view_record(seat), seat))
        return told

    def write_view(self, known: Any, seat: int | None) -> Any:
        """The position that a seat's `view_record` holds."""
        return self.game.notation.write_position(self.edition, known, SPECTATOR if seat is None else seat)

    def ending(self) -> dict[str, Any] | None:
        """Reason, points and winners, or None while the game goes on."""
        if self._outside:
            return self._outside
        ending: Ending | None = self.game.notation.write_ending(self.edition, self.state)
        told: dict[str, Any] | None = msgspec.to_builtins(ending)
        return told

    def chance(self) -> list[Event]:
        return self._log.happened

    def chance_left_over(self) -> int:
        return self._log.left_over

    def record(self) -> dict[str, Any]:
        """The game record, as JSON."""
        told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self.game_record()))
        return told

    def game_record(self) -> GameRecord:
        ending = self.ending()
        return GameRecord(
            game=self.game.name,
            rules=self.game.rules_version,
            seats=self.seats,
            options=self.options,
            edition=note_edition(self.edition),
            seed=self.seed,
            chance=[*self._log.happened, *self._log.to_come()],
            moves=[(decision.seat, decision.text) for decision in self.decisions],
            position=self._start,
            ending=msgspec.UNSET if ending is None else ending,
            deal=self._deal,
        )

    def draw(self, seat: int | None, language: str = "fr", everything: bool = False) -> Any:
        """The position as a seat sees it (None: a spectator), for a terminal (a rich renderable)."""
        viewer = SPECTATOR if seat is None else seat
        s = self.state if everything else self.view_record(seat)
        return self.game.drawing.draw(self.edition, s, None if everything else viewer, self.game.words(language))

    def _repr_svg_(self) -> str:
        """What a notebook shows: the position as a spectator sees it."""
        from lumitheque.referee.pictures import picture_of  # noqa: PLC0415 - only a notebook draws

        return picture_of(self, None).svg()

    def _acting(self, seat: int | None) -> int:
        if seat is not None:
            return seat
        waiting = self.waiting()
        if len(waiting) != 1:
            who = "nobody, the game is over" if not waiting else " and ".join(f"seat {seat}" for seat in waiting)
            raise GameError(f"say which seat: waiting is {who}")
        return waiting[0]

    def _restore(self, before: bytes) -> None:
        self.state = record_from(before, self.game.record.STATE)


def holds_hidden(told: Any) -> bool:
    """Whether a position says "?" somewhere: a thing that is there but not known."""
    if isinstance(told, dict):
        return any(holds_hidden(part) for part in told.values())
    if isinstance(told, list):
        return any(holds_hidden(part) for part in told)
    return bool(told == "?")


def new(
    game: str,
    seats: int | None = None,
    seed: str | int | None = None,
    options: Mapping[str, Value] | None = None,
    edition: str | None = None,
) -> Referee:
    """Open a game. A seed is hex digits or a number; without one it is drawn. Without seats: as few as can be."""
    found = find(game)
    seats = found.seats[0] if seats is None else seats
    read = load_edition(found, edition)
    text = secrets.token_hex(16) if seed is None else read_seed(f"{seed:x}" if isinstance(seed, int) else seed)
    noted, chosen = note_edition(read), dict(options or {})
    record = GameRecord(game=game, rules=found.rules_version, seats=seats, options=chosen, edition=noted, seed=text)
    return Referee(record, read)


def load(record: GameRecord | Mapping[str, Any] | str | bytes) -> Referee:
    """A game from its record, replayed from its chance, every move checked."""
    if isinstance(record, Mapping):
        record = msgspec.json.encode(record)
    if not isinstance(record, GameRecord):
        record = read_record(record)
    referee = open_record(record)
    for ply, (seat, text) in enumerate(record.moves):
        replay_move(referee, ply, seat, text)
    agree_on_ending(referee, record)
    return referee


def open_record(record: GameRecord) -> Referee:
    """The beginning of a recorded game, its chance told."""
    return Referee(record, noted_edition(find(record.game), record.edition))


def replay_move(referee: Referee, ply: int, seat: int, text: str) -> list[Event]:
    """Make a recorded move; what chance gave. ReplayError if it breaks a rule or the chance told does not fit."""
    move, rule_id = referee.judge(text, seat)
    if rule_id:
        raise ReplayError(f"move {ply} ({text[:40]!r} by seat {seat}) is refused by {rule_id}")
    try:
        return referee.play_number(move, seat, text)
    except ReplayError as error:
        raise ReplayError(f"move {ply} ({text[:40]!r}): {error}") from None


def agree_on_ending(referee: Referee, record: GameRecord) -> None:
    """What the record says of its ending must be what the rules say, or lie outside them."""
    if record.ending is msgspec.UNSET or record.ending is None:
        return
    told, found = record.ending, referee.ending()
    if found is None and told.get("reason") in OUTSIDE_RULES:
        _close_as_told(referee, told)
        found = referee.ending()
    if found is None:
        raise ReplayError(f"ending: the record says {str(told.get('reason'))[:40]!r}, but the game is not over")
    for key, value in found.items():
        if told.get(key) != value:
            raise ReplayError(f"ending: {key} is {value!r}, the record says {told.get(key)!r}"[:400])


def _close_as_told(referee: Referee, told: Mapping[str, Any]) -> None:
    winners, seat = told.get("winners"), told.get("seat")
    if not isinstance(winners, list) or not all(type(winner) is int for winner in winners):
        raise ReplayError("ending: winners is a list of seats")
    if seat is not None and (type(seat) is not int or seat not in range(referee.seats)):
        raise ReplayError(f"ending: there is no seat {str(seat)[:40]}")
    try:
        referee.close(told["reason"], winners, seat)
    except GameError as error:
        raise ReplayError(f"ending: {error}") from None
