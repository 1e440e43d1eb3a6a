"""Table: what follows from the log of a table."""

from array import array
from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from msgspec import Struct

from lumitheque.games import GameError
from lumitheque.referee import Referee
from lumitheque.tables import events as happened
from lumitheque.tables.clocks import Clocks
from lumitheque.tables.dealing import begin_game
from lumitheque.tables.events import Entry, Event, Opened
from lumitheque.tables.gestures import SecretGesture, made_so_far
from lumitheque.tables.keys import Keys
from lumitheque.tables.moderation import Moderation, Ruling
from lumitheque.tables.notes import Status, TableNote
from lumitheque.tables.noting import note_of
from lumitheque.tables.people import Actor
from lumitheque.tables.places import Place, Places


class LogError(GameError):
    """A log that cannot be followed: by other rules than these, or damaged."""


class Question(Struct):
    """Asked of all other people at the table."""

    seat: int  # who asks
    agreed: list[str]


class Table:
    """One table. It changes only by `evolve`."""

    __slots__ = (
        "_keys",
        "at",
        "clocks",
        "closed",
        "deciding",
        "decision_of",
        "draw_offer",
        "ending",
        "gestures",
        "given_until",
        "id",
        "moderation",
        "next_table",
        "opened_at",
        "places",
        "played_seq",
        "referee",
        "rematch",
        "removal",
        "secret_gestures",
        "seq",
        "status",
        "take_back_question",
        "terms",
        "turned_down",
        "under_wraps",
        "waiting",
    )

    def __init__(self, id: str) -> None:  # noqa: A002 (a table's id)
        self.id = id
        self.seq = self.at = self.opened_at = 0
        self.terms = NOTHING_AGREED
        self.status: Status = "open"
        self.places = Places(0)
        self.referee: Referee | None = None  # None until the game starts
        self.clocks: Clocks | None = None
        self.given_until = 0  # up to then the house has given back what it took
        self.waiting: list[int] = []  # the seats that may act now
        self.ending: dict[str, Any] | None = None
        self.gestures = array("i")  # the number of the first decision of every play
        self.secret_gestures: list[SecretGesture] = []
        self.deciding: tuple[int, ...] = ()  # the seats that have still to decide, while several decide in secret
        self.under_wraps: dict[int, int] = {}  # entries whose moves only their seat may know, and the seat
        self.played_seq = 0  # the last entry that made or took back a move
        self.decision_of: list[int] = []  # by seat: the last of them that changed what the seat has to decide
        self.take_back_question: Question | None = None
        self.draw_offer: Question | None = None
        self.turned_down: dict[tuple[str, int], int] = {}  # what a seat asked in vain, and after how many decisions
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
        """Events as the next entries of this log. A clock that was set back stands still."""
        at = max(now, self.at)
        return [Entry(seq, at, event, by, key) for seq, event in enumerate(events, self.seq + 1)]

    def evolve(self, entry: Entry) -> None:
        """Apply the next entry. LogError if it cannot be followed; the table is then of no more use."""
        if entry.seq != self.seq + 1:
            raise LogError(f"table {self.id}: entry {entry.seq} cannot follow entry {self.seq}")
        self.seq = entry.seq
        self.at = max(self.at, entry.at)
        if self.clocks is not None:
            self.clocks.run(self.waiting, self.at)
        try:
            self._HAPPENS[type(entry.event)](self, entry.event)
        except GameError as error:
            raise LogError(f"table {self.id}, entry {entry.seq}: {error}") from error
        if entry.key is not None:
            self._keys.note(entry.by, entry.key, self.seq)

    def answered(self, actor: Actor, key: str) -> int | None:
        """The last entry of a command that was accepted before, one of the latest; None if there was none."""
        return self._keys.find(actor, key)

    def note(self) -> TableNote:
        """What listings need."""
        return note_of(self)

    @property
    def is_finished(self) -> bool:
        """The game came to an end, so that nothing about it is secret any more; the table may be closed by now."""
        return self.ending is not None

    def deadline(self) -> int | None:
        """When the first clock that runs has run out."""
        return None if self.clocks is None else self.clocks.deadline(self.waiting)

    def moves(self) -> int:
        """Decisions made."""
        return 0 if self.referee is None else len(self.referee.decisions)

    # --- what happens ----------------------------------------------------------------------------------------------

    def _opened(self, event: Opened) -> None:
        self.terms = event
        self.opened_at = self.at
        self.places = Places(event.seats)

    def _sat(self, event: happened.Sat) -> None:
        self.places.change(event.seat, Place(event.sitter, event.nonce))

    def _left(self, event: happened.Left) -> None:
        self.places.change(event.seat, Place())

    def _started(self, event: happened.Started) -> None:
        self.referee = begin_game(self.terms, self.places.nonces(), event.chance)
        self.status = "playing"
        self.clocks = Clocks.of(self.terms.clock, self.terms.seats, self.at)
        self.decision_of = [self.seq] * self.terms.seats
        self._look()
        self._begin_secrets()

    def _played(self, event: happened.Played) -> None:
        referee, moves = self.game, event.moves or []
        self.gestures.append(len(referee.decisions))
        if event.chance:
            referee.tell_chance(event.chance)
        given = len(referee.chance())
        if event.chance or not referee.repeat_trial(event.seat, moves):
            for text in moves:
                referee.play(text, event.seat)
        if len(referee.chance()) - given != len(event.chance):
            raise LogError("the chance told is not what happens")
        if self.clocks is not None:
            self.clocks.played(event.seat)
        self.take_back_question = None
        if self.draw_offer is not None and self.draw_offer.seat != event.seat:
            self.draw_offer = None
        self._look()
        if self.deciding:
            self._decided_in_secret(event.seat, len(moves))
        self._decide_anew([event.seat] if self.deciding else range(self.terms.seats))
        self._begin_secrets()

    def _taken_back(self, event: happened.TakenBack) -> None:
        referee = self.game
        left = len(referee.decisions) - event.decisions
        concerned = self._concerned(event.seat, left)
        for _ in range(event.decisions):
            referee.take_back()
        referee.tell_chance([])  # what was told of what is undone
        while self.gestures and self.gestures[-1] >= left:
            self.gestures.pop()
        while self.secret_gestures and self.secret_gestures[-1].first >= left:
            self.deciding = self.secret_gestures.pop().deciding
        if self.clocks is not None:
            self.clocks.took_back(event.seat)
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
        """Where the table waits for several seats they decide in secret, until the last of them has decided."""
        if not self.deciding and len(self.waiting) > 1:
            self.deciding = tuple(self.waiting)

    def _decided_in_secret(self, seat: int, decisions: int) -> None:
        gesture = SecretGesture(seat, self.gestures[-1], decisions, self.seq, self.deciding)
        self.secret_gestures.append(gesture)
        self.under_wraps[self.seq] = seat
        self.deciding = tuple(one for one in self.deciding if one != seat)
        if not self.deciding:  # it is shown now; but not what was taken back before
            for gesture in self.secret_gestures:
                self.under_wraps.pop(gesture.seq, None)

    def _wrap_again(self) -> None:
        """Back in the middle of a secret decision: what the others decided in it is hidden again."""
        for gesture in made_so_far(self.secret_gestures, self.deciding):
            self.under_wraps[gesture.seq] = gesture.seat

    def _take_back_asked(self, event: happened.TakeBackAsked) -> None:
        self.take_back_question = Question(event.seat, [])

    def _take_back_answered(self, event: happened.TakeBackAnswered) -> None:
        question = self.take_back_question
        assert question is not None
        if event.agrees:
            question.agreed.append(self.places.person(event.seat))
        else:
            self.turned_down["take_back", question.seat] = self.moves()
            self.take_back_question = None

    def _draw_offered(self, event: happened.DrawOffered) -> None:
        self.draw_offer = Question(event.seat, [])
        self._agree_on_draw()

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

    def _resigned(self, event: happened.Resigned) -> None:
        self._lose("resigned", event.seat)

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

    def _time_given(self, event: happened.TimeGiven) -> None:
        self.given_until = max(self.given_until, event.until)
        if self.clocks is not None:
            self.clocks.give(self.waiting, event.ms)

    def _handed_to_bot(self, event: happened.HandedToBot) -> None:
        place = self.places[event.seat]
        for_good = event.asked_by in ("resigned", "time")
        self.places.change(event.seat, Place(place.sitter, place.nonce, event.level, for_good))

    def _handed_back(self, event: happened.HandedBack) -> None:
        place = self.places[event.seat]
        self.places.change(event.seat, Place(place.sitter, place.nonce))

    def _bot_replaced(self, event: happened.BotReplaced) -> None:
        self.places.replace_bot(event.seat, event.level)

    def _rematch_wanted(self, event: happened.RematchWanted) -> None:
        self.rematch.append(self.places.person(event.seat))

    def _rematched(self, event: happened.Rematched) -> None:
        self.next_table = event.table

    def _said(self, event: happened.Said) -> None:
        self.moderation.said(event.person, event.kibitz, self.at)

    def _ruled(self, event: Ruling) -> None:
        self.moderation.follow(event)

    def _closed(self, _: happened.Closed) -> None:
        self.closed = True  # and a game that came to its end stays one
        self.status = self._standing()
        self.waiting = []
        self.take_back_question = self.draw_offer = None

    def _standing(self) -> Status:
        """Of a table where nobody plays."""
        return "over" if self.is_finished else "closed" if self.closed else "open"

    def _put_away(self, event: happened.WasPutAway) -> None:
        self.removal, self.status = event.removal, "closed"

    def _restored(self, _: happened.Restored) -> None:
        self.removal, self.status = None, self._standing()

    @property
    def game(self) -> Referee:
        """The referee of a game that has started."""
        if self.referee is None:
            raise LogError("the game has not started")
        return self.referee

    def _look(self) -> None:
        """Whom the table waits for now, and whether it is over."""
        referee = self.game
        self.waiting = referee.waiting()
        if not self.waiting:
            self.ending = referee.ending()
            self.status = "over"
            self.under_wraps.clear()
            self.take_back_question = self.draw_offer = None

    _HAPPENS: ClassVar[dict[type, Callable[["Table", Any], None]]] = {
        Opened: _opened,
        happened.Sat: _sat,
        happened.Left: _left,
        happened.Started: _started,
        happened.Played: _played,
        happened.TakenBack: _taken_back,
        happened.TakeBackAsked: _take_back_asked,
        happened.TakeBackAnswered: _take_back_answered,
        happened.DrawOffered: _draw_offered,
        happened.DrawAnswered: _draw_answered,
        happened.Resigned: _resigned,
        happened.TimedOut: _timed_out,
        happened.TimeGiven: _time_given,
        happened.HandedToBot: _handed_to_bot,
        happened.HandedBack: _handed_back,
        happened.BotReplaced: _bot_replaced,
        happened.RematchWanted: _rematch_wanted,
        happened.Rematched: _rematched,
        happened.Said: _said,
        happened.Closed: _closed,
        happened.Locked: _ruled,
        happened.Muted: _ruled,
        happened.Removed: _ruled,
        happened.Slowed: _ruled,
        happened.WasPutAway: _put_away,
        happened.Restored: _restored,
    }


NOTHING_AGREED = Opened(game="", rules=0, seats=0, host="", commitment="")
