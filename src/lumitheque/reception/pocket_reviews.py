"""PocketReviews: reviews of finished games, computed by the device that they were played on.

Like PocketHouse it keeps nothing itself and has no clock. The caller brings what was kept of a review before anybody
asks for it, searches as long as somebody looks (`wanted`, `advance`), and keeps what `written` says. The searches are
those of a house: the same record, simulations and seed give the same bytes.
"""

import hashlib

import msgspec
from msgspec import Struct

from lumitheque.games import find
from lumitheque.reception.reviews import BROUGHT, ReviewAnswer, is_current
from lumitheque.referee import GameRecord, write_record
from lumitheque.reviews.parts import Part
from lumitheque.reviews.reviewing import VERSION, Plan, Reviewing, standard_simulations
from lumitheque.reviews.searching import Searcher
from lumitheque.reviews.shapes import Review

BROUGHT_HERE = f"d-{BROUGHT}"  # how the names of records begin that were brought to this device
FEWER = 8  # times fewer simulations than in a house, unless more are asked for: a telephone has one slow thread
LOOKED = 8_000  # milliseconds for which a look lasts: the page asks again and again, unless it goes on elsewhere


class KeptReview(Struct):
    """What a device keeps of a review, done or not."""

    subject: str  # a table's id, or the name of a record that was brought
    version: int  # of the reviewer
    fewer: int  # so many times fewer simulations than in a house
    record: GameRecord | None = None  # of one that was brought
    percent: int = 0
    parts: list[Part] = []  # made so far; none once it is done
    review: Review | None = None


class UnderWay:
    """A review of which parts are still to be made."""

    def __init__(self, kept: KeptReview, record: GameRecord) -> None:
        self.subject, self.game = kept.subject, record.game
        standard = standard_simulations(find(record.game), record.seats)
        plan = Plan(simulations=max(1, standard // kept.fewer), known=True)
        self.reviewing = Reviewing(record, plan, kept.parts)
        self.searcher = Searcher(find(record.game), record.seats)


class PocketReviews:
    def __init__(self) -> None:
        self._kept: dict[str, KeptReview | None] = {}  # what is known of each that was brought
        self._records: dict[str, GameRecord] = {}
        self._failed: set[str] = set()
        self._under_way: UnderWay | None = None
        self._looked: tuple[str, int] | None = None  # at which one, and when

    # --- what the caller keeps ---------------------------------------------------------------------------------------

    def holds(self, subject: str) -> bool:
        """Whether it is known what was kept of it; else it must be brought before it is asked for."""
        return subject in self._kept

    def bring(self, subject: str, text: str | None) -> None:
        """What was kept before; what another version computed is left aside."""
        kept = None if text is None else msgspec.json.decode(text, type=KeptReview)
        if kept is not None and (kept.version != VERSION or (kept.review is not None and not is_current(kept.review))):
            kept = None
        self._kept[subject] = kept

    def written(self, subject: str) -> str | None:
        """What must be kept of it; None: nothing."""
        kept, work = self._kept.get(subject), self._under_way
        if kept is None:
            return None
        if work is not None and work.subject == subject:
            kept.parts = work.reviewing.parts
        text = msgspec.json.encode(kept)
        return text if isinstance(text, str) else text.decode()  # JavaScript has texts only

    # --- what is asked -----------------------------------------------------------------------------------------------

    def wish(self, subject: str, record: GameRecord, brought: bool, thorough: bool) -> None:
        """Have a review computed, unless it is done or on its way as it is wished."""
        kept, fewer = self._kept.get(subject), 1 if thorough else FEWER
        if kept is None or kept.fewer > fewer or subject in self._failed:
            self.call_off(subject)
            self._kept[subject] = KeptReview(subject, VERSION, fewer, record if brought else None)

    def call_off(self, subject: str) -> None:
        self._kept[subject] = None
        self._failed.discard(subject)
        if self._under_way is not None and self._under_way.subject == subject:
            self._under_way = None

    def look(self, subject: str, record: GameRecord | None, now: int) -> ReviewAnswer:
        """How far it is; from now on it is computed for a while."""
        kept = self._kept.get(subject)
        if kept is None:
            return ReviewAnswer(subject, "none")
        self._looked = (subject, now)
        whole = record or kept.record
        if whole is not None:
            self._records[subject] = whole
        answer = ReviewAnswer(subject, "working", kept.percent, yours=True, fewer=kept.fewer, record=kept.record)
        if kept.review is not None:
            answer.standing, answer.review = "done", kept.review
        elif subject in self._failed:
            answer.standing, answer.percent = "failed", 0
        return answer

    # --- searching ---------------------------------------------------------------------------------------------------

    def wanted(self, now: int) -> UnderWay | None:
        """The review that somebody looks at and that is not done; the caller may now `advance` it."""
        if self._looked is None or now - self._looked[1] > LOOKED:
            return None
        subject = self._looked[0]
        kept, record = self._kept.get(subject), self._records.get(subject)
        if kept is None or record is None or kept.review is not None or subject in self._failed:
            return None
        if self._under_way is None or self._under_way.subject != subject:
            self._under_way = UnderWay(kept, record)
        return self._under_way

    def advance(self, work: UnderWay) -> bool:
        """Make one part, or put all together; True if something is left to do."""
        kept, todo = self._kept.get(work.subject), work.reviewing.todo()
        if kept is None:
            return False
        if todo:
            work.reviewing.add(work.reviewing.make(work.searcher, todo[0]))
            made, of = work.reviewing.progress
            kept.percent = min(99, 100 * made // max(1, of))
            return True
        kept.review, kept.percent, kept.parts = work.reviewing.finish(), 100, []
        self._under_way = None
        return False

    def fail(self, subject: str) -> None:
        """Its search broke off, which is a fault of ours: it is told, and may be tried again."""
        self._failed.add(subject)
        self._under_way = None


def name_here(record: GameRecord) -> str:
    """What a record is called that was brought to this device: whoever brings the same one finds its review."""
    return BROUGHT_HERE + hashlib.sha256(write_record(record).encode()).hexdigest()[:32]
