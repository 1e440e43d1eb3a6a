"""The game in the terminal, played through a pipe: every line typed, as a player would."""

import json
from pathlib import Path
from typing import Any

import pytest

from command_line import Run, Told, every_game, record_of
from lumitheque.cli.orders import Order, meant_move, read_moves, read_order
from lumitheque.games import find
from lumitheque.referee import load


@pytest.fixture
def play(lumitheque: Run) -> Run:
    """Play a game by typing lines."""

    def typed(lines: str, *words: str) -> Told:
        told = lumitheque("play", *words, stdin=lines)
        assert told.status == 0 and told.err == "", told.err
        return told

    return typed


def saved(name: str = "game.json") -> dict[str, Any]:
    record: dict[str, Any] = json.loads(Path(name).read_text(encoding="utf-8"))
    return record


TWO_PEOPLE = ("sirius", "--seed", "7", "--set", "setup=random", "--seats", "2")  # P2 plays white
RANDOM_SETUP = (*TWO_PEOPLE[:-1], "human,random")  # P1 answers


@every_game
def test_moves_by_numbers(play: Run, game: str) -> None:
    """The first move every time, where moves have numbers."""
    told = play("auto\n" + "1\n" * 30 + "quit\n\n", game, "--seed", "3")
    assert find(game).words("en")["title"] in told.out and "P1 > 1\n" in told.out


def test_without_a_name_the_shelf_is_shown(play: Run, lumitheque: Run) -> None:
    told = play("9\nnothing\n1\nquit\n\n")
    assert all(find(name).words("en")["title"] in told.out for name in ("lumens", "luminis", "sirius"))
    assert told.out.count("Which game?") == 3
    nobody = lumitheque("play", stdin="")
    assert nobody.status == 2 and "lumens, luminis" in nobody.err


@every_game
def test_random_players_among_themselves(play: Run, game: str) -> None:
    """Every move is told, to the end."""
    seats = find(game).seats[-1]
    language = "fr" if len(game) % 2 else "en"
    told = play("", game, "--seats", ",".join(["random"] * seats), "--seed", "3", "--lang", language)
    assert "P1" in told.out and f"P{seats}" in told.out
    endings = find(game).words(language)["endings"].values()
    assert any(plain(sentence) in plain(told.out) for sentence in endings)


def plain(text: str) -> str:
    return " ".join(text.split())


def test_the_end_of_the_input_is_a_polite_goodbye(play: Run) -> None:
    assert play("", *RANDOM_SETUP).out.endswith("See you soon.\n")
    assert play("", *RANDOM_SETUP, "--lang", "fr").out.endswith("À bientôt.\n")


def test_moves_as_people_type_them(play: Run) -> None:
    """Space and capitals do not matter where it is clear what is meant."""
    play("  A8-A7 \nsave game.json\n", *RANDOM_SETUP)
    assert [text for seat, text in saved()["moves"] if seat == 0] == ["a8-a7"]


def test_what_a_random_player_did_is_told(play: Run) -> None:
    told = play("save game.json\n", *RANDOM_SETUP)
    ((seat, text),) = saved()["moves"]
    assert seat == 1 and "P2: Move: " in told.out and text.replace("-", " to ") in told.out


def test_illegal_moves_are_explained(play: Run) -> None:
    told = play("a8-a4\na8a7\n? SI-02\n? promotion\n? xyzzy\n", *RANDOM_SETUP)
    assert "a8-a4: SI-02. " in told.out and "To read the rule: ? SI-02" in told.out
    assert "a8a7: SI-00. " in told.out and "Did you mean a8-a7?" in told.out
    assert "A turn is a single move" in " ".join(told.out.split()) or "SI-02" in told.out
    assert "SI-06" in told.out
    assert "nothing of “xyzzy”" in told.out


def test_help_shows_the_aid(play: Run) -> None:
    for order, language in (("?", "en"), ("aide", "fr"), ("HELP", "en")):
        told = play(f"{order}\n", *RANDOM_SETUP, "--lang", language)
        assert ("At the keyboard" if language == "en" else "Au clavier") in told.out
        assert "huff c4" in told.out


def test_moves_can_be_listed(play: Run) -> None:
    listed = play("moves a8\nmoves q\ncoups\n", *RANDOM_SETUP).out.split("P1 > ")
    assert "a8-a7" in listed[1] and "b8-b7" not in listed[1]
    assert "No legal move begins with “q”" in listed[2]
    assert "j8-j7" in listed[3]


def test_a_set_up_is_arranged_in_secret(play: Run) -> None:
    """Several placements in a line; one refused keeps those before it; the last may be taken back until all stand."""
    told = play("a8=S, b8=M; c1=T\nundo\nb8=T\nauto\nsave game.json\n", "sirius", "--seed", "7")
    assert "c1=T: SI-01" in told.out and "Taken back: b8=M." in told.out
    moves = saved()["moves"]
    assert moves[:2] == [[0, "a8=S"], [0, "b8=T"]]
    assert [seat for seat, _ in moves[:60]] == [0] * 30 + [1] * 30
    assert "P2 is done." in told.out and "P2: Placed" not in told.out  # not a word about where


def test_a_set_up_that_stands_is_final(play: Run) -> None:
    told = play("auto\nundo\n", "sirius", "--seed", "7", "--seats", "2")
    assert "That choice is committed" not in told.out  # the screen has gone to P2, who has typed nothing yet
    told = play("auto\n\n\nundo\n", "sirius", "--seed", "7", "--seats", "2")
    assert "That choice is committed" in told.out


def test_auto_is_for_set_ups(play: Run) -> None:
    assert "Only a set-up" in play("auto\n", *RANDOM_SETUP).out


def test_undo(play: Run) -> None:
    told = play("undo\na3-a4\nundo\na3-b4\nsave game.json\n", *TWO_PEOPLE)
    assert "There is nothing to take back" in told.out and "Taken back: a3-a4." in told.out
    assert saved()["moves"] == [[1, "a3-b4"]]
    assert "The last move was not yours" in play("undo\n", *RANDOM_SETUP).out
    shown = play("draw pile\nundo\n", "fromages", "--seed", "3", "--seats", "2").out
    assert "showed something hidden" in shown


def test_moves_after_the_turn_are_dropped(play: Run) -> None:
    told = play("a3-a4, b3-b4\nsave game.json\n", *TWO_PEOPLE)
    assert "not played: b3-b4" in told.out
    assert saved()["moves"] == [[1, "a3-a4"]]


def test_the_curtain(play: Run) -> None:
    """Two at one screen: nobody sees the other's hand, and without secrets there is no curtain."""
    told = play("pile 1\n\n\nsave game.json\n", "luminis", "--seed", "3", "--seats", "2")
    assert "the screen is cleared and goes to P2" in told.out and "Enter to see your side" in told.out
    assert "P1: Search of pile 1." in told.out.rpartition("Enter to see your side")[2]
    assert "the screen is cleared" not in play("a3-a4\na8-a7\n", *TWO_PEOPLE).out


def test_what_is_shown_is_what_a_seat_knows(play: Run) -> None:
    """Before the curtain falls, only the first player's pawns are on the board; after it, only the second's."""
    told = play("a8=S\nauto\n\n\nd1=M\n", "sirius", "--seed", "7", "--seats", "2")
    before, _, after = told.out.partition("Enter to see your side")
    assert "☼s" in before and "☼S" not in before
    assert "☾M" in after and "☼s" not in after


def test_resigning(play: Run) -> None:
    told = play("resign\nover.json\n", *RANDOM_SETUP)
    assert "P1 resigns." in told.out and "P2 wins." in told.out and "Game saved in over.json." in told.out
    assert saved("over.json")["ending"] == {"reason": "resigned", "points": [0, 1], "winners": [1], "seat": 0}
    three = play("resign\nover.json\n", "lumens", "--seats", "human,random,random", "--seed", "1")
    assert "P2 and P3" in three.out
    load(json.dumps(saved("over.json")))


def test_saving_and_going_on(play: Run) -> None:
    told = play("save\nsave no/such/folder.json\nsave game.json\nquit\n", *RANDOM_SETUP)
    assert "Type: save FILE" in told.out and "Not saved: no/such/folder.json" in told.out
    before = saved()["moves"]
    play("a8-a7\nquit\ngame.json\n", "game.json")
    assert saved()["moves"][: len(before) + 1] == [*before, [0, "a8-a7"]]


def test_reconstructions_are_named(play: Run) -> None:
    assert "cards are a reconstruction" in play("", "luminis").out
    assert "board is a reconstruction" in play("", "lumens").out
    assert "reconstruction" not in play("", "sirius").out


def test_a_finished_record_is_shown(play: Run) -> None:
    ending = {"reason": "agreement", "points": [0.5, 0.5], "winners": [0, 1]}
    Path("over.json").write_text(json.dumps(record_of("sirius", ending=ending)), encoding="utf-8")
    told = play("", "over.json")
    assert "Drawn by agreement. Level: P1 and P2. Points: P1 0.5, P2 0.5." in told.out


# --- what is typed ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("?", Order("help", "")),
        ("?SI-08", Order("help", "SI-08")),
        ("Aide", Order("help", "")),
        (" coups a3 ", Order("moves", "a3")),
        ("sauver ma partie.json", Order("save", "ma partie.json")),
        ("ANNULER", Order("undo", "")),
        ("a3-a4", None),
        ("pass", None),
        ("movesa3", None),
    ],
)
def test_orders(line: str, order: Order | None) -> None:
    assert read_order(line) == order


def test_meant_moves() -> None:
    legal = ["put a1 up", "put a1 down", "P1", "p1"]
    assert meant_move("put a1 up", legal, []) == "put a1 up"
    assert meant_move("PUT  A1 Down", legal, []) == "put a1 down"
    assert meant_move("p1", legal, []) == "p1"
    assert meant_move("2", legal, legal) == "put a1 down"
    assert meant_move("9", legal, legal) == "9"
    assert meant_move("0", legal, legal) == "0"
    assert meant_move("²", legal, legal) == "²"
    assert read_moves(" a1=S ;b1=M,, c1=T ") == ["a1=S", "b1=M", "c1=T"]


def test_lumens_ends_when_the_bags_are_empty_unless_one_chooses(play: Run) -> None:
    """LU-17 in the terminal: told in words, with whose rule it is."""
    words = ("lumens", "--seats", "random,random", "--seed", "3", "--lang", "fr")
    usual, chosen = play("", *words), play("", *words, "--set", "end=played_out")
    assert "Choix de la table" not in usual.out
    assert "On joue aussi le dernier jeton de chaque main (maison)" in " ".join(chosen.out.split())
    helped = play("aide\n? LU-17\nquitter\n\n", "lumens", "--seed", "3", "--lang", "fr", "--seats", "human,random")
    told = " ".join(helped.out.split())
    assert "Fin de la partie : On s’arrête quand les sacs sont vides (livret)" in told
    assert "Livret, « Fin de la partie et décompte final »" in told and "L’autre lecture" in told
