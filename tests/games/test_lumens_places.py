"""Lumens: where everybody starts."""

import pytest

import lumitheque as lt
from lumens_tables import STARTS, as_record, bag, cells, dealt, table
from lumitheque.games import find
from lumitheque.referee import RecordError

every_count = pytest.mark.parametrize("seats", [2, 3, 4])


@every_count
@pytest.mark.rule("LU-04")
def test_start_cells_follow_clockwise(seats: int) -> None:
    for place in range(seats):
        g = dealt(*[bag()] * seats, place=place)
        assert g.position()["starts"] == [STARTS[seats][(place + seat) % seats] for seat in range(seats)]
    with pytest.raises(RecordError, match="place"):
        dealt(*[bag()] * seats, place=seats)


@every_count
@pytest.mark.rule("LU-04")
def test_start_cells_by_seat_need_no_lot(seats: int) -> None:
    """Everybody chose a corner by sitting down, so nothing is drawn."""
    g = lt.new("lumens", seats, "1", {"places": "seats"})
    assert g.position()["starts"] == STARTS[seats]
    assert [label for label, _ in g.chance()] == [f"bag {seat}" for seat in range(seats)]
    with pytest.raises(RecordError, match="place"):
        lt.load(as_record(seats) | {"options": {"places": "seats"}, "chance": [["place", 0]]})


@pytest.mark.rule("LU-04")
def test_turned_starts_need_a_lot() -> None:
    told = lt.new("lumens", 2, "1").position() | {"starts": ["m9", "a1"]}
    record = as_record(2) | {"seed": "1", "position": told}
    assert lt.load(record).position()["starts"] == ["m9", "a1"]
    with pytest.raises(RecordError, match="starts: m9, a1; expected a1, m9"):
        lt.load(record | {"options": {"places": "seats"}})


@pytest.mark.rule("LU-04")
@pytest.mark.parametrize("language", ["fr", "en"])
def test_seats_are_told_their_cells(language: str) -> None:
    """What a table shows beside its seats is where they start."""
    notes = find("lumens").words(language)["options"]["places"]["seating"]["seats"]
    for seats, starts in STARTS.items():
        told = notes[str(seats)]
        assert len(told) == seats and all(f" {cell}," in note for cell, note in zip(starts, told, strict=True))


@pytest.mark.rule("LU-04")
def test_unused_corners_are_ordinary_cells() -> None:
    g = table("d1=Y3 a4=Y3 a12=Y3", seats=3)  # of three players nobody starts at a1 or a15
    assert {"a1", "a15"} <= cells(g)
    assert not {"o1", "o15"} & cells(table("l1=Y3 o12=Y3", seats=3))
