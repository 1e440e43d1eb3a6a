"""What the reports read off records and results: on small ones made by hand, where the answer is known."""

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from lumitheque.arena.match import Result
from lumitheque.referee import GameRecord, read_record
from source_tree import ROOT

sys.path.append(str(ROOT))

from scripts.reporting import fromages, lumens, luminis, numbers, pawns, studies
from scripts.reporting.gathering import Played, shares_from, turns_by_seat
from scripts.reporting.numbers import NO, OPEN, YES, Rate

FINISHED = ROOT / "tests" / "finished"


def recorded(
    game: str, moves: Sequence[tuple[int, str]], chance: Sequence[tuple[str, object]], **options: str
) -> GameRecord:
    seats = 1 + max(seat for seat, _ in moves)
    return GameRecord(game=game, rules=1, seats=seats, options=dict(options), chance=list(chance), moves=list(moves))


def played(record: GameRecord, winners: tuple[int, ...] = (0,), number: int = 0) -> Played:
    result = Result(
        id=f"{number}",
        game=record.game,
        rules=1,
        seats=record.seats,
        options=record.options,
        edition=None,
        number=number,
        deal=f"{number}",
        players=("a",) * record.seats,
        points=(0.0,) * record.seats,
        winners=winners,
        reason="",
        plies=len(record.moves),
        turns=(0,) * record.seats,
        seconds=(0.0,) * record.seats,
    )
    return Played(result, record)


# --- pawns -----------------------------------------------------------------------------------------------------------

SIRIUS = [
    (0, "a8=T"), (1, "a3=T"),  # the set-up does not count
    (1, "b3-b4"), (0, "c8-c7"),
    (1, "b4xc5"), (0, "d8xc7"), (1, "e8xd9"),
    (0, "huff c4"), (0, "b2-b1"),  # brown takes one, and is first on its far row
    (1, "f9-f10"), (0, "b1-b2"),
]  # fmt: skip


def test_the_first_champion_of_sirius() -> None:
    story = pawns.tell(recorded("sirius", SIRIUS, [("white", 1)]))
    assert story.white == 1 and story.half_turns == 8 and story.huffs == 1
    assert story.crowning == pawns.Crowning(seat=0, half_turn=6, lead=0)  # took one and huffed one; lost two


def test_rows_belong_to_sides() -> None:
    """A step onto the own first row makes no champion."""
    moves = [(1, "b2-b1"), (0, "c9-c10"), (1, "b1-b2"), (0, "c10-c9")]
    assert pawns.tell(recorded("sirius", moves, [("white", 1)])).crowning is None
    assert pawns.tell(recorded("sirius", moves, [("white", 0)])).crowning == pawns.Crowning(1, 1, 0)


def test_takings_of_galax() -> None:
    """Several moves of a side in a row are one half-turn; a taking is a move of its own there."""
    moves = [(0, "c4-d5"), (0, "xd6"), (0, "xe6"), (1, "a8-a7"), (0, "d9-d10"), (0, "b1-b2"), (1, "a7-a6")]
    story = pawns.tell(recorded("galax", moves, [("white", 0)], captures="by_hand"))
    assert story == pawns.Story(0, 4, pawns.Crowning(0, 3, 2))
    unwritten = pawns.tell(recorded("galax", moves, [("white", 0)], captures="automatic")).crowning
    assert unwritten and unwritten.lead is None


def test_champions_summed_up() -> None:
    record = recorded("sirius", SIRIUS, [("white", 1)])
    told = pawns.sum_up([played(record, (0,), 0), played(record, (0, 1), 1)])
    assert told.games == 2 and told.drawn.rate == 0.5 and told.white.rate == 0.25
    assert told.first and told.first.rate == 0.75 and told.first_not_ahead and told.first_not_ahead.trials == 2
    assert told.share and told.share.mean == 75 and told.after and told.after.mean == 2


# --- Luminis ---------------------------------------------------------------------------------------------------------

LUMINIS = [
    (0, "pile 1"), (1, "pile 2"),
    (0, "draw 1"), (1, "build I-04@0"),
    (0, "build II-07@-1"), (0, "discard I-05>2"), (0, "discard I-06>1"), (0, "name P2"), (1, "steal P1"),
    (1, "draw 2"), (1, "drop I-09>1"), (0, "spire IV-03@0"),
]  # fmt: skip


def test_discards_are_counted() -> None:
    record = recorded("luminis", LUMINIS, [("first", 0)])
    assert luminis.builds(record) == [luminis.Paid(1, "I-04", 0, 0), luminis.Paid(0, "II-07", 2, 0)]
    assert luminis.spire(record) == "●"
    assert turns_by_seat(record, luminis.TURN) == [3, 2] and luminis.turns_per_player(record) == 2.5
    told = luminis.payments([played(record)])
    assert told.builds == 2 and told.by_discard.rate == 0.5 and told.per_build == 1
    assert told.payers and told.payers.rate == 1 and told.others and told.others.rate == 0
    assert told.foundation == told.by_discard and told.later is None and told.givers and told.givers.rate == 1


def test_a_game_without_a_spire() -> None:
    record = recorded("luminis", [*LUMINIS[:-1], (0, "pass")], [("first", 0)])
    assert luminis.spire(record) is None and not luminis.spires([played(record)])


# --- La chasse aux fromages ------------------------------------------------------------------------------------------


def finished(name: str) -> list[GameRecord]:
    lines = (FINISHED / f"{name}.jsonl").read_bytes().splitlines()
    return [read_record(line) for line in lines]


def test_rounds_are_counted() -> None:
    record = next(
        one for one in finished("fromages") if one.options["game"] == "classique" and one.options["rounds"] != 1
    )
    found = fromages.rounds(record)
    assert len(found) == record.options["rounds"]
    assert [one.dealer for one in found] == [(found[0].dealer + at) % record.seats for at in range(len(found))]
    assert sum(one.turns for one in found) == sum(turns_by_seat(record, fromages.TURN))
    assert isinstance(record.ending, dict)
    assert [sum(one.points[seat] for one in found) for seat in range(record.seats)] == record.ending["points"]


def test_rounds_summed_up() -> None:
    found = [fromages.Round(0, 14, 1, (3, 8)), fromages.Round(1, 10, None, (2, 2)), fromages.Round(0, 12, 0, (9, -1))]
    told = fromages.sum_up(found)
    assert told.count == 3 and told.turns.mean == 6 and told.home.rate == pytest.approx(2 / 3)
    assert told.dealer_wins.rate == 0.5  # lost, shared, won
    assert told.dealer_home and told.dealer_home.rate == 0.5


# --- Lumens ----------------------------------------------------------------------------------------------------------


def test_start_places() -> None:
    moves = [(0, "start=6"), (1, "start=1"), (2, "start=5"), (1, "c4=6"), (2, "d4=1"), (0, "e4=2"), (1, "c5=1")]
    record = recorded("lumens", moves, [("place", 2), ("first", 1)], end="played_out")
    won = played(record, (0,))
    assert [place for place, rate in lumens.by_place([won]).items() if rate and rate.rate == 1] == ["o1"]
    assert lumens.placements(record) == [1, 2, 1] and lumens.knocked_out(record) == 3
    shares = shares_from([won, played(record, (1, 2), 1)], "first")
    assert [share.rate for share in shares if share] == [0.25, 0.25, 0.5]


# --- numbers ---------------------------------------------------------------------------------------------------------


def test_verdicts_admit_doubt() -> None:
    assert numbers.judge_rate(Rate(0.5, 0.46, 0.54, 600), 0.45, 0.55) == YES
    assert numbers.judge_rate(Rate(0.5, 0.42, 0.58, 160), 0.45, 0.55) == OPEN
    assert numbers.judge_rate(Rate(0.7, 0.62, 0.77, 160), 0.45, 0.55) == NO
    assert numbers.judge_even([Rate(0.5, 0.46, 0.54, 600), Rate(0.7, 0.62, 0.77, 160)]) == NO
    mean = numbers.mean_of([6, 7, 8, 7])
    assert (
        str(mean) == "7.0 ± 0.8" and numbers.judge_mean(mean, 6, 15) == YES and numbers.judge_mean(mean, 7, 15) == OPEN
    )
    assert numbers.mean_of([]) is None and numbers.rate_of([]) is None


def test_studies_have_their_own_folders() -> None:
    every = studies.studies()
    assert len({study.folder for study in every}) == len(every)
    assert all(not study.folder.is_absolute() for study in every)
    bent = next(study for study in every if study.setting == "champion_path=bent")
    assert bent.command.startswith("lumitheque arena sirius --lineup deepening@60,deepening@60 --seats 2")
    assert "--set champion_path=bent" in bent.command and bent.folder == Path("build/reports") / bent.name
