"""new, show, moves, move, why."""

import json
from pathlib import Path

import pytest

import lumitheque as lt
from command_line import Run, every_game, text_of
from lumitheque.games import find
from lumitheque.games.speech import say_refusal
from lumitheque.referee import load
from lumitheque.referee.lessons import lessons, where_taught


@pytest.fixture
def record(lumitheque: Run) -> Path:
    """A game of Sirius in which one seat moves."""
    lumitheque("new", "sirius", "--seats", "2", "--seed", "7", "--set", "setup=random", "-o", "game.json")
    return Path("game.json")


@every_game
def test_new_gives_a_record(lumitheque: Run, game: str) -> None:
    told = lumitheque("new", game, "--seed", "abc")
    assert told.status == 0 and told.out.count("\n") == 1
    record = told.json()
    assert record["seed"] == "abc".rjust(32, "0")
    assert record == json.loads(json.dumps(lt.new(game, seed="abc").record()))
    assert {"game", "rules", "seats", "options", "edition", "seed", "chance", "moves"} == record.keys()


def test_new_takes_seats_and_options(lumitheque: Run) -> None:
    told = lumitheque("new", "luminis", "--seats", "4", "--set", "game=advanced", "--set", "support=pyramid")
    record = told.json()
    assert record["seats"] == 4 and record["options"] == {"game": "advanced", "support": "pyramid"}
    assert record["edition"]["name"] == "reconstruction" and len(record["edition"]["sha256"]) == 64
    assert lumitheque("new", "luminis").json()["seed"] != record["seed"]


def test_new_embeds_an_edition_of_ones_own(lumitheque: Run) -> None:
    own = (
        next((find("luminis").folder / "editions").glob("*.csv")).read_text(encoding="utf-8").replace("II-07", "II-77")
    )
    Path("mine.csv").write_text(own, encoding="utf-8")
    record = lumitheque("new", "luminis", "--edition", "mine.csv", "-o", "game.json")
    assert record.status == 0 and record.out == ""
    edition = json.loads(Path("game.json").read_text(encoding="utf-8"))["edition"]
    assert edition["name"] == "mine" and edition["text"] == own
    Path("mine.csv").unlink()
    assert lumitheque("check", "game.json").status == 0
    assert "mine" in lumitheque("show", "game.json").out


@every_game
def test_show_is_a_view(lumitheque: Run, game: str) -> None:
    Path("game.json").write_text(text_of(game), encoding="utf-8")
    play = load(text_of(game))
    assert lumitheque("show", "game.json", "--json").json() == play.view(None)
    assert lumitheque("show", "game.json", "--json", "--seat", "1").json() == play.view(1)
    assert lumitheque("show", "game.json", "--json", "--all").json() == play.position()
    for language in ("fr", "en"):
        told = lumitheque("show", "game.json", "--seat", "0", "--lang", language)
        assert told.status == 0 and find(game).words(language)["title"] in told.out
        assert max(map(len, told.out.splitlines())) <= 100


@every_game
def test_moves_are_those_of_the_rules(lumitheque: Run, game: str) -> None:
    play = load(text_of(game))
    told = lumitheque("moves", "-", "--json", stdin=text_of(game)).json()
    assert told == {"waiting": play.waiting(), "legal": {str(seat): play.legal(seat) for seat in play.waiting()}}
    seat = play.waiting()[0]
    listed = lumitheque("moves", "-", "--seat", str(seat), stdin=text_of(game)).out
    assert all(text in listed for text in play.legal(seat))


def test_move_changes_the_file(lumitheque: Run, record: Path) -> None:
    told = lumitheque("move", "game.json", "a3-a4", "a8-a7")
    assert told.status == 0
    assert told.out.splitlines() == [
        "P2: Move: star from a3 to a4.",
        "P1: Move: star from a8 to a7.",
        "Waiting for P2.",
    ]
    assert json.loads(record.read_text(encoding="utf-8"))["moves"] == [[1, "a3-a4"], [0, "a8-a7"]]
    assert [path.name for path in Path().iterdir()] == ["game.json"]


def test_move_to_another_file(lumitheque: Run, record: Path) -> None:
    before = record.read_bytes()
    assert lumitheque("move", "game.json", "a3-a4", "-o", "after.json").status == 0
    assert record.read_bytes() == before
    assert json.loads(Path("after.json").read_text(encoding="utf-8"))["moves"] == [[1, "a3-a4"]]


def test_move_from_stdin_goes_to_stdout(lumitheque: Run, record: Path) -> None:
    told = lumitheque("move", "-", "a3-a4", stdin=record.read_bytes())
    assert told.json()["moves"] == [[1, "a3-a4"]]
    told = lumitheque("move", "-", "a3-a4", "--json", stdin=record.read_bytes())
    assert told.json()["ok"] and told.json()["record"]["moves"] == [[1, "a3-a4"]]


def test_move_answers_in_json(lumitheque: Run, record: Path) -> None:
    assert lumitheque("move", "game.json", "a3-a4", "--json").json() == {
        "ok": True,
        "played": [[1, "a3-a4"]],
        "chance": [],
        "waiting": [0],
        "ending": None,
    }


@pytest.mark.parametrize(
    ("moves", "rule"),
    [(["a3-a5"], "SI-02"), (["nonsense"], "SI-00"), (["a3-a4", "a8-a7", "a4-a6"], "SI-02"), (["A3-a4"], "SI-00")],
)
def test_refused_move_changes_nothing(lumitheque: Run, record: Path, moves: list[str], rule: str) -> None:
    before = record.read_bytes()
    sentence = say_refusal(sirius := find("sirius"), rule, "fr", options=sirius.settle(2, {}))
    told = lumitheque("move", "game.json", *moves, "--lang", "fr")
    assert told.status == 2 and told.out == ""
    assert told.err == f"lumitheque: {moves[-1]}: {rule}: {sentence}\n"
    told = lumitheque("move", "game.json", *moves, "--json", "--lang", "fr")
    assert told.status == 2 and told.err == ""
    assert told.json() == {"ok": False, "move": moves[-1], "rule": rule, "why": sentence}
    assert record.read_bytes() == before


def test_move_of_a_seat(lumitheque: Run, record: Path) -> None:
    assert "SI-00" in lumitheque("move", "game.json", "a3-a4", "--seat", "0").err
    assert "SI-00" in lumitheque("move", "game.json", "a3-a4", "--seat", "5").err
    assert lumitheque("move", "game.json", "a3-a4", "--seat", "1").status == 0


def test_move_when_several_may_act(lumitheque: Run) -> None:
    lumitheque("new", "sirius", "--seed", "7", "-o", "game.json")
    told = lumitheque("move", "game.json", "a1=S")
    assert told.status == 2 and "--seat" in told.err
    assert lumitheque("move", "game.json", "a1=S", "b1=M", "--seat", "1").status == 0


def test_move_when_it_is_over(lumitheque: Run) -> None:
    over = text_of("sirius", ending={"reason": "resigned", "points": [0, 1], "winners": [1], "seat": 0})
    told = lumitheque("move", "-", "a1=S", "--json", stdin=over)
    assert told.status == 2 and told.json()["rule"] == "SI-00"
    assert lumitheque("moves", "-", "--json", stdin=over).json() == {"waiting": [], "legal": {}}
    assert "Resigned" in lumitheque("show", "-", stdin=over).out
    assert "P2 wins" in lumitheque("moves", "-", stdin=over).out


def test_a_link_stays_a_link(lumitheque: Run, record: Path) -> None:
    Path("link.json").symlink_to("game.json")
    record.chmod(0o640)
    assert lumitheque("move", "link.json", "a3-a4").status == 0
    assert Path("link.json").is_symlink()
    assert json.loads(record.read_text(encoding="utf-8"))["moves"] == [[1, "a3-a4"]]
    assert record.stat().st_mode & 0o777 == 0o640


def test_a_game_with_the_real_box(lumitheque: Run) -> None:
    """Chance without a seed, told ahead: what has not happened yet is kept."""
    dealt = lt.new("luminis", seed="7")
    first = dealt.waiting()[0]
    events = dealt.play("pile 1", first)
    told = text_of("luminis", seed=None, chance=[*dealt.chance()[: -len(events)]])
    answer = lumitheque("move", "-", "pile 1", stdin=told)
    assert answer.status == 2 and "no seed" in answer.err
    ahead = json.loads(told) | {"chance": [list(event) for event in dealt.chance()]}
    assert lumitheque("show", "-", stdin=json.dumps(ahead)).status == 0
    Path("game.json").write_text(json.dumps(ahead), encoding="utf-8")
    assert lumitheque("move", "game.json", "pile 1").status == 0
    after = json.loads(Path("game.json").read_text(encoding="utf-8"))
    assert after["chance"] == ahead["chance"] and after["seed"] is None


def test_why(lumitheque: Run, record: Path) -> None:
    told = lumitheque("why", "game.json", "a3-a4")
    assert told.status == 0 and told.out == "a3-a4 is allowed for P2. Move: star from a3 to a4.\n"
    told = lumitheque("why", "game.json", "a3-a5", "--lang", "fr")
    assert told.status == 0
    assert told.out.startswith("a3-a5 n’est pas permis à P2. SI-02 : ")
    assert "Un tour est un seul déplacement" in told.out  # from the rule page
    told = lumitheque("why", "game.json", "a3-a5", "--json").json()
    assert (told["legal"], told["seat"], told["rule"]) == (False, 1, "SI-02")
    assert told["page"].startswith("**SI-02**") and "<a id" not in told["page"]
    legal = lumitheque("why", "game.json", "a3-a4", "--json").json()
    assert (legal["legal"], legal["lesson"]) == (True, None)


def test_why_names_the_lesson_that_teaches_the_rule(lumitheque: Run, record: Path) -> None:
    found = where_taught(lessons(find("sirius"), "en"), "SI-02")
    assert found is not None
    told = lumitheque("why", "game.json", "a3-a5", "--json").json()["lesson"]
    assert told == {"name": found[0].name, "title": found[0].title, "step": found[1]}
    said = " ".join(lumitheque("why", "game.json", "a3-a5").out.split())
    assert f"lesson “{found[0].title}”, step {found[1]}" in said


@every_game
def test_every_rule_can_be_quoted(game: str) -> None:
    from lumitheque.reception.pages import quote

    for language in ("fr", "en"):
        for rule_id in find(game).rule_ids:
            assert (quote(find(game), rule_id, language) or "").startswith(f"**{rule_id}**"), rule_id
