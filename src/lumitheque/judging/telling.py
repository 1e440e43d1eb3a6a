"""An appraisal in sentences, in any language of the house; the words are in the catalogue `judging`."""

from typing import Any

import msgspec

from lumitheque.judging.shapes import Appraisal, Finding
from lumitheque.languages import Catalogue, fill

WORDS = Catalogue("judging")


class FindingTold(msgspec.Struct, frozen=True):
    """A finding, and what it means."""

    finding: Finding
    title: str
    sentence: str
    proposal: str | None  # what might be changed, where something is wrong


class AppraisalTold(msgspec.Struct, frozen=True):
    """A whole appraisal in words."""

    appraisal: Appraisal
    against: str  # what it is compared with
    summary: str
    unsettled: str | None  # how many questions are open
    level: str  # how sure all this is
    bots: str  # who played
    findings: list[FindingTold]


def tell_appraisal(appraisal: Appraisal, language: str) -> AppraisalTold:
    say = WORDS.words(language)["say"]
    found, still_open = len(appraisal.found), open_questions(appraisal)
    parts: dict[str, Any] = {"games": appraisal.games, "count": found}
    parts |= {"equal": appraisal.equal, "weak": appraisal.weak, "percent": round(100 * appraisal.error)}
    against = name_ours(appraisal, language)
    return AppraisalTold(
        appraisal,
        against,
        fill(say["wrong" if found else "sound" if appraisal.settled else "nothing"], language, parts),
        fill(say["unsettled"], language, {"count": still_open}) if still_open else None,
        fill(say["level"], language, parts),
        fill(say["bots"], language, parts),
        [tell_finding(one, appraisal, against, language) for one in appraisal.findings],
    )


def open_questions(appraisal: Appraisal) -> int:
    """About the whole game; single cards and rooms that are rarely met stay open for ever."""
    return sum(one.standing == "open" and not one.items for one in appraisal.findings)


def name_ours(appraisal: Appraisal, language: str) -> str:
    """What an appraisal is compared with."""
    say, ours = WORDS.words(language)["say"], appraisal.ours
    if not ours.built_in and ours.name:
        return ours.name
    told: str = say["usual" if appraisal.mine.sha256 == ours.sha256 else "ours"]
    return told


def tell_finding(finding: Finding, appraisal: Appraisal, against: str, language: str) -> FindingTold:
    words = WORDS.words(language)
    kind = words["kinds"][finding.kind]
    parts = {
        "subject": finding.subject,
        "against": against,
        "rate": percent(finding.figure.rate),
        "ours": percent(finding.ours.rate) if finding.ours else "–",
        "even": percent(1 / appraisal.seats),
    }
    is_found = finding.standing == "found"
    sentence = kind["found"] if is_found else words["say"][finding.standing]
    return FindingTold(
        finding,
        fill(kind["title"], language, parts),
        fill(sentence, language, parts),
        fill(kind["proposal"], language, parts) if is_found else None,
    )


def percent(share: float) -> int:
    return round(100 * share)
