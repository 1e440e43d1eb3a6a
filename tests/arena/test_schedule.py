"""Who plays whom: everybody sits everywhere on every deal, and a fixture's id says all that decides it."""

from collections import Counter, defaultdict

import pytest

from lumitheque.arena import ArenaError
from lumitheque.arena.schedule import Fixture, lay_table, line_ups, rotations, schedule

SEED = "0" * 32


def drawn_up(players: str, seats: int, games: int, game: str = "lumens", seed: str = SEED) -> list[Fixture]:
    return schedule(lay_table(game, seats), line_ups(players.split(), seats), games, seed)


@pytest.mark.parametrize(
    ("players", "seats"),
    [("a b", 2), ("a b c d", 2), ("a", 2), ("a b c", 3), ("a b c d e", 3), ("a b", 3), ("a b c", 4)],
)
def test_everybody_sits_everywhere_equally_often_on_every_deal(players: str, seats: int) -> None:
    deals: dict[str, Counter[tuple[str, int]]] = defaultdict(Counter)
    for fixture in drawn_up(players, seats, 60):
        deals[fixture.deal].update((name, seat) for seat, name in enumerate(fixture.players))
    for sat in deals.values():
        for name in players.split():
            assert len({sat[name, seat] for seat in range(seats)}) == 1 and sat[name, 0] > 0


def test_two_players_swap_seats_on_the_same_deal() -> None:
    first, second, third, *_ = drawn_up("a b", 2, 4)
    assert {first.players, second.players} == {("a", "b"), ("b", "a")}
    assert first.deal == second.deal != third.deal


def test_everybody_meets_everybody() -> None:
    pairs = Counter(frozenset(fixture.players) for fixture in drawn_up("a b c d", 2, 24))
    assert len(pairs) == 6 and set(pairs.values()) == {4}


def test_line_ups_with_too_few_players() -> None:
    assert line_ups(["a", "b"], 3) == [("a", "b", "a"), ("a", "b", "b")]
    assert line_ups(["a"], 4) == [("a",) * 4]
    assert line_ups(["a", "b", "a"], 2) == [("a", "b")]


def test_a_line_up_that_is_spelled_out() -> None:
    fixtures = schedule(lay_table("lumens", 3), [("strong", "weak", "weak")], 6, SEED)
    assert [fixture.players.index("strong") for fixture in fixtures[:3]] in ([0, 1, 2], [2, 0, 1], [1, 2, 0])
    assert len({fixture.deal for fixture in fixtures}) == 2
    assert schedule(lay_table("lumens", 3), [("weak", "strong", "weak")], 6, SEED) == fixtures


def test_rotations() -> None:
    assert rotations(("a", "b", "c")) == [("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a")]
    assert rotations(("a", "a")) == [("a", "a")]


def test_neighbours_change_from_deal_to_deal() -> None:
    fixtures = drawn_up("a b c", 3, 6)
    assert ("a", "b", "c") in [fixture.players for fixture in fixtures[:3]]
    assert ("a", "c", "b") in [fixture.players for fixture in fixtures[3:]]


def test_whole_deals() -> None:
    assert len(drawn_up("a b c", 2, 7)) == 12
    assert len(drawn_up("a b c", 2, 6)) == 6


def test_more_games_are_these_and_more() -> None:
    assert drawn_up("a b", 2, 100)[:10] == drawn_up("a b", 2, 10)
    few = {fixture.id for fixture in drawn_up("a b", 2, 20)}
    assert few < {fixture.id for fixture in drawn_up("a b c", 2, 60)}


def test_ids_are_stable() -> None:
    """Written down, because a file from last year must still be found."""
    fixtures = schedule(lay_table("lumens", 2, {"end": "played_out"}), line_ups(["a", "b"], 2), 20, SEED)
    assert fixtures[0].id == "f0e62cf238be9e88db6ae945a30046d5"
    assert len({fixture.id for fixture in fixtures}) == 20
    turned = schedule(
        lay_table("lumens", 2, {"end": "played_out", "places": "seats"}), line_ups(["a", "b"], 2), 20, SEED
    )
    assert not {fixture.id for fixture in fixtures} & {fixture.id for fixture in turned}


def test_an_id_depends_on_all_that_decides() -> None:
    table, other = lay_table("lumens", 2), lay_table("lumens", 2, {"end": "played_out"})
    pair = [("a", "b")]
    ids = [
        schedule(table, pair, 1, SEED)[0].id,
        schedule(other, pair, 1, SEED)[0].id,
        schedule(table, pair, 1, "1" * 32)[0].id,
        schedule(table, [("a", "c")], 1, SEED)[0].id,
        schedule(table, pair, 1, SEED, {"a": "a stronger one now"})[0].id,
        schedule(lay_table("sirius"), pair, 1, SEED)[0].id,
    ]
    assert len(set(ids)) == len(ids)


def test_bad_line_ups() -> None:
    with pytest.raises(ArenaError, match="2 players for 3 seats"):
        schedule(lay_table("lumens", 3), [("a", "b")], 1, SEED)
    with pytest.raises(ArenaError, match="nobody"):
        line_ups([], 2)
    with pytest.raises(ArenaError, match="0 is not a number"):
        drawn_up("a b", 2, 0)
