"""Where every rule comes from: nothing of ours is told as the booklet's, nothing of the booklet's as ours."""

import re
from pathlib import Path

import pytest
from scripts.sources import PAGE, write_page

import toy
from lumitheque.cli.origins import tell_sources, tell_value
from lumitheque.cli.speech import Speech
from lumitheque.games import SHELF, Game, GameError, find
from lumitheque.games.game import Minutes
from lumitheque.games.origins import ANY, Origins, Source, _read, origins
from lumitheque.games.speech import say_value
from lumitheque.languages import languages

HOUSE = [game for game in SHELF.values() if game.package.startswith("lumitheque.")]  # not games that tests bring along
every_game = pytest.mark.parametrize("game", HOUSE, ids=lambda game: game.name)
every_language = pytest.mark.parametrize("language", languages())

# What the booklets leave open, found by reading them again sentence by sentence.
READINGS = {
    "LU": (3, 4, 12),
    "LM": (2, 11, 14, 16, 17, 19),
    "GX": (2, 5, 7, 8, 12),
    "SI": (5, 6, 7, 9),
    "FR": (12, 13, 16, 18, 19, 21, 23, 25),
}
ELSEWHERE = ["LU-03", "LM-04", "FR-04"]  # the size of the board, the price of a spire, the number of pipes


def told(game: Game, language: str = "fr") -> Origins:
    found = origins(game, language)
    assert found is not None, f"{game.name} has no origins.toml"
    return found


def marks(rule_id: str) -> list[str]:
    game = next(game for game in HOUSE if game.letters == rule_id[:2])
    return [source.origin for source in told(game).rules[rule_id]]


def is_section(game: Game, section: str) -> bool:
    return any(section == known or section.startswith(f"{known},") for known in told(game).booklet.sections)


@every_game
def test_every_rule_has_an_origin(game: Game) -> None:
    assert told(game).rules.keys() == set(game.rule_ids)
    for rule_id, sources in told(game).rules.items():
        assert sources, rule_id
        for source in sources:
            assert source.missing() == [], (rule_id, source)
            assert source.section is None or is_section(game, source.section), (rule_id, source.section)
            assert source.other is None or source.origin == "reading", rule_id
        if len(sources) > 1:
            assert all(source.says for source in sources), f"{rule_id}: which part comes from where?"


@every_game
def test_every_value_and_fact_has_an_origin(game: Game) -> None:
    assert told(game).options.keys() == {option.name for option in game.options}
    for option in game.options:
        named = told(game).options[option.name].keys()
        assert named == {ANY} or named == {str(value).lower() for value in option.values}, option.name
    assert told(game).facts.keys() == {"age", "minutes"}
    assert all(fact.missing() == [] for fact in told(game).facts.values())


def test_readings_are_marked_as_readings() -> None:
    readings = [f"{letters}-{number:02d}" for letters, numbers in READINGS.items() for number in numbers]
    assert [rule_id for rule_id in readings if "reading" not in marks(rule_id)] == []
    assert [rule_id for rule_id in ELSEWHERE if "elsewhere" not in marks(rule_id)] == []
    assert marks("LU-17")[0] == "booklet"


def test_what_the_booklets_play() -> None:
    """The booklet's own way is among the choices, and is told as such."""
    assert told(find("lumens")).options["end"] == {"empty_bags": "booklet", "played_out": "house"}
    assert told(find("lumens")).options["places"]["seats"] == "booklet"
    assert set(told(find("luminis")).options["game"].values()) == {"booklet"}
    assert told(find("sirius")).options["champion_takes"] == {"everything": "reading", "champions_only": "booklet"}
    assert told(find("fromages")).of_value("rounds", 7) == "booklet"


def test_facts_on_the_box() -> None:
    found = {game.name: {told(game).facts[fact].origin for fact in ("age", "minutes")} for game in HOUSE}
    assert found["lumens"] == found["fromages"] == {"booklet"}
    assert found["luminis"] == found["galax"] == found["sirius"] == {"house"}


@pytest.mark.rule("FR-09")
def test_minutes_follow_the_rounds() -> None:
    fromages = find("fromages")
    assert fromages.minutes.with_options(fromages.settle(2, {})) == Minutes(40, 60)
    assert fromages.minutes.with_options(fromages.settle(6, {"rounds": 3})) == Minutes(30, 45)
    assert find("lumens").minutes.with_options({}) == Minutes(30, 30)


@every_game
@every_language
def test_pages_name_every_choice_as_the_table_does(game: Game, language: str) -> None:
    """The same words on the rule page and at the table, the same mark, and how it is typed."""
    say, lines = Speech(language), game.page(language).splitlines()
    for option in game.options:
        label = game.words(language)["options"][option.name]["label"]
        assert f"**{label}** (`{option.name}`)" in lines
        for value in option.values if "values" in game.words(language)["options"][option.name] else ():
            begins = f"| {say_value(game, option, value, language)} (`{str(value).lower()}`) |"
            mark = say(f"origins.{told(game).of_value(option.name, value)}")
            rows = [line for line in lines if line.startswith(begins)]
            assert len(rows) == 1 and rows[0].endswith(f"| {mark} |"), begins


def texts(game: Game, language: str) -> list[str]:
    found = told(game, language)
    sources = [source for rule in found.rules.values() for source in rule] + list(found.facts.values())
    return [text for source in sources for text in (source.says, source.other) if text]


@every_game
def test_french_is_well_set(game: Game) -> None:
    for french, english in zip(texts(game, "fr"), texts(game, "en"), strict=True):
        assert french.strip() and english.strip() and french != english
        assert not re.search(r"(?<![\u202f\u00a0])[;!?:»%]|'|\"|«(?!\u00a0)", french), french
        assert not re.search(r"'|\"|\s[;!?:,.]", english), english


def test_in_a_terminal() -> None:
    lumens, french, english = find("lumens"), Speech("fr"), Speech("en")
    end = lumens.options[0]
    assert tell_value(lumens, end, "empty_bags", french) == "On s’arrête quand les sacs sont vides (livret)"
    assert tell_value(lumens, end, "empty_bags", english) == "Stop when the bags are empty (booklet)"
    first, second = tell_sources(lumens, "LU-12", english)
    assert first.startswith("Booklet, “Règles de placement") and second.startswith("Our reading, “")
    assert "The other reading: " in second
    assert tell_sources(toy.GAME, "TL-01", english) == [] and tell_sources(lumens, "XX-99", english) == []
    assert tell_value(toy.GAME, toy.GAME.options[0], "bright", english) == say_value(
        toy.GAME, toy.GAME.options[0], "bright", "en"
    )


def test_the_page_of_sources_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == write_page(), "make sources"


@pytest.mark.parametrize(
    ("source", "missing"),
    [
        (Source("booklet"), ["section"]),
        (Source("reading", says="a"), ["section", "other"]),
        (Source("house"), ["says"]),
        (Source("elsewhere", says="a"), []),
    ],
)
def test_what_an_origin_asks_for(source: Source, missing: list[str]) -> None:
    assert source.missing() == missing


@pytest.mark.parametrize("text", ["rules = 3", "not toml", '[[rules.LU-01]]\norigin = "hearsay"'])
def test_a_file_that_is_no_list_of_origins_is_told_so(tmp_path: Path, text: str) -> None:
    path = tmp_path / "origins.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(GameError, match=r"origins\.toml: "):
        _read(path, {})


def test_a_game_may_say_nothing() -> None:
    assert origins(toy.GAME, "fr") is None
