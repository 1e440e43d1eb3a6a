"""The judge: deals come in, in their order; each question is settled as soon as it can be, and then it is enough.

Batches may arrive in any order, from anywhere. They are counted in the order of their deals, and looked at after each:
so the same seed and the same number of deals give the same appraisal on any machine, however many play.
"""

import msgspec

from lumitheque.judging.bounds import Difference, Share
from lumitheque.judging.playing import BATCH, EQUAL, WEAK, BatchPlayed, DealPlayed, Sides
from lumitheque.judging.questions import ERROR, GRAVE, Question, questions
from lumitheque.judging.shapes import Appraisal, Figure, Finding, Party, Severity, Standing

LEAST = 200  # deals before it can be enough
FOUND_ENOUGH = 500  # deals after which it is enough if something is wrong, and nothing else looks so
HALF = 0.5  # of the error for the whole game, the rest for cards and rooms
ROOMY = 0.02  # a figure this far beyond its limit, and not known yet, is worth more games
SHOWN = 3  # cards or rooms of a kind that are told though nothing is wrong: the nearest to the limit


class Kept(msgspec.Struct, frozen=True):
    """All that is known after so many deals."""

    deals: int
    games: int
    mine: dict[str, tuple[int, float]]
    ours: dict[str, tuple[int, float]]
    apart: dict[str, list[float]]


class Judge:
    def __init__(self, sides: Sides, seed: str, most: int) -> None:
        self.sides, self.seed, self.most = sides, seed, most
        self.whole, self.items = questions(sides)
        share = HALF if self.items else 1.0
        self._errors = {one.key: ERROR * share / len(self.whole) for one in self.whole}
        self._errors |= {one.key: ERROR * (1 - share) / len(self.items) for one in self.items}
        self._mine: dict[str, Share] = {key: Share() for key in self._errors}
        self._ours: dict[str, Share] = {key: Share() for key in self._errors}
        self._apart = {one.key: Difference(self._errors[one.key]) for one in self.whole if one.apart is not None}
        self._waiting: dict[int, BatchPlayed] = {}
        self._next = 0
        self.deals = self.games = 0
        self.is_settled = self._has_found = False

    @property
    def is_enough(self) -> bool:
        return self.is_settled or self._has_found or self.deals >= self.most

    def see(self, played: BatchPlayed) -> bool:
        """Take a batch in; return whether it is enough."""
        self._waiting[played.number] = played
        while not self.is_enough and self._next in self._waiting:
            for deal in self._waiting.pop(self._next).deals:
                self.count(deal)
            self._next += 1
        return self.is_enough

    def count(self, deal: DealPlayed) -> None:
        """Take the next deal in; every so often it is asked whether that is enough."""
        self.deals, self.games = self.deals + 1, self.games + deal.games
        for key, sample in deal.mine.items():
            if key in self._mine:
                self._mine[key].add(sample)
        for key, sample in deal.ours.items():
            if key in self._ours:
                self._ours[key].add(sample)
        for key, apart in self._apart.items():
            if key in deal.mine and key in deal.ours:
                apart.add(deal.mine[key] - deal.ours[key])
        if self.deals % BATCH == 0:
            self._look()

    # --- to go on another time ---------------------------------------------------------------------------------------

    def kept(self) -> Kept:
        return Kept(
            self.deals,
            self.games,
            {key: (share.number, share.total) for key, share in self._mine.items() if share.number},
            {key: (share.number, share.total) for key, share in self._ours.items() if share.number},
            {key: apart.samples for key, apart in self._apart.items()},
        )

    def resume(self, kept: Kept) -> None:
        """Go on from there, before any deal is counted."""
        self.deals, self.games, self._next = kept.deals, kept.games, kept.deals // BATCH
        for known, shares in ((kept.mine, self._mine), (kept.ours, self._ours)):
            shares.update({key: Share(*numbers) for key, numbers in known.items() if key in shares})
        for key, samples in kept.apart.items():
            for sample in samples:
                self._apart[key].add(sample)

    # --- what is known ---------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Whether every question about the whole game has its answer, or something is wrong; and whether nothing else
        looks bad that more games might find."""
        if self.deals < LEAST:
            return
        standings = {question.key: self._standing(question) for question in (*self.whole, *self.items)}
        if any(standings[one.key] == "open" and self._looks_bad(one) for one in (*self.whole, *self.items)):
            return
        self.is_settled = all(standings[question.key] != "open" for question in self.whole)
        self._has_found = self.deals >= FOUND_ENOUGH and "found" in standings.values()

    def _looks_bad(self, question: Question) -> bool:
        share, sign = self._mine[question.key], 1 if question.above else -1
        if not share.number:
            return False
        if question.apart is not None and sign * (self._apart[question.key].mean - question.apart) <= 0:
            return False
        return question.limit is None or sign * (share.rate - question.limit) > ROOMY

    def _standing(self, question: Question) -> Standing:
        known = [self._passes(question)]
        if question.apart is not None:
            known.append(self._passes_ours(question))
        if "fine" in known:
            return "fine"
        return "open" if "open" in known else "found"

    def _passes(self, question: Question) -> Standing:
        """Whether the figure itself is known to be beyond its limit."""
        if question.limit is None:
            return "found"  # only the distance from ours counts
        share, error = self._mine[question.key], self._errors[question.key]
        if not share.number or not share.is_refuted(question.limit, error):
            return "open"
        return "found" if (share.rate > question.limit) == question.above else "fine"

    def _passes_ours(self, question: Question) -> Standing:
        assert question.apart is not None and question.clear is not None
        low, high = self._apart[question.key].interval()
        if question.above:
            return "found" if low > question.apart else "fine" if high < question.clear else "open"
        return "found" if high < question.apart else "fine" if low > question.clear else "open"

    # --- what is handed over ---------------------------------------------------------------------------------------

    def appraisal(self) -> Appraisal:
        """What is known now; may be asked for at any time."""
        terms = self.sides.mine
        findings = [self._finding(question) for question in self.whole] + self._told_items()
        order: dict[str, int] = {"found": 0, "open": 1, "fine": 2}
        findings.sort(key=lambda one: (order[one.standing], one.severity != "grave"))
        return Appraisal(
            game=terms.game,
            rules=terms.rules,
            seats=terms.seats,
            mine=party(self.sides, mine=True),
            ours=party(self.sides, mine=False),
            seed=self.seed,
            equal=EQUAL,
            weak=WEAK,
            error=ERROR,
            deals=self.deals,
            most=self.most,
            games=self.games,
            settled=self.is_settled,
            findings=findings,
        )

    def _told_items(self) -> list[Finding]:
        """Every card or room that is found wanting; of the others of its kind the few that are nearest to it."""
        told: list[Finding] = []
        for kind in dict.fromkeys(question.kind for question in self.items):
            findings = [self._finding(question) for question in self.items if question.kind == kind]
            told += [one for one in findings if one.standing == "found"]
            others = [one for one in findings if one.standing != "found" and one.figure.games]
            others.sort(key=lambda one: abs(one.figure.rate - (one.limit or 0.0)))
            told += [msgspec.structs.replace(one, items=len(findings)) for one in others[:SHOWN]]
        return told

    def _finding(self, question: Question) -> Finding:
        standing, error = self._standing(question), self._errors[question.key]
        severity: Severity = "none"
        if standing == "found":
            severity = "grave" if question.kind in GRAVE else "slight"
        apart = self._apart.get(question.key)
        return Finding(
            question.kind,
            question.subject,
            standing,
            severity,
            figure_of(self._mine[question.key], error),
            question.limit,
            figure_of(self._ours[question.key], error) if self._ours[question.key].number else None,
            Figure(apart.mean, *apart.interval(), apart.number) if apart and apart.number else None,
        )


def figure_of(share: Share, error: float) -> Figure:
    return Figure(share.rate, *share.interval(error), share.number)


def party(sides: Sides, mine: bool) -> Party:
    terms = sides.mine if mine else sides.ours
    note = terms.edition
    if note is None:
        return Party(None, None, terms.options, built_in=True)
    return Party(note.name, note.sha256, terms.options, built_in=note.text is None)
