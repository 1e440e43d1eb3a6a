"""Fixtures played, here, on several cores and after accidents: no result is lost, none is there twice."""

import json
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from arena_players import Assassin, find_toy, toy_fixtures, toy_table
from lumitheque.arena import ArenaError
from lumitheque.arena.match import Result, play
from lumitheque.arena.result_file import RECORDS, RESULTS
from lumitheque.arena.results import Ledger, read_results
from lumitheque.arena.running import Umpire, here, hold, on_cores
from lumitheque.arena.schedule import lay_table, schedule
from lumitheque.referee import read_record
from lumitheque.referee.checking import check_record

TABLE = toy_table()


def lines(folder: Path) -> list[str]:
    return (folder / RESULTS).read_text(encoding="utf-8").splitlines()


def ids(folder: Path) -> Counter[str]:
    return Counter(json.loads(line)["id"] for line in lines(folder))


def never(result: Result) -> bool:
    return False


def test_a_match_is_what_its_fixture_says() -> None:
    (fixture, *_) = toy_fixtures(TABLE, 1, "random", "last")
    played = play(TABLE, fixture, find_toy, with_record=True)
    result, record = played.result, read_record(played.record or "")
    assert (result.id, result.deal, result.players) == (fixture.id, fixture.deal, fixture.players)
    assert check_record(record).ending() is not None
    assert record.seed == fixture.deal and isinstance(record.ending, dict)
    assert (result.reason, list(result.winners)) == (record.ending["reason"], record.ending["winners"])
    assert result.plies == len(record.moves) >= sum(result.turns) > 0
    assert sum(map(result.share, range(result.seats))) == pytest.approx(1)
    again = play(TABLE, fixture, find_toy, with_record=True)
    assert again.record == played.record, "the id decides the game"


def test_an_illegal_move_is_not_played() -> None:
    (fixture, *_) = toy_fixtures(TABLE, 1, "cheat", "cheat")
    with pytest.raises(ArenaError, match="cheat makes move -1, which LM-07 forbids: ply 0"):
        play(TABLE, fixture, find_toy)


def test_other_rules_are_refused() -> None:
    """A worker elsewhere may have another version."""
    (fixture, *_) = toy_fixtures(TABLE, 1, "random")
    other = type(TABLE)(TABLE.game, TABLE.rules + 1, TABLE.seats, TABLE.options, TABLE.edition)
    with pytest.raises(ValueError, match="version"):
        play(other, fixture, find_toy)


def test_an_edition_travels_with_its_text(tmp_path: Path) -> None:
    from lumitheque.games import find
    from lumitheque.games.edition import load_edition

    built_in = load_edition(find("fromages"))
    assert built_in is not None
    (tmp_path / "own.txt").write_text(built_in.text, encoding="utf-8")
    table = lay_table("fromages", 2, edition=str(tmp_path / "own.txt"))
    (tmp_path / "own.txt").unlink()
    assert play(table, schedule(table, [("random", "random")], 1, "0" * 32)[0], find_toy).result.winners


def test_going_on_where_it_stopped(tmp_path: Path) -> None:
    fixtures = toy_fixtures(TABLE, 8, "random", "last")
    umpire = Umpire(TABLE, find_toy, with_record=True)
    with Ledger(tmp_path, TABLE) as ledger:
        hold(fixtures, umpire, here, ledger, lambda _: len(ledger.results) == 3)
    assert len(lines(tmp_path)) == 3
    asked = []
    with Ledger(tmp_path, TABLE) as ledger:
        hold(fixtures, lambda fixture: asked.append(fixture.id) or umpire(fixture), here, ledger, never)
        assert len(ledger.results) == 8
    assert len(asked) == 5 and ids(tmp_path) == Counter(fixture.id for fixture in fixtures)
    assert {path.stem for path in (tmp_path / RECORDS).iterdir()} == {fixture.id for fixture in fixtures}


def test_a_torn_last_line_is_played_again(tmp_path: Path) -> None:
    fixtures = toy_fixtures(TABLE, 4, "random", "last")
    with Ledger(tmp_path, TABLE) as ledger:
        hold(fixtures, Umpire(TABLE, find_toy), here, ledger, never)
    path = tmp_path / RESULTS
    path.write_bytes(path.read_bytes()[:-20])
    assert len(read_results(path)) == 3
    with Ledger(tmp_path, TABLE) as ledger:
        hold(fixtures, Umpire(TABLE, find_toy), here, ledger, never)
    assert ids(tmp_path) == Counter(fixture.id for fixture in fixtures)


def test_duplicates_count_once(tmp_path: Path) -> None:
    fixtures = toy_fixtures(TABLE, 2, "random", "last")
    with Ledger(tmp_path, TABLE) as ledger:
        played = Umpire(TABLE, find_toy)(fixtures[0])
        assert ledger.add(played) and not ledger.add(played)
    path = tmp_path / RESULTS
    path.write_bytes(path.read_bytes() * 2)  # two files put together
    assert len(read_results(path)) == 1


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    with Ledger(tmp_path, TABLE), pytest.raises(ArenaError, match="another arena is writing"):
        Ledger(tmp_path, TABLE)
    with Ledger(tmp_path, TABLE):
        pass


def test_a_folder_of_another_table(tmp_path: Path) -> None:
    with Ledger(tmp_path, TABLE) as ledger:
        hold(toy_fixtures(TABLE, 2, "random", "last"), Umpire(TABLE, find_toy), here, ledger, never)
    with pytest.raises(ArenaError, match="another table"):
        Ledger(tmp_path, lay_table("luminis", 2, {"game": "advanced"}))


def test_a_line_that_is_no_result(tmp_path: Path) -> None:
    (tmp_path / RESULTS).write_text('{"id": 1}\n{"id"', encoding="utf-8")
    with pytest.raises(ArenaError, match="line 1: not a result"):
        Ledger(tmp_path, TABLE)


@pytest.mark.slow
def test_on_two_cores_with_a_process_killed(tmp_path: Path) -> None:
    """The game that the process was playing is played again, by another."""
    (tmp_path / "knife").touch()
    fixtures = toy_fixtures(TABLE, 12, "slow-random", "last")
    umpire = Umpire(TABLE, Assassin(str(tmp_path / "knife")))
    with Ledger(tmp_path, TABLE) as ledger:
        hold(fixtures, umpire, on_cores(2), ledger, never)
    assert not (tmp_path / "knife").exists(), "one was killed"
    assert ids(tmp_path) == Counter(fixture.id for fixture in fixtures)


@pytest.mark.slow
def test_on_two_cores_until_it_is_enough(tmp_path: Path) -> None:
    fixtures = toy_fixtures(TABLE, 1000, "random", "last")
    with Ledger(tmp_path, TABLE) as ledger:
        hold(fixtures, Umpire(TABLE, find_toy), on_cores(2), ledger, lambda _: len(ledger.results) >= 10)
    assert len(lines(tmp_path)) == 10


HELD = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from arena_players import find_toy, toy_fixtures, toy_table
from lumitheque.arena.results import Ledger
from lumitheque.arena.running import Umpire, here, hold
table = toy_table()
with Ledger(Path(sys.argv[1]), table) as ledger:
    hold(toy_fixtures(table, 40, "slow-random", "last"), Umpire(table, find_toy), here, ledger, lambda result: False)
"""


@pytest.mark.slow
def test_everything_killed(tmp_path: Path) -> None:
    """Whatever was finished is in the file, and the rest is played by the next one."""
    command = [sys.executable, "-c", HELD, str(tmp_path), str(Path(__file__).parents[1])]
    with subprocess.Popen(command) as child:
        while not (tmp_path / RESULTS).exists() or len(lines(tmp_path)) < 5:
            assert child.poll() is None
            time.sleep(0.05)
        child.kill()
    finished = read_results(tmp_path / RESULTS)
    assert 5 <= len(finished) < 40
    fixtures = toy_fixtures(TABLE, 40, "slow-random", "last")[:20]
    with Ledger(tmp_path, TABLE) as ledger:
        hold(fixtures, Umpire(TABLE, find_toy), here, ledger, never)
    assert {fixture.id for fixture in fixtures} <= ids(tmp_path).keys() and set(ids(tmp_path).values()) == {1}
    assert finished.items() <= read_results(tmp_path / RESULTS).items()


def test_results_of_before_an_option_go_on(tmp_path: Path) -> None:
    """A table that does not name an option which came later means its first value."""
    table = lay_table("lumens", 2, {"end": "played_out"})
    (fixture, *_) = schedule(table, [("random", "random")], 1, "0" * 32)
    with Ledger(tmp_path, table) as ledger:
        assert ledger.add(play(table, fixture, find_toy))
    path = tmp_path / "results.jsonl"
    before = path.read_text(encoding="utf-8").replace(',"places":"lot"', "")
    path.write_text(before, encoding="utf-8")
    with Ledger(tmp_path, table) as ledger:
        assert list(ledger.results) == [fixture.id] and "places" not in before
    with pytest.raises(ArenaError, match="another table"):
        Ledger(tmp_path, lay_table("lumens", 2))
