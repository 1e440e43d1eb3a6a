"""An appraisal in sentences, in any language of the house; the words are in the catalogue `judging`."""

from typing import Any

import msgspec

from lumitheque.games import find
from lumitheque.judging.gathering import Gathered, followers, gather, runs
from lumitheque.judging.shapes import Appraisal, Finding
from lumitheque.languages import Catalogue, fill

WORDS = Catalogue("judging")
MOST_NAMED = 12  # cards or rooms, or rows of them, in one sentence


class FindingTold(msgspec.Struct, frozen=True):
    """A finding, and what it means. Many of one kind are told as one: what it says of its `finding` holds for all."""

    finding: Finding
    subjects: list[str]  # all it is about, as the file names them
    title: str
    sentence: str
    proposal: str | None  # what might be changed, where something is wrong


class AppraisalTold(msgspec.Struct, frozen=True):
    """A whole appraisal in words. Every figure is in `appraisal`; `findings` is what people read."""

    appraisal: Appraisal
    against: str  # what it is compared with
    summary: str
    unsettled: str | None  # how many questions are open
    level: str  # how sure all this is
    bots: str  # who played
    findings: list[FindingTold]
    left_out: str | None  # what is wrong only because something else is, and is no finding of its own here


def tell_appraisal(appraisal: Appraisal, language: str) -> AppraisalTold:
    say = WORDS.words(language)["say"]
    following = followers(appraisal.findings)
    told = gather([one for one in appraisal.findings if one not in following])
    found, still_open = sum(one.finding.standing == "found" for one in told), open_questions(appraisal)
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
        [tell_finding(one, appraisal, against, language) for one in told],
        tell_left_out(following, language),
    )


def tell_left_out(following: list[Finding], language: str) -> str | None:
    words = WORDS.words(language)
    titles = " · ".join(fill(words["kinds"][one.kind]["title"], language, {"subject": ""}) for one in following)
    return fill(words["say"]["left_out"], language, {"titles": titles}) if titles else None


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


def tell_finding(gathered: Gathered, appraisal: Appraisal, against: str, language: str) -> FindingTold:
    words, finding = WORDS.words(language), gathered.finding
    names = [name_subject(subject, finding.kind, appraisal.game, language) for subject in gathered.subjects]
    kind = words["kinds"][finding.kind]
    if len(names) > 1:
        kind = kind["many"]
    parts = {
        "subject": list_names(names, language),
        "count": len(names),
        "game": appraisal.game,
        "against": against,
        "rate": percent(finding.figure.rate),
        "ours": percent(finding.ours.rate) if finding.ours else "–",
        "even": percent(1 / appraisal.seats),
    }
    is_found = finding.standing == "found"
    sentence = kind["found"] if is_found else words["say"][finding.standing]
    return FindingTold(
        finding,
        list(filter(None, gathered.subjects)),
        begin(fill(kind["title"], language, parts)),
        begin(fill(sentence, language, parts)),
        fill(kind["proposal"], language, parts) if is_found else None,
    )


def name_subject(subject: str, kind: str, game: str, language: str) -> str:
    """As people call it: a kind of pipe by its form and what is in it, all else by its name."""
    if kind != "card_never" or game != "fromages":
        return subject
    pieces = find(game).words(language)["pieces"]
    form, inside = subject.split()
    if inside == "0":
        return str(pieces[form])
    return f"{pieces[form]} ({pieces['clogged'] if inside == 'clogged' else pieces['cheese'] + ' ' + inside})"


def list_names(names: list[str], language: str) -> str:
    """As in: II-01 … II-39, III-07 and 3 more."""
    rows = runs(names)
    shown = ", ".join(row[0] if len(row) == 1 else f"{row[0]} … {row[-1]}" for row in rows[:MOST_NAMED])
    if rest := sum(map(len, rows[MOST_NAMED:])):
        return fill(WORDS.words(language)["say"]["more"], language, {"names": shown, "count": rest})
    return shown


def begin(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def percent(share: float) -> int:
    return round(100 * share)
