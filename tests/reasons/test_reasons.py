"""Reasons in any game: they never fail, follow from what the seat knows, and can be said in every language."""

import ast
import itertools
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lumitheque.bots import Sight
from lumitheque.browser.translation.modules import translate
from lumitheque.games import SHELF, Game
from lumitheque.games.edition import record_from
from lumitheque.games.fromages.network import is_home
from lumitheque.languages import Catalogue, languages
from lumitheque.languages.messages import parts_of
from lumitheque.referee import Referee
from lumitheque.referee.chance_log import playout_chance
from lumitheque.reviews.reasons import MOST, explain
from lumitheque.reviews.shapes import Reason
from lumitheque.reviews.telling import tell_reason
from lumitheque.testkit.laws import imagined, legal_on
from lumitheque.testkit.walks import opened, random_walk
from toy import GAME as TOY
from why import sight_of

TABLES = [(name, seats) for name, game in SHELF.items() for seats in game.seats]
at_every_table = pytest.mark.parametrize(("name", "seats"), TABLES, ids=[f"{name}-{seats}" for name, seats in TABLES])
every_game = pytest.mark.parametrize("game", SHELF.values(), ids=lambda game: game.name)
every_language = pytest.mark.parametrize("language", languages())


def decisions(name: str, seats: int, seed: int, most: int = 60, every: int = 3) -> Iterator[tuple[Referee, list[int]]]:
    """Decisions of a random game with more than one move, set-ups of pawns left out."""
    dice, options = random.Random(seed), dict[str, Any]()
    if name == "fromages":
        options = {"rounds": 1}
    if name in ("sirius", "galax"):
        options = {"setup": "random"}
    play, found = opened(SHELF[name], seats, options, seed), 0
    for number, _ in enumerate(random_walk(play, dice)):
        moves = play.legal_numbers(play.waiting()[0]) if play.waiting() else []
        if len(moves) > 1 and number % every == 0:
            yield play, dice.sample(moves, 2)
            found += 1
        if found == most:
            return


def explained(play: Referee, pair: list[int]) -> list[Reason]:
    sight = sight_of(play)
    return explain(sight, play.edition, pair[0], pair[1], [(sight.seat, pair[1])])


@at_every_table
def test_reasons_are_said_in_every_language(name: str, seats: int) -> None:
    """Of any two moves: no errors, few reasons, each kind once, nothing left unsaid."""
    told = 0
    for play, pair in decisions(name, seats, seats):
        for made, best in itertools.permutations(pair):
            reasons = explained(play, [made, best])
            assert len(reasons) <= MOST and len({reason.kind for reason in reasons}) == len(reasons)
            for language, reason in itertools.product(languages(), reasons):
                sentence = tell_reason(reason, play.game, language)
                assert sentence[0].isupper() and sentence.endswith("."), sentence
                assert not re.search(r"[{}@]|\bP0\b|  ", sentence), sentence
            told += len(reasons)
    assert told > 0 or not trees(SHELF[name])


@at_every_table
def test_reasons_follow_from_what_the_seat_knows(name: str, seats: int) -> None:
    """In worlds that the seat cannot tell apart the reasons are the same."""
    dice = random.Random(seats)
    for play, pair in decisions(name, seats, 100 + seats, most=12, every=5):
        seat = play.waiting()[0]
        here = explained(play, pair)
        world = imagined(play, seat, dice)
        view = record_from(bytes(play.game.record.STATE.itemsize), play.game.record.STATE)
        play.game.knowledge.view(play.e, world, seat, view)
        sight = Sight.of(play.game, play.e, view, seat, seats)
        assert explain(sight, play.edition, pair[0], pair[1], [(seat, pair[1])]) == here


@at_every_table
def test_the_view_is_left_as_it_was(name: str, seats: int) -> None:
    for play, pair in decisions(name, seats, 7, most=6, every=7):
        sight = sight_of(play)
        before = sight.view.tobytes()
        explain(sight, play.edition, pair[0], pair[1], [])
        assert sight.view.tobytes() == before


def test_no_reason_for_the_same_move() -> None:
    for play, pair in decisions("sirius", 2, 1, most=3):
        assert explained(play, [pair[0], pair[0]]) == []


def test_a_game_without_facts_gives_no_reasons() -> None:
    for play, pair in decisions("sirius", 2, 1, most=1):
        sight = sight_of(play)
        silent = Sight(TOY, sight.e, sight.view, sight.seat, sight.seats)
        assert explain(silent, None, pair[0], pair[1], []) == []


# --- what is claimed is so --------------------------------------------------------------------------------------------


def after(play: Referee, move: int) -> Any:
    """The state after a move, by the rules themselves."""
    s = record_from(play.state.tobytes(), play.game.record.STATE)
    play.game.rules.apply_move(play.e, s, play.waiting()[0], move, playout_chance(1))
    return s


def both_ways(
    name: str, seats: int, seed: int, most: int
) -> Iterator[tuple[Referee, int, int, dict[str, dict[str, str]]]]:
    for play, pair in decisions(name, seats, seed, most, every=2):
        for made, best in itertools.permutations(pair):
            yield play, made, best, {reason.kind: reason.parts for reason in explained(play, [made, best])}


def test_what_is_said_of_sirius_is_so() -> None:
    """The twin knows takings and faults by itself."""
    seen = set()
    for seed in range(6):
        for play, made, best, reasons in both_ways("sirius", 2, seed, 60):
            side = 0 if play.waiting()[0] == int(play.state.white) else 1
            here, there = after(play, best), after(play, made)
            if "takes" in reasons or "takes_champion" in reasons:
                assert int(here.count[1 - side]) == int(play.state.count[1 - side]) - 1
            if "duty" in reasons:
                assert int(there.fault_count) == 1 and int(here.fault_count) == 0
            if "duty_many" in reasons:
                assert int(there.fault_count) == int(reasons["duty_many"]["count"]) > 1
            if "wins" in reasons:
                assert int(play.game.rules.winners(play.e, here)) == 1 << play.waiting()[0]
            seen |= reasons.keys()
            for kind in reasons.keys() & {"hangs", "left_hanging"}:
                assert can_take_for_nothing(play, there, reasons[kind]["cell"])
                assert not can_take_for_nothing(play, here, reasons[kind]["cell"])
    assert {"duty", "duty_many", "hangs", "left_hanging"} <= seen


def can_take_for_nothing(play: Referee, s: Any, cell: str) -> bool:
    """Sirius: whether whoever is to move can take on a cell so that nothing takes there after it."""
    other = 1 - play.waiting()[0]
    for move in legal_on(play, s, other):
        text = play.game.notation.write_move(None, s, move)
        if text.endswith(f"x{cell}"):
            then = record_from(s.tobytes(), s.dtype)
            play.game.rules.apply_move(play.e, then, other, move, playout_chance(1))
            replies = [play.game.notation.write_move(None, then, one) for one in legal_on(play, then, 1 - other)]
            if not any(reply.endswith(f"x{cell}") for reply in replies):
                return True
    return False


def test_what_is_said_of_lumens_is_so() -> None:
    seen = set()
    for seats in (2, 3, 4):
        for play, made, best, reasons in both_ways("lumens", seats, seats, 60):
            seat = play.waiting()[0]
            if "points" in reasons:
                points = [int(play.game.rules.points_of(after(play, move), seat)) for move in (best, made)]
                assert points == [int(reasons["points"][part]) for part in ("best", "made")]
            if "takes_lead" in reasons:
                room, s = ord(reasons["takes_lead"]["room"]) - ord("A") + 1, after(play, best)
                others = [int(s.strength[room, other]) for other in range(seats) if other != seat]
                assert int(s.strength[room, seat]) - max(others) == int(reasons["takes_lead"]["best"]) > 0
            seen |= reasons.keys()
    assert {"points", "takes_lead", "covers", "passage"} <= seen


def test_what_is_said_of_cheese_is_so() -> None:
    seen = set()
    for seats in (2, 3, 4):
        for play, made, best, reasons in both_ways("fromages", seats, seats, 120):
            if "home" in reasons and play.state.phase == 1:  # the card is in hand
                assert is_home(play.e, after(play, best), play.waiting()[0])
                assert not is_home(play.e, after(play, made), play.waiting()[0])
            seen |= reasons.keys()
    assert len(seen) > 8


# --- words ------------------------------------------------------------------------------------------------------------


def literals(node: ast.AST) -> set[str]:
    return {one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)}


def trees(game: Game) -> list[ast.Module]:
    return [ast.parse(path.read_text(encoding="utf-8")) for path in sorted((game.folder / "facts").glob("*.py"))]


@every_game
@every_language
def test_every_kind_has_words(game: Game, language: str) -> None:
    """Each fact has a message, and each message a fact that tells it."""
    words, sources = set(game.catalogue("reasons").words(language).get("reasons", {})), trees(game)
    told = [node.elts for tree in sources for node in ast.walk(tree) if isinstance(node, ast.Tuple)]
    facts = [elements[0] for elements in told if len(elements) == 3 and not literals(elements[2])]
    named = set().union(*(literals(kind) for kind in facts if isinstance(kind, ast.Constant | ast.IfExp)))
    assert named <= words
    assert words <= set().union(*map(literals, sources))


@every_language
@pytest.mark.parametrize(
    "catalogue",
    [Catalogue("review"), *(game.catalogue("reasons") for game in SHELF.values())],
    ids=lambda catalogue: catalogue.name,
)
def test_messages_can_be_read(catalogue: Catalogue, language: str) -> None:
    for text in texts(catalogue.words(language)):
        assert parts_of(text) is not None
        if language == "fr":
            assert not re.search(r"(?<![\u202f\u00a0])[;!?:»]|'|«(?!\u00a0)", text), text
        else:
            assert not re.search(r"'|\s[;!?:,.]", text), text


def texts(words: Any) -> Iterator[str]:
    for value in words.values():
        if isinstance(value, dict):
            yield from texts(value)
        else:
            yield value


# --- on a device ------------------------------------------------------------------------------------------------------


def modules_of_facts() -> list[str]:
    """The modules that tell reasons."""
    found = []
    for name in ("pawns", *SHELF):
        folder = Path(__file__).parents[2] / "src" / "lumitheque" / "games" / name / "facts"
        for path in sorted(folder.glob("*.py")):
            last = "" if path.stem == "__init__" else f".{path.stem}"
            found.append(f"lumitheque.games.{name}.facts{last}")
    return found


@pytest.mark.parametrize("module", [*modules_of_facts(), "lumitheque.reviews.reasons", "lumitheque.reviews.telling"])
def test_the_page_can_translate_them(module: str) -> None:
    assert "export" in translate(module)
