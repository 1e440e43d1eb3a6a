"""The judge: intervals that hold, questions that are settled, the same findings wherever and in whatever order."""

import os
import random
from collections.abc import Sequence

import msgspec
import pytest

from judged_editions import PLANTED, SOUND, Planted, judged
from lumitheque.games import GameError, find
from lumitheque.games.edition import load_edition
from lumitheque.judging.bounds import Difference, Share
from lumitheque.judging.gathering import FOLLOWS
from lumitheque.judging.judge import Judge
from lumitheque.judging.opening import sides_of
from lumitheque.judging.playing import BATCH, BatchPlayed, DealPlayed, Playing, Sides, batches
from lumitheque.judging.questions import questions
from lumitheque.judging.shapes import Appraisal, Figure, Finding, Severity
from lumitheque.judging.telling import tell_appraisal

EVERYTHING = bool(os.environ.get("LUMITHEQUE_TEST_ALL"))
SEED = "0" * 32
FEW = 30  # deals: enough for what is wrong in every game


def usual(game: str, seats: int = 2) -> Sides:
    return sides_of(find(game), seats, {})


def made_up(first: float, deals: int, seed: int, also: dict[str, float] | None = None) -> list[BatchPlayed]:
    """Deals that nobody played: how often whoever begins wins, against every second time with ours."""
    dice = random.Random(seed)
    played = []
    for number in range(deals // BATCH):
        some = []
        for _ in range(BATCH):
            chance = dice.random()
            mine, ours = float(chance < first), float(chance < 0.5)
            some.append(
                DealPlayed(
                    {"order:1": mine, "order:2": 1 - mine, "long": 0.0, "short": 0.0, "drawn": 0.0, "strength": 0.9}
                    | (also or {}),
                    {"order:1": ours, "order:2": 1 - ours, "drawn": 0.0, "strength": 0.9},
                    2,
                )
            )
        played.append(BatchPlayed(str(number), number, some))
    return played


def appraise(sides: Sides, played: Sequence[BatchPlayed], most: int) -> Appraisal:
    judge = Judge(sides, SEED, most)
    for batch in played:
        if judge.see(batch):
            break
    return judge.appraisal()


def kinds(findings: Sequence[Finding]) -> set[tuple[str, str]]:
    return {(one.kind, one.subject) for one in findings}


# --- intervals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rate", [0.02, 0.5, 0.9])
def test_a_share_misses_the_truth_as_rarely_as_it_says_however_often_one_looks(rate: float) -> None:
    dice, missed, runs = random.Random(1), 0, 200
    for _ in range(runs):
        share = Share()
        for _ in range(300):
            share.add(float(dice.random() < rate))
            if share.is_refuted(rate, 0.05):
                missed += 1
                break
    assert missed <= runs * 0.05 + 8  # 8: four times what chance adds


def test_an_interval_is_around_the_mean_and_grows_narrow() -> None:
    few, many = Share(10, 4.0), Share(1000, 400.0)
    for share in (few, many):
        low, high = share.interval(0.05)
        assert 0 <= low < share.rate < high <= 1
        assert not share.is_refuted(low + 1e-6, 0.05) and share.is_refuted(low - 1e-6, 0.05)
    assert many.interval(0.05)[1] - many.interval(0.05)[0] < 0.15 < few.interval(0.05)[1] - few.interval(0.05)[0]
    assert Share().interval(0.05) == (0.0, 1.0)
    assert Share(50, 0.0).interval(0.05)[0] == 0.0 and Share(50, 50.0).interval(0.05)[1] == 1.0


def test_a_difference_that_is_always_the_same_is_soon_known() -> None:
    apart = Difference(0.01)
    for _ in range(200):
        apart.add(0.25)
    low, high = apart.interval()
    assert low < 0.25 < high and high - low < 0.2 and apart.mean == pytest.approx(0.25)


# --- the judge --------------------------------------------------------------------------------------------------------


def test_what_is_even_is_left_alone_and_what_is_not_is_found() -> None:
    sides = usual("galax")
    even = appraise(sides, made_up(0.5, 2000, 1), 2000)
    assert even.found == [] and even.settled and even.deals < 2000
    uneven = appraise(sides, made_up(0.7, 2000, 2), 2000)
    assert kinds(uneven.found) == {("order", "1")} and uneven.deals < 2000


def test_the_level_is_kept() -> None:
    """Of many sound games hardly one is found wanting."""
    wrong = sum(bool(appraise(usual("galax"), made_up(0.5, 600, seed), 600).found) for seed in range(30))
    assert wrong <= 3


def test_batches_in_any_order_and_a_pause_change_nothing() -> None:
    sides, played = usual("galax"), made_up(0.62, 1000, 3)
    judge = Judge(sides, SEED, 1000)
    mixed = played[:]
    random.Random(4).shuffle(mixed)
    for batch in mixed:
        judge.see(batch)
    assert judge.appraisal() == appraise(sides, played, 1000)

    first, second = Judge(sides, SEED, 1000), Judge(sides, SEED, 1000)
    for batch in played[:20]:
        first.see(batch)
    second.resume(first.kept())
    for batch in played[20:]:
        second.see(batch)
    assert second.appraisal() == judge.appraisal()


def test_it_goes_on_while_a_card_looks_bad() -> None:
    """All else is settled, but a card that always wins is not known yet."""
    sides = usual("luminis")
    played = made_up(0.5, 1500, 5, {"blocked": 0.0})
    for batch in played:
        for number, deal in enumerate(batch.deals):
            if number == 0:
                deal.mine["card_wins:II-14"] = 1.0
        for deal in batch.deals:
            deal.ours["blocked"] = 0.0
    appraisal = appraise(sides, played, 1500)
    assert kinds(appraisal.found) == {("card_wins", "II-14")}
    (found,) = appraisal.found
    assert found.severity == "grave" and found.figure.low > 0.85 and found.figure.rate == 1.0


# --- what is told -----------------------------------------------------------------------------------------------------


def wanting(kind: str, subject: str = "", rate: float = 0.0, limit: float = 0.1, low: float = 0.0) -> Finding:
    severity: Severity = "grave" if kind in ("blocked", "starved", "strength", "card_wins") else "slight"
    return Finding(kind, subject, "found", severity, Figure(rate, low, rate, 400), limit, None)


def appraisal_with(game: str, findings: list[Finding]) -> Appraisal:
    one = Judge(sides_of(find(game), None, {}, load_edition(find(game))), SEED, 100).appraisal()
    return msgspec.structs.replace(one, findings=findings, deals=500, games=1500)


def test_many_cards_are_told_as_one_and_every_figure_stays() -> None:
    names = [f"II-{number:02}" for number in range(1, 40)] + ["III-01", "III-02", "III-07"]
    findings = [wanting("card_never", name, rate=0.04 if name == "III-07" else 0.0) for name in names]
    appraisal = appraisal_with("luminis", [*findings, wanting("card_wins", "I-03", 0.97, 0.85, 0.9)])
    told = tell_appraisal(appraisal, "en")
    many, single = told.findings
    assert (
        "42 cards are used in at most 4 %" in many.sentence and "II-01 … II-39, III-01, III-02, III-07" in many.sentence
    )
    assert many.subjects == names and many.finding.subject == "III-07", "the nearest to the limit speaks for all"
    assert single.subjects == ["I-03"] and "Whoever builds I-03 wins 97 %" in single.sentence
    assert told.summary.startswith("2 findings") and told.left_out is None
    assert told.appraisal.findings == appraisal.findings
    assert "42 cartes ne servent que dans 4 % au plus" in tell_appraisal(appraisal, "fr").findings[0].sentence


def test_a_few_cards_are_told_one_by_one() -> None:
    told = tell_appraisal(
        appraisal_with("luminis", [wanting("card_never", "II-14"), wanting("card_never", "II-29")]), "fr"
    )
    assert [one.subjects for one in told.findings] == [["II-14"], ["II-29"]]


def test_names_that_do_not_follow_each_other_are_counted_at_last() -> None:
    findings = [wanting("card_never", f"I-{number:02}") for number in range(1, 60, 2)]
    (told,) = tell_appraisal(appraisal_with("luminis", findings), "en").findings
    assert "I-01, I-03" in told.sentence and told.sentence.endswith("I-23 and 18 more.")


def test_what_follows_from_something_graver_is_left_out() -> None:
    findings = [
        wanting("blocked", rate=1.0, low=0.98),
        wanting("strength"),
        wanting("long", rate=0.9, limit=0.5, low=0.85),
    ]
    told = tell_appraisal(appraisal_with("luminis", [*findings, wanting("card_never", "II-14")]), "en")
    assert [one.finding.kind for one in told.findings] == ["blocked", "card_never"]
    assert told.left_out == "Left out, because it follows from that: Strong beats weak · Much longer."
    rarely = [wanting("blocked", rate=0.3, low=0.2), *findings[1:]]
    told = tell_appraisal(appraisal_with("luminis", rarely), "en")
    assert len(told.findings) == 3 and told.left_out is None


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", ["lumens", "luminis", "fromages"])
@pytest.mark.parametrize("rate", [0.0, 0.07, 1.0])
def test_every_finding_has_its_sentence(game: str, rate: float, language: str) -> None:
    """One of a kind and many of it: nothing is left to be filled in."""
    whole, items = questions(sides_of(find(game), None, {}, load_edition(find(game))))
    for few in (items[:1], items):
        findings = [wanting(one.kind, one.subject, rate) for one in (*whole, *few)]
        for told in tell_appraisal(appraisal_with(game, findings), language).findings:
            assert told.proposal
            for text in (told.title, told.sentence, told.proposal):
                assert text[0] == text[0].upper() and not set("{}#_") & set(text), text


# --- real games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["deck_that_cannot_connect", "pipes_without_cheese"])
def test_what_is_broken_is_found_in_a_few_games(name: str) -> None:
    case = PLANTED[name]
    appraisal = judged(case, FEW)
    assert is_found(case, appraisal), appraisal.found
    for language in ("fr", "en"):
        told = tell_appraisal(appraisal, language)
        first = told.findings[0]
        wrong = {one.finding.kind for one in told.findings if one.finding.standing == "found"}
        assert not wrong & FOLLOWS[first.finding.kind]
        assert first.proposal and "{" not in first.sentence + first.title + first.proposal + told.summary


def test_a_sound_palace_is_left_alone_and_comes_out_the_same_again() -> None:
    case = SOUND["turned_palace"]
    appraisal = judged(case, FEW)
    assert appraisal.found == [] and not appraisal.settled and appraisal.deals == FEW
    again = judged(case, FEW)
    assert again == appraisal
    assert judged(case, FEW, "1".zfill(32)) != appraisal


def test_house_rules_are_judged_against_the_usual_ones() -> None:
    sides = sides_of(find("fromages"), None, {"rounds": 1})
    assert sides.mine.options["rounds"] == 1 and sides.ours.options["rounds"] == 4
    (batch,) = batches(sides, BATCH, SEED)
    judge = Judge(sides, SEED, BATCH)
    judge.see(Playing(sides)(batch))
    short = next(one for one in judge.appraisal().findings if one.kind == "short")
    assert short.figure.rate == 1.0


def test_a_number_of_players_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(GameError, match="2 to 4 players"):
        sides_of(find("lumens"), 7, {})


@pytest.mark.skipif(not EVERYTHING, reason="a quarter of an hour")
@pytest.mark.parametrize("name", [*PLANTED, *SOUND])
def test_every_edition_is_judged_as_it_should_be(name: str) -> None:
    case = PLANTED.get(name) or SOUND[name]
    appraisal = judged(case)
    assert is_found(case, appraisal) if isinstance(case, Planted) else appraisal.found == []


def is_found(case: Planted, appraisal: Appraisal) -> bool:
    return any(
        one.kind in case.kinds and (not case.subjects or one.subject in case.subjects) for one in appraisal.found
    )
