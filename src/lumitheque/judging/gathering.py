"""What is told as one, and what is not told: an appraisal holds every figure, people read what they can act upon."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from lumitheque.judging.shapes import Finding

MANY = 4  # cards or rooms of which the same is found are told in one sentence
ITEMS = frozenset({"room", "card_never", "card_first", "card_wins"})  # kinds that are asked of every card or room
MOSTLY = 0.5  # what is known to happen in more games than that colours the rest of an appraisal
FOLLOWS = {  # games that get stuck are long or short, poor and decided by luck; without points victories are shared
    "blocked": frozenset({"long", "short", "starved", "lavish", "spread", "drawn", "strength"}),
    "starved": frozenset({"spread", "drawn", "strength"}),
}
RUN = 3  # names in a row that are told as "II-01 … II-03"
NUMBERED = re.compile(r"(.*?)(\d+)")


class Gathered(NamedTuple):
    """One finding; or many of one kind, for which the one speaks that is nearest to its limit."""

    finding: Finding
    subjects: tuple[str, ...]


def followers(findings: Sequence[Finding]) -> list[Finding]:
    """What something graver brings about by itself, because that happens in most games."""
    causes = [one for one in findings if one.standing == "found" and one.figure.low > MOSTLY]
    explained = frozenset[str]().union(*(FOLLOWS.get(one.kind, ()) for one in causes))
    return [one for one in findings if one.standing == "found" and one.kind in explained]


def gather(findings: Sequence[Finding]) -> list[Gathered]:
    """The same in their order, many alike in the place of the first of them."""
    alike = {kind: [one for one in findings if one.standing == "found" and one.kind == kind] for kind in ITEMS}
    gathered: list[Gathered] = []
    for one in findings:
        same = alike.get(one.kind, []) if one.standing == "found" else []
        if len(same) < MANY:
            gathered.append(Gathered(one, (one.subject,)))
        elif one is same[0]:
            gathered.append(Gathered(min(same, key=from_limit), tuple(each.subject for each in same)))
    return gathered


def from_limit(finding: Finding) -> float:
    return abs(finding.figure.rate - (finding.limit or 0.0))


def runs(names: Sequence[str]) -> list[list[str]]:
    """Names that are numbered in a row together, of three and more; all others alone."""
    rows: list[list[str]] = []
    for name in names:
        if rows and is_next(rows[-1][-1], name):
            rows[-1].append(name)
        else:
            rows.append([name])
    return [run for row in rows for run in ([row] if len(row) >= RUN else [[name] for name in row])]


def is_next(one: str, other: str) -> bool:
    before, after = NUMBERED.fullmatch(one), NUMBERED.fullmatch(other)
    if before is None or after is None:
        return False
    return before[1] == after[1] and int(before[2]) + 1 == int(after[2])
