"""JudgeWork: what bots say of somebody's board or deck, deal by deal, as patient work beside reviews.

It is kept where reviews are kept, under a name of its own: the order in place of a record, and what is known so far in
place of a review's parts. So it is held, renewed, taken up again after a kill, and forgotten as they are.
"""

import hashlib
import time
import zlib

import msgspec

from lumitheque.games import find
from lumitheque.games.edition import read_edition
from lumitheque.games.game import Value
from lumitheque.judging.judge import Judge, Kept
from lumitheque.judging.opening import DEALS, sides_of
from lumitheque.judging.playing import play_deal
from lumitheque.judging.shapes import VERSION, Appraisal
from lumitheque.referee.checking import game_seed
from lumitheque.storage import StoredReview

JUDGED = "j-"  # how the names of appraisals begin: no table and no review has such a name
PIECE = 0.25  # seconds after which bots may have their turn
SEED = "0" * 32


class JudgeOrder(msgspec.Struct, frozen=True):
    """What is to be judged. Nobody's name is in it: whoever has the same drawing has the same appraisal."""

    game: str
    rules: int
    seats: int
    options: dict[str, Value]
    text: str

    @property
    def name(self) -> str:
        about = (VERSION, self.game, self.rules, self.seats, sorted(self.options.items()), self.text, DEALS)
        return JUDGED + hashlib.sha256(msgspec.json.encode(about)).hexdigest()[:32]

    def pack(self) -> bytes:
        return zlib.compress(msgspec.json.encode(self))


class Tried(msgspec.Struct, frozen=True):
    """What is kept of an appraisal that is not done: to go on from, and to be shown."""

    version: int
    kept: Kept
    appraisal: Appraisal


def order_of(held: StoredReview) -> JudgeOrder:
    assert held.record is not None
    return msgspec.json.decode(zlib.decompress(held.record), type=JudgeOrder)


def tried_of(parts: bytes | None) -> Tried | None:
    """None if nothing was played yet, or another version did it."""
    if parts is None:
        return None
    try:
        found = msgspec.json.decode(zlib.decompress(parts), type=Tried)
    except msgspec.ValidationError:
        return None
    return found if found.version == VERSION else None


class JudgeWork:
    """An appraisal under way. Its methods run in a thread, one after the other."""

    def __init__(self, order: JudgeOrder, begun: bytes | None) -> None:
        game = find(order.game)
        edition = read_edition(game, order.text, "edition", hashlib.sha256(order.text.encode()).hexdigest()[:12])
        self._sides = sides_of(game, order.seats, order.options, edition)
        self._judge = Judge(self._sides, SEED, DEALS)
        if (tried := tried_of(begun)) is not None:
            self._judge.resume(tried.kept)

    @property
    def percent(self) -> int:
        return min(99, 100 * self._judge.deals // self._judge.most)

    def advance(self) -> bool:
        """Play for a moment; True if it is enough."""
        end, judge = time.monotonic() + PIECE, self._judge
        while not judge.is_enough:
            judge.count(play_deal(self._sides, game_seed(SEED, judge.deals), judge.deals))
            if time.monotonic() >= end:
                break
        return judge.is_enough

    def parts(self) -> bytes:
        return zlib.compress(msgspec.json.encode(Tried(VERSION, self._judge.kept(), self._judge.appraisal())), 1)

    def done(self) -> bytes:
        return zlib.compress(msgspec.json.encode(self._judge.appraisal()))
