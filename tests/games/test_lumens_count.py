"""Lumens: how a game ends, how rooms are counted, how a board is read, what positions and pictures say."""

import io
import json
from typing import Any

import msgspec
import pytest
from rich.console import Console

import lumitheque as lt
from lumens_tables import STUCK, table, tell_random_game
from lumitheque.games import find
from lumitheque.games.edition import EditionError, blank, load_edition, read_edition
from lumitheque.games.rule import SPECTATOR
from lumitheque.referee import RecordError, Referee
from lumitheque.referee.chance_log import playout_chance

LUMENS = find("lumens")
BOARD = load_edition(LUMENS)
assert BOARD is not None
TEXT = BOARD.text

both_ends = pytest.mark.parametrize("end", ["played_out", "empty_bags"])
every_count = pytest.mark.parametrize("seats", [2, 3, 4])


def counted(seats: int, **rooms: tuple[int, ...]) -> Any:
    """The state of a game that is over, with these strengths."""
    s = blank(LUMENS.record.STATE)
    s.seats, s.reason = seats, 1
    for letter, strengths in rooms.items():
        s.strength["ABCDEFGHIJK".index(letter) + 1, :seats] = strengths
    return s


def points(s: Any) -> list[int]:
    return [int(LUMENS.rules.points_of(s, seat)) for seat in range(int(s.seats))]


def winners(s: Any) -> list[int]:
    bits = LUMENS.rules.winners(BOARD.record, s)  # type: ignore[union-attr]
    return [seat for seat in range(int(s.seats)) if (bits >> seat) & 1]


@both_ends
@every_count
@pytest.mark.rule("LU-17")
def test_how_long_a_game_is(seats: int, end: str) -> None:
    g = tell_random_game(7, seats, end)
    assert not any(g.position()["out"])
    assert len(g.record()["moves"]) == seats * (24 if end == "played_out" else 23)
    assert g.position()["bags"] == [[]] * seats
    assert all((hand is None) == (end == "played_out") for hand in g.position()["hands"])


@pytest.mark.rule("LU-17")
def test_the_game_ends_as_the_booklet_says_unless_the_house_rule_is_chosen() -> None:
    assert {LUMENS.settle(seats, {})["end"] for seats in LUMENS.seats} == {"empty_bags"}
    assert lt.new("lumens", 2, "1").options["end"] == "empty_bags"
    assert lt.new("lumens", 2, "1", {"end": "played_out"}).options["end"] == "played_out"


@both_ends
@pytest.mark.rule("LU-14", "LU-17")
def test_bags_of_players_who_are_out_do_not_count(end: str) -> None:
    g = table(STUCK, turn=1, in_bag={1: 1}, end=end)
    g.play("m8=1")  # green draws the last token; yellow, who has nineteen or more, is out
    assert g.position()["out"] == [True, False]
    assert (g.ending() is None) == (end == "played_out")
    if end == "empty_bags":
        assert g.position()["hands"][1] is not None
    else:
        g.play(g.legal()[0])
        assert g.ending()["reason"] == "counted"  # type: ignore[index]


@pytest.mark.rule("LU-17")
def test_empty_bags_waits_for_the_last_bag() -> None:
    g = table("", in_bag={0: 1, 1: 1}, end="empty_bags")
    g.play(g.legal()[0])
    assert g.ending() is None
    g.play(g.legal()[0])
    assert g.ending() is not None
    assert [hand is None for hand in g.view(None)["hands"]] == [False, False]


@pytest.mark.rule("LU-17")
def test_the_game_ends_when_everybody_is_out() -> None:
    g = table("a1=Y6,Y1 m8=Y2,Y2 l9=Y2,Y2", turn=1, out=[True, False])
    assert g.legal() == ["m9=1", "m9=6"]
    g.play("m9=6")
    assert g.ending()["reason"] == "counted"  # type: ignore[index]
    assert g.view(None)["out"] == [True, True]
    assert g.view(None)["hands"] == ["1/6", "1/6"]  # and the bags are open too
    assert len(g.view(None)["bags"][1]) == 21


@both_ends
@every_count
@pytest.mark.rule("LU-18", "LU-19", "LU-20", "LU-21")
def test_the_count_of_a_whole_game(seats: int, end: str) -> None:
    g = tell_random_game(11, seats, end)
    ending = g.ending()
    assert ending is not None
    lines = g.edition.text.split("\n\n")[1 if seats == 2 else 2].splitlines()[1:][::-1]  # type: ignore[union-attr]
    strength = {letter: [0] * seats for letter in ending["rooms"]}
    for cell, pile in g.position()["board"].items():
        letter = lines[int(cell[1:]) - 1][ord(cell[0]) - ord("a")]
        if letter != ".":
            strength[letter][pile[-1][0]] += pile[-1][2]
    assert {letter: room["strength"] for letter, room in ending["rooms"].items()} == strength
    assert [sum(room["points"][seat] for room in ending["rooms"].values()) for seat in range(seats)] == ending["points"]
    assert all(ending["points"][seat] == max(ending["points"]) for seat in ending["winners"])


@pytest.mark.rule("LU-19")
@pytest.mark.parametrize(
    ("strengths", "given"),
    [
        ((10, 9, 4), [4, 2, 0]),
        ((12, 5, 4), [4, 2, 0]),
        ((10, 10, 6), [4, 4, 0]),
        ((9, 4, 4), [4, 2, 2]),
        ((3, 12, 3, 3), [2, 4, 2, 2]),
        ((8, 8, 8, 1), [4, 4, 4, 0]),
        ((1, 2, 3, 4), [0, 0, 2, 4]),
    ],
)
def test_first_and_second_place(strengths: tuple[int, ...], given: list[int]) -> None:
    assert points(counted(len(strengths), B=strengths)) == given


@pytest.mark.rule("LU-18")
def test_strength_nought_takes_no_rank() -> None:
    assert points(counted(3, A=(0, 0, 0), B=(5, 0, 0))) == [4, 0, 0]
    assert points(counted(2, A=(0, 0))) == [0, 0]


@pytest.mark.rule("LU-20")
def test_two_players_have_no_second_place() -> None:
    assert points(counted(2, A=(9, 4), B=(3, 3), C=(0, 1))) == [8, 8]


@pytest.mark.rule("LU-21")
def test_the_centre_breaks_ties() -> None:
    # yellow wins five rooms; green four, and is second in two; red has most in the centre but fewer points
    won = dict.fromkeys("ABCDE", (1, 0, 0)) | dict.fromkeys("GHIJ", (0, 1, 0))
    level = counted(3, **won, F=(0, 1, 9), K=(0, 1, 2))
    assert points(level) == [20, 20, 8]
    assert winners(level) == [1]
    assert winners(counted(2, A=(1, 0), I=(0, 6))) == [0, 1]  # level in the centre too: a shared victory
    assert winners(counted(2, A=(1, 0), B=(1, 0), I=(0, 6), E=(2, 5))) == [1]
    assert winners(counted(2, A=(1, 0), B=(1, 0), C=(1, 0), I=(0, 6), E=(2, 5))) == [0]  # points come first
    assert winners(counted(3, A=(4, 4, 4), F=(2, 2, 2))) == [0, 1, 2]


@pytest.mark.rule("LU-03")
def test_the_reconstruction() -> None:
    assert BOARD is not None
    assert BOARD.is_reconstruction
    rooms, centre = BOARD.record.room, BOARD.record.centre
    assert [len(set(side.tolist()) - {0}) for side in rooms] == [9, 11]
    assert [side.tolist().count(room) for side, room in zip(rooms, centre, strict=True)] == [9, 9]
    assert ["ABCDEFGHIJK"[room - 1] for room in centre] == ["E", "F"]
    assert (int(rooms[0, 0]), int(rooms[0, 132]), int(rooms[1, 105])) == (7, 3, 0)  # a1 in G, m9 in C; a8 a passage


@pytest.mark.rule("LU-03")
@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (".DDD.EEE.FFF.", ".DDD.EEE.FFF", "line 13: a row of 12 cells; 13 were expected for '2 players'"),
        (".DDD.EEE.FFF.", ".DDD.EEE.FFJ.", "line 13: 'J' in column 12 .* expected letters A to I and dots"),
        (".DDD.EEE.FFF.", ".DDD.eee.FFF.", "line 13: 'e' in column 6"),
        (".DDD.EEE.FFF.", ".DDD EEE.FFF.", "line 13: ' ' in column 5"),
        (".DDD.EEE.FFF.", ".DDD.E.E.FFF.", "line 13: the middle cell .* is a passage; a room was expected"),
        (".DDD.EEE.FFF.", ".DDDEEEE.FFF.", "line 13: the centre room E .* has 10 cells; 9 were expected"),
        (".............\nGG", "GG", "line 16: 8 rows under '2 players'; 9 were expected"),
        ("GG..HHHHH..II\n", "GG..HHHHH..II\n.............\n", "line 18: 10 rows under '2 players'; 9 were expected"),
        ("A...B.....C...D\n...............\n", "", "line 32: 13 rows under '3-4 players'; 15 were expected"),
        ("2 players", "Two players", "line 8: 'Two players' is not a heading; expected '2 players', '3-4 players'"),
        ("2 players\n", "", "line 8: 'AA..BBBBB..CC' is not a heading"),
        ("3-4 players", "2 players", "line 19: a second map for '2 players'; one was expected"),
        (TEXT[TEXT.index("3-4") :], "", "there is no map for '3-4 players'"),
        (TEXT[TEXT.index("3-4") :], "3-4 players\n", "0 rows under '3-4 players'; 15 were expected"),
        ("CC", "BB", "line 17: no room C under '2 players'; 9 rooms, A to I, were expected"),
        (TEXT, "", "there is no map for '2 players'; expected the headings '2 players', '3-4 players'"),
    ],
)
def test_a_board_that_cannot_be(old: str, new: str, problem: str) -> None:
    assert old in TEXT
    with pytest.raises(EditionError, match=f"^board.txt.*{problem}"):
        read_edition(LUMENS, TEXT.replace(old, new), "board.txt", "board")


@pytest.mark.rule("LU-03", "LU-21")
def test_a_board_of_ones_own() -> None:
    text = TEXT.replace("E", "x").replace("D", "E").replace("x", "D").replace("\n", "  \r\n")
    own = read_edition(LUMENS, "\ufeff" + text, "board.txt", "board")
    assert own.record.centre.tolist() == [4, 6]
    assert not own.is_reconstruction


@every_count
@pytest.mark.rule("LU-05", "LU-15")
def test_imagined_worlds_agree_with_what_is_known(seats: int) -> None:
    """Each is whole, looks the same to its viewer, and hands and bags come in another order every time."""
    g = lt.new("lumens", seats=seats, seed="c")
    chance, hands = playout_chance(seats), set()
    for ply in range(30):
        for viewer in (None, ply % seats):
            known, seat = g.view_record(viewer), SPECTATOR if viewer is None else viewer
            world, again = copy(known), blank(LUMENS.record.STATE)
            LUMENS.knowledge.imagine(g.edition.record, known, seat, chance, world)  # type: ignore[union-attr]
            LUMENS.knowledge.view(g.edition.record, world, seat, again)  # type: ignore[union-attr]
            assert again.tobytes() == known.tobytes()
            whole = msgspec.to_builtins(LUMENS.notation.write_position(g.edition, world, None))
            assert lt.load(g.record() | {"chance": [], "moves": [], "position": whole}).position() == whole
            hands.add(tuple(whole["hands"]))
        g.play(g.legal(g.waiting()[0])[0], g.waiting()[0])
    assert len(hands) > 3 ** (seats - 1)


def copy(s: Any) -> Any:
    twin = blank(LUMENS.record.STATE)
    for field in LUMENS.record.STATE.names:
        twin[field] = s[field]
    return twin


def told(g: Referee, **changes: Any) -> dict[str, Any]:
    record = g.record()
    return record | {"position": record["position"] | changes}


PLAY = {"a1": [[0, "3/4", 3]], "m9": [[1, "1/6", 1]]}


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"phase": "end"}, "phase: 'end' is not one of start, play, over"),
        ({"phase": "over", "turn": None}, "phase: over, but by LU-17 the game goes on"),
        ({"phase": "start", "chosen": [None, 1]}, "turn: 0 does not go with the phase start"),
        ({"hands": ["1/6"]}, "hands: 1 entries; one for each of 2 seats was expected"),
        ({"hands": ["1/7", "1/6"]}, "hands: seat 0: '1/7' is not a token"),
        ({"hands": [None, "1/6"]}, "bags: seat 0 has 1 tokens on the board, 0 in hand, 22 in the bag; 24 in all"),
        ({"hands": ["3/4", "1/6"]}, "bags: seat 0 has 9 tokens 3/4; 8 were expected"),
        ({"starts": ["m9", "a1"]}, "board: a token of seat 0 on a1, the start of another seat"),
        ({"starts": ["a1", "a9"]}, "starts: a1, a9; expected, from any of them on, a1, m9"),
        ({"board": PLAY | {"n1": [[0, "1/6", 1]]}}, "board: 'n1' is not a cell; cells go from a1 to m9"),
        ({"board": PLAY | {"b1": []}}, "board: 0 tokens on b1; a cell that is listed holds one or two"),
        ({"board": PLAY | {"b1": [[0, "1/6", 1]] * 3}}, "board: 3 tokens on b1"),
        ({"board": PLAY | {"b1": [[2, "1/6", 1]]}}, "board: seat 2 on b1 is not in this game"),
        ({"board": PLAY | {"b1": [[0, "1/6"]]}}, r"board: \[0, '1/6'\] on b1 is not a token; \[seat, token, face\]"),
        ({"board": PLAY | {"b1": [[0, "1/6", 2]]}}, "board: 2 on b1 is not a face of 1/6"),
        (
            {"board": PLAY | {f"{c}1": [[0, "1/6", 1]] * 2 for c in "bcdef"}},
            "board: seat 0 has more than eight tokens 1/6",
        ),
        ({"board": PLAY | {"m9": [[0, "1/6", 1]]}}, "board: a token of seat 0 on m9, the start of another seat"),
        ({"chosen": [4, 1]}, "chosen: 4 is not a face that the start token of seat 0 can show"),
        ({"chosen": [None, 1]}, "chosen: None is not a face"),
        ({"out": [False, True]}, "out: seat 1 can place, or has nothing to place, so it is not out"),
        ({"turn": 2}, "turn: seat 2 is not in this game"),
        ({"turn": None}, "turn: None does not go with the phase play"),
        ({"first": None}, "first: None does not go with the phase play"),
        ({"home_right": [True, False]}, r"home_right: \[True, False\] is told, but the rest .* gives \[True, True\]"),
        ({"left": [{}, {}]}, "left: .* is told"),
        ({"ending": {"reason": "counted", "points": [4, 4], "winners": [0, 1]}}, "ending: .* gives None"),
        ({"bags": [["?", "1/6"] * 11, ["?"] * 22]}, "it hides something"),
        ({"extra": 1}, "unknown field"),
    ],
)
def test_a_position_that_cannot_be(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(RecordError, match=f"^position: .*{problem}"):
        lt.load(told(table("a1=Y3"), **changes))


@pytest.mark.rule("LU-14")
def test_who_cannot_place_cannot_have_the_turn() -> None:
    with pytest.raises(RecordError, match="turn: seat 0 cannot place"):
        table("a1=Y6,Y1 a2=G2,G2 b1=G2,G2", turn=0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_pictures_fit_and_need_no_colour(seats: int) -> None:
    g = lt.new("lumens", seats=seats, seed="b")
    for picture in (g, tell_random_game(5, seats, "empty_bags")):
        for language in ("fr", "en"):
            console = Console(width=100, record=True, no_color=True, file=io.StringIO())
            console.print(picture.draw(0, language))
            text = console.export_text()
            assert max(map(len, text.splitlines())) <= 100
            assert all(shape in text for shape in "●♣◆★"[:seats])
            assert picture.game.words(language)["pieces"]["seat1"] in text
    assert " a   b   c " in text


def test_a_picture_shows_what_the_viewer_knows() -> None:
    g = table("e5=Y3,G2 h5=Y4", hands=("2/5", "3/4"), turn=1)
    drawn = []
    for seat in (0, 1):
        console = Console(width=100, file=io.StringIO(), record=True)
        console.print(g.draw(seat, "en"))
        drawn.append(console.export_text())
    assert "hand token: 2/5" in drawn[0] and "hand token: 3/4" not in drawn[0]
    assert "hand token: 3/4" in drawn[1] and "hand token: 2/5" not in drawn[1]
    assert all("♣2²" in text and "●4" in text and "▶ ♣ P2 green" in text for text in drawn)


def test_moves_as_sentences() -> None:
    g = table("e5=Y3")
    assert g.describe("h5=6", "en") == "Token on h5, 6 showing."
    assert g.describe("start=6", "fr") == "Jeton de départ, 6 visible."
    assert g.describe("pass", "en") == "Pass."


def test_every_number_has_one_text() -> None:
    notation, s = LUMENS.notation, blank(LUMENS.record.STATE)
    texts = [notation.write_move(BOARD, s, move) for move in range(LUMENS.record.MOVES)]
    assert [notation.read_move(BOARD, s, text) for text in texts] == list(range(LUMENS.record.MOVES))
    assert len(set(texts)) == LUMENS.record.MOVES


def test_positions_are_json_both_ways() -> None:
    g = tell_random_game(2, 3, "played_out")
    text = json.dumps(g.position())
    assert msgspec.json.decode(text, type=LUMENS.notation.Position).ending.winners == g.ending()["winners"]  # type: ignore[index]
