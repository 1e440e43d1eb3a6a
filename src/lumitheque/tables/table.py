"""Table: the state of a table, folded from its log."""

from array import array
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from lumitheque.games import GameError
from lumitheque.referee import Referee
from lumitheque.referee.decisions import Trial
from lumitheque.tables import events as happened
from lumitheque.tables.clocks import Clocks
from lumitheque.tables.dealing import begin_game
from lumitheque.tables.events import Entry, Event, Opened, Played
from lumitheque.tables.folding import FOLDS, follows
from lumitheque.tables.gestures import SecretGesture, deciding_now, made_so_far
from lumitheque.tables.keys import Keys
from lumitheque.tables.moderation import Moderation, Ruling
from lumitheque.tables.notes import Status, TableNote
from lumitheque.tables.noting import note_of
from lumitheque.tables.people import Actor
from lumitheque.tables.places import NO_RUN, BotRun, Place, Places


class LogError(GameError):
    """A log that cannot be applied: it has other rules than these, or is damaged."""


class Question(Struct):
    """An open question to all other people at the table."""

    seat: int  # who asks
    agreed: list[str]


class Table:
    """One table. It changes only by `evolve`."""

    __slots__ = (
        *("_keys", "at", "bot_run", "clocks", "closed", "deciding", "decision_of", "draw_offer", "ending", "gestures"),
        *("given_until", "id", "moderation", "next_table", "opened_at", "places", "played_seq", "referee", "rematch"),
        *("removal", "secret_gestures", "seq", "status", "take_back_question", "terms", "turned_down", "under_wraps"),
        *("waited", "waiting"),
    )

    def __init__(self, id: str) -> None:  # noqa: A002 (a table's id)
        self.id = id
        self.seq = self.at = self.opened_at = 0
        self.terms = NOTHING_AGREED
        self.status: Status = "open"
        self.places = Places(0)
        self.referee: Referee | None = None  # None until the game starts
        self.clocks: Clocks | None = None
        self.given_until = 0  # downtime up to then was given back
        self.waiting: list[int] = []  # the seats that may act now,
        self.waited: dict[int, int] = {}  # and the time since which the table waits for each of them
        self.bot_run = NO_RUN  # what bots did since a person decided something
        self.ending: dict[str, Any] | None = None
        self.gestures = array("i")  # the number of the first decision of every play
        self.secret_gestures: list[SecretGesture] = []
        self.deciding: tuple[int, ...] = ()  # the seats that have still to decide, while several decide in secret
        self.under_wraps: dict[int, int] = {}  # entries whose moves only their own seat may know yet
        self.played_seq = 0  # the last entry that made or took back a move
        self.decision_of: list[int] = []  # by seat: the last entry that changed what the seat has to decide
        self.take_back_question: Question | None = None
        self.draw_offer: Question | None = None
        self.turned_down: dict[tuple[str, int], int] = {}  # what a seat asked in vain, and the decisions made by then
        self.rematch: list[str] = []  # people who want one
        self.next_table: str | None = None
        self.moderation = Moderation()
        self.closed = False
        self.removal: int | None = None  # when it is deleted: it was put away
        self._keys = Keys()

    @classmethod
    def of(cls, id: str, entries: Iterable[Entry]) -> "Table":  # noqa: A002
        """Fold a log."""
        table = cls(id)
        for entry in entries:
            table.evolve(entry)
        return table

    # --- the log ---------------------------------------------------------------------------------------------------

    def entries_for(self, events: Iterable[Event], by: Actor | None, key: str | None, now: int) -> list[Entry]:
        """Number events as the next entries of this log. Times never decrease, even if the clock was set back."""
        at = max(now, self.at)
        return [Entry(seq, at, event, by, key) for seq, event in enumerate(events, self.seq + 1)]

    def evolve(self, entry: Entry, trial: Trial | None = None) -> None:
        """Apply the next entry. LogError if it cannot be followed; the table is then of no more use. `trial`: the play
        as `decide` tried it; without one, the moves are judged anew."""
        if entry.seq != self.seq + 1:
            raise LogError(f"table {self.id}: entry {entry.seq} cannot follow entry {self.seq}")
        self.seq = entry.seq
        self.at = max(self.at, entry.at)
        if self.clocks is not None:
            self.clocks.run(self.waiting, self.at)
        try:
            if trial is not None and type(entry.event) is Played:
                self._played(entry.event, trial)
            else:
                FOLDS[type(entry.event)](self, entry.event)
        except GameError as error:
            raise LogError(f"table {self.id}, entry {entry.seq}: {error}") from error
        if entry.key is not None:
            self._keys.note(entry.by, entry.key, self.seq)

    def answered(self, actor: Actor, key: str) -> int | None:
        """The last entry of a recent command with this key; None if there was none."""
        return self._keys.find(actor, key)

    def note(self) -> TableNote:
        """What listings need."""
        return note_of(self)

    @property
    def is_finished(self) -> bool:
        """Whether the game came to its end, so that nothing about it is secret. The table may be closed as well."""
        return self.ending is not None

    @property
    def takes_nothing(self) -> bool:
        """Closed or put away: the table obeys nobody any more."""
        return self.closed or self.removal is not None

    def deadline(self) -> int | None:
        """When the first clock that runs has run out."""
        return None if self.clocks is None else self.clocks.deadline(self.waiting)

    def moves(self) -> int:
        """Decisions made."""
        return 0 if self.referee is None else len(self.referee.decisions)

    # --- what happens ----------------------------------------------------------------------------------------------

    @follows(Opened)
    def _opened(self, event: Opened) -> None:
        self.terms = event
        self.opened_at = self.at
        self.places = Places(event.seats)

    @follows(happened.Sat)
    def _sat(self, event: happened.Sat) -> None:
        self.places.change(event.seat, Place(event.sitter, event.nonce, name=event.name))

    @follows(happened.Left)
    def _left(self, event: happened.Left) -> None:
        self.places.change(event.seat, Place())

    @follows(happened.Started)
    def _started(self, event: happened.Started) -> None:
        self.referee = begin_game(self.terms, self.places.nonces(), event.chance)
        self.status = "playing"
        self.clocks = Clocks.of(self.terms.clock, self.terms.seats, self.at)
        self.decision_of = [self.seq] * self.terms.seats
        self.bot_run = BotRun(self.at)
        self._look()
        self._begin_secrets()

    @follows(Played)
    def _played(self, event: Played, trial: Trial | None = None) -> None:
        referee, moves = self.game, event.moves or []
        self.gestures.append(len(referee.decisions))
        if event.chance:
            referee.tell_chance(event.chance)
        given = len(referee.chance())
        if trial is None or event.chance or not referee.repeat_trial(trial, event.seat, moves):
            for text in moves:
                referee.play(text, event.seat)
        if len(referee.chance()) - given != len(event.chance):
            raise LogError("the chance told is not what happens")
        if self.clocks is not None:
            self.clocks.played(event.seat)
        by_bot = event.seat in self.places.played_by_bots
        self.bot_run = self.bot_run.after(event.seat) if by_bot else BotRun(self.at)
        self.take_back_question = None
        if self.draw_offer is not None and self.draw_offer.seat != event.seat:
            self.draw_offer = None
        self._look()
        if self.deciding:
            self._decided_in_secret(event.seat, len(moves))
        self._decide_anew([event.seat] if self.deciding else range(self.terms.seats))
        self._begin_secrets()

    @follows(happened.TakenBack)
    def _taken_back(self, event: happened.TakenBack) -> None:
        referee = self.game
        left = len(referee.decisions) - event.decisions
        concerned = self._concerned(event.seat, left)
        for _ in range(event.decisions):
            referee.take_back()
        referee.tell_chance([])  # forget the chance of what is undone
        while self.gestures and self.gestures[-1] >= left:
            self.gestures.pop()
        while self.secret_gestures and self.secret_gestures[-1].first >= left:
            self.deciding = self.secret_gestures.pop().deciding
        if self.clocks is not None:
            self.clocks.took_back(event.seat)
        self.bot_run = BotRun(self.at)
        self._decide_anew(concerned)
        self.take_back_question = self.draw_offer = None
        if self.deciding:
            self._wrap_again()
        self._look()

    def _decide_anew(self, seats: Iterable[int]) -> None:
        """A move was made or taken back: what these seats decide from now on is another decision than before."""
        self.played_seq = self.seq
        for seat in seats:
            self.decision_of[seat] = self.seq

    def _concerned(self, seat: int, left: int) -> Iterable[int]:
        """Whose decision is another one when all decisions after the first `left` are taken back. Whoever is still
        deciding in secret goes on with the same one, whatever the others do meanwhile."""
        made = made_so_far(self.secret_gestures, self.deciding)
        if not self.deciding or left < (made[-1].first if made else len(self.game.decisions)):
            return range(self.terms.seats)
        return {seat, *(gesture.seat for gesture in made if gesture.first >= left)}

    def _begin_secrets(self) -> None:
        if len(self.waiting) > 1:
            self.deciding = deciding_now(self.deciding, self.waiting)

    def _decided_in_secret(self, seat: int, decisions: int) -> None:
        gesture = SecretGesture(seat, self.gestures[-1], decisions, self.seq, self.deciding)
        self.secret_gestures.append(gesture)
        self.under_wraps[self.seq] = seat
        self.deciding = tuple(one for one in self.deciding if one != seat)
        if not self.deciding:  # all is revealed now; but not what was taken back before
            for gesture in self.secret_gestures:
                self.under_wraps.pop(gesture.seq, None)

    def _wrap_again(self) -> None:
        """A take-back led into a secret decision: hide again what the others decided in it."""
        for gesture in made_so_far(self.secret_gestures, self.deciding):
            self.under_wraps[gesture.seq] = gesture.seat

    @follows(happened.TakeBackAsked)
    def _take_back_asked(self, event: happened.TakeBackAsked) -> None:
        self.take_back_question = Question(event.seat, [])

    @follows(happened.TakeBackAnswered)
    def _take_back_answered(self, event: happened.TakeBackAnswered) -> None:
        question = self.take_back_question
        assert question is not None
        if event.agrees:
            question.agreed.append(self.places.person(event.seat))
        else:
            self.turned_down["take_back", question.seat] = self.moves()
            self.take_back_question = None

    @follows(happened.DrawOffered)
    def _draw_offered(self, event: happened.DrawOffered) -> None:
        self.draw_offer = Question(event.seat, [])
        self._agree_on_draw()

    @follows(happened.DrawAnswered)
    def _draw_answered(self, event: happened.DrawAnswered) -> None:
        offer = self.draw_offer
        assert offer is not None
        if event.agrees:
            offer.agreed.append(self.places.person(event.seat))
            self._agree_on_draw()
        else:
            self.turned_down["draw", offer.seat] = self.moves()
            self.draw_offer = None

    def _agree_on_draw(self) -> None:
        if self.draw_offer is not None and not self.missing(self.draw_offer):
            self.game.close("agreement", list(range(self.terms.seats)))
            self._look()

    def missing(self, question: Question) -> list[str]:
        """The people whose consent a question still lacks."""
        said = {self.places.person(question.seat), *question.agreed}
        return [person for person in self.places.asked if person not in said]

    @follows(happened.Resigned)
    def _resigned(self, event: happened.Resigned) -> None:
        self._lose("resigned", event.seat)

    @follows(happened.TimedOut)
    def _timed_out(self, event: happened.TimedOut) -> None:
        if event.together:
            self.game.close("time", list(range(self.terms.seats)))
            self._look()
        else:
            self._lose("time", event.seat)

    def _lose(self, reason: str, seat: int) -> None:
        """With two the other has won. With more a bot goes on in this seat; that is the next entry."""
        self.take_back_question = self.draw_offer = None
        if self.terms.seats == 2:
            self.game.close(reason, [1 - seat], seat)
            self._look()
        elif self.clocks is not None:
            self.clocks.remove(seat)

    @follows(happened.TimeGiven)
    def _time_given(self, event: happened.TimeGiven) -> None:
        self.given_until = max(self.given_until, event.until)
        if self.clocks is not None:
            self.clocks.give(self.waiting if event.seat is None else [event.seat], event.ms)

    @follows(happened.ClockStopped)
    def _clock_stopped(self, event: happened.ClockStopped) -> None:
        if self.clocks is not None:
            self.clocks.stop(event.seat, event.until)

    @follows(happened.HandedToBot)
    def _handed_to_bot(self, event: happened.HandedToBot) -> None:
        late = event.asked_by == "time"
        for_good = event.asked_by == "resigned" or (late and self.terms.when_late == "lost")
        offered = late and self.terms.when_late == "offered"
        self.places.hand_to_bot(event.seat, event.level, for_good, offered)
        if late and self.clocks is not None:
            self.clocks.remove(event.seat)
        self._wait_anew(event.seat)
        self.bot_run = BotRun(self.at)

    @follows(happened.HandedBack, happened.TakenOver)
    def _to_person(self, event: happened.HandedBack | happened.TakenOver) -> None:
        """With a full clock, if their time was out."""
        newcomer = event.sitter if isinstance(event, happened.TakenOver) else None
        self.places.hand_back(event.seat, newcomer)
        if self.clocks is not None:
            self.clocks.renew(event.seat)
            if newcomer is not None:
                self.clocks.stop(event.seat, 0)
        if newcomer is not None:
            self.take_back_question = self.draw_offer = None
        self._wait_anew(event.seat)

    def _wait_anew(self, seat: int) -> None:
        """Somebody else plays here from now on."""
        if seat in self.waited:
            self.waited[seat] = self.at

    @follows(happened.BotReplaced)
    def _bot_replaced(self, event: happened.BotReplaced) -> None:
        self.places.replace_bot(event.seat, event.level)

    @follows(happened.RematchWanted)
    def _rematch_wanted(self, event: happened.RematchWanted) -> None:
        self.rematch.append(self.places.person(event.seat))

    @follows(happened.Rematched)
    def _rematched(self, event: happened.Rematched) -> None:
        self.next_table = event.table

    @follows(happened.Said)
    def _said(self, event: happened.Said) -> None:
        self.moderation.said(event.person, event.kibitz, self.at)

    @follows(happened.Locked, happened.Muted, happened.Removed, happened.Slowed)
    def _ruled(self, event: Ruling) -> None:
        self.moderation.follow(event)

    @follows(happened.Closed)
    def _closed(self, _: happened.Closed) -> None:
        self.closed = True  # a finished game stays finished
        self.status = self._standing()
        self.waiting = []
        self.take_back_question = self.draw_offer = None

    def _standing(self) -> Status:
        """The status of a table where nobody plays."""
        return "over" if self.is_finished else "closed" if self.closed else "open"

    @follows(happened.WasPutAway)
    def _put_away(self, event: happened.WasPutAway) -> None:
        self.removal, self.status = event.removal, "closed"

    @follows(happened.Restored)
    def _restored(self, _: happened.Restored) -> None:
        self.removal, self.status = None, self._standing()

    @property
    def game(self) -> Referee:
        """The referee of a game that has started."""
        if self.referee is None:
            raise LogError("the game has not started")
        return self.referee

    def _look(self) -> None:
        """Ask the referee whom the table waits for, and whether the game is over."""
        referee = self.game
        self.waiting = referee.waiting()
        self.waited = {seat: self.waited.get(seat, self.at) for seat in self.waiting}
        if not self.waiting:
            self.ending = referee.ending()
            self.status = "over"
            self.under_wraps.clear()
            self.take_back_question = self.draw_offer = None


NOTHING_AGREED = Opened(game="", rules=0, seats=0, opener="", commitment="")
