"""Game: what a rule book provides, and the facts about it.

A game is a folder. Its `__init__.py` says the facts in a `Game`; everything else is a module or file with a fixed name,
loaded when it is first needed, so that the shelf can be listed without compiling anything:

    record.py     STATE and EDITION (aligned NumPy dtypes), constants, MOVES, MOST_MOVES, LONGEST, LABELS, REASONS
    rules.py      setup, waiting, legal_moves, refusal, apply_move, ending, points, winners
    knowledge.py  view, imagine
    observation.py  observe, actions, CHANNELS, PLANES, FACTS: what learners are told of a view (may be missing)
    notation.py   read_move, write_move, describe_move; Position, write_position, read_position, write_ending;
                  write_outcome, read_outcome
    edition.py    read_edition: raises UnfitEdition with what is wrong, and where (only where there is a board or a deck
                  to transcribe)
    drawing.py    draw
    art/          picture.py: draw, a position as SVG; box.py: box, what is printed (both may be missing)
    audit.py      audit: what is true of every state, for the testkit
    skill/        how it is played well: judge, weigh, tell_apart, by_heart, is_certain; levels.toml: the bots' levels
    editions/     the built-in boards and decks
    origins.toml  where each rule comes from: the booklet, our reading of it, this house, or elsewhere
    words/        a folder per language: words.toml (names, sentences, refusals), rules.md and aid.md (the rules for
                  players), origins.toml and lessons.toml (what these say), board.toml (what the page's board says)
"""

import functools
import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from lumitheque.games.machine_code import machine_code
from lumitheque.games.rule import NOT_NOW
from lumitheque.languages import Catalogue, read_text

Value = str | int | bool


class GameError(ValueError):
    """Something about a game was asked for that is not possible: said in one line."""

    def told(self, language: str) -> str:  # noqa: ARG002 (most are in English, and the command line translates them)
        return str(self)


@dataclass(frozen=True)
class Option:
    """A choice made when a table is opened. The first value is the default unless `default` is given."""

    name: str
    values: tuple[Value, ...]
    default: Callable[[int, Mapping[str, Value]], Value] | None = None
    allowed: Callable[[Value, Mapping[str, Value]], str | None] | None = None  # why a value does not go with the others
    later: bool = False  # it came after games had been recorded: whoever does not name it means the first value

    def code(self, value: Value) -> int:
        """The number that stands for a value in a state: numbers and truth values themselves, texts by their place."""
        return self.values.index(value) if isinstance(value, str) else int(value)

    def decode(self, code: int) -> Value:
        first = self.values[0]
        return self.values[code] if isinstance(first, str) else type(first)(code)

    def check(self, value: Value) -> Value:
        if not any(type(value) is type(known) and value == known for known in self.values):
            raise GameError(f"option {self.name}: {value!r} is not one of {self.listed()}")
        return value

    def read(self, text: str) -> Value:
        """A value as it is typed on a command line."""
        for value in self.values:
            if text == str(value).lower():
                return value
        raise GameError(f"option {self.name}: {text!r} is not one of {self.listed()}")

    def listed(self) -> str:
        return ", ".join(str(value).lower() for value in self.values)


@dataclass(frozen=True)
class Minutes:
    """How long a game takes, about: for each round if `per` names an option that says how many rounds there are."""

    least: int
    most: int
    per: str | None = None

    def with_options(self, settled: Mapping[str, Value]) -> "Minutes":
        """How long the whole game takes with these options."""
        times = int(settled[self.per]) if self.per else 1
        return Minutes(self.least * times, self.most * times)


@dataclass(frozen=True, kw_only=True)
class Game:
    name: str
    letters: str  # of its rule ids: SI-07
    rules_version: int  # raised when behaviour changes
    seats: range
    package: str  # where its modules are
    age: int  # of the youngest players
    minutes: Minutes
    secrets: bool = False  # some seat does not know everything
    options: tuple[Option, ...] = ()
    editions: tuple[str, ...] = ()  # names of the built-in editions, the first is the default
    rule_numbers: tuple[int, ...] = ()  # 7 stands for SI-07; 0 (not a move now) is always there
    drawable: bool = False  # a game in which a draw can be offered and agreed
    plannable: bool = False  # after the set-up nothing is hidden or left to chance: lines of moves can be planned
    standing: tuple[str, ...] = ()  # moves that make sense whatever happens before them; `orders` in words.toml
    _parts: dict[str, ModuleType] = field(default_factory=dict, repr=False, compare=False)

    def __hash__(self) -> int:
        return hash(self.name)

    def part(self, name: str) -> ModuleType:
        if name not in self._parts:
            self._parts[name] = importlib.import_module(f"{self.package}.{name}")
        return self._parts[name]

    @functools.cached_property
    def record(self) -> ModuleType:
        return self.part("record")

    @functools.cached_property
    def rules(self) -> ModuleType:
        return self.part("rules")

    @functools.cached_property
    def knowledge(self) -> ModuleType:
        return self.part("knowledge")

    @functools.cached_property
    def notation(self) -> ModuleType:
        return self.part("notation")

    @functools.cached_property
    def skill(self) -> ModuleType:
        return self.part("skill")

    @functools.cached_property
    def drawing(self) -> ModuleType:
        return self.part("drawing")

    @functools.cached_property
    def folder(self) -> Path:
        return Path(str(importlib.import_module(self.package).__file__)).parent

    @property
    def prepared(self) -> bool:
        """False while its rules are interpreted and its machine code is awaited: slow bots are not offered yet."""
        return not machine_code(self.folder).awaited

    @functools.cached_property
    def rule_ids(self) -> tuple[str, ...]:
        return tuple(f"{self.letters}-{number:02d}" for number in (0, *self.rule_numbers))

    def rule_id(self, refusal: int) -> str:
        """The name of the rule that a refusal stands for."""
        return f"{self.letters}-{refusal % NOT_NOW:02d}"

    def catalogue(self, name: str) -> Catalogue:
        """The game's words of one kind in every language: `words`, `board`, `origins`, `lessons`."""
        return Catalogue(f"games/{self.name}/{name}", self.folder / "words")

    def words(self, language: str) -> dict[str, Any]:
        """Names and sentences for people."""
        return self.catalogue("words").words(language)

    def page(self, language: str, aid: bool = False) -> str:
        """The rules for players, or the one-card aid, in Markdown."""
        return read_text(f"games/{self.name}/{'aid' if aid else 'rules'}.md", language, self.folder / "words")

    def check_seats(self, seats: int) -> int:
        if seats not in self.seats:
            span = str(self.seats[0]) if len(self.seats) == 1 else f"{self.seats[0]} to {self.seats[-1]}"
            raise GameError(f"{self.name} is for {span} players, not {seats}")
        return seats

    def settle(self, seats: int, chosen: Mapping[str, Value]) -> dict[str, Value]:
        """Every option with its value: the chosen ones checked, the others by default."""
        known = {option.name for option in self.options}
        for name in chosen:
            if name not in known:
                listed = ", ".join(sorted(known)) or "none"
                raise GameError(f"{self.name} has no option {name!r}; it has: {listed}")
        settled: dict[str, Value] = {}
        for option in self.options:
            if option.name in chosen:
                value = option.check(chosen[option.name])
            else:
                value = option.default(seats, settled) if option.default else option.values[0]
            settled[option.name] = value
        for option in self.options:
            problem = option.allowed(settled[option.name], settled) if option.allowed else None
            if problem:
                raise GameError(f"option {option.name}: {problem}")
        return settled

    def option_codes(self, settled: Mapping[str, Value]) -> list[int]:
        return [option.code(settled[option.name]) for option in self.options]

    def combinations(self, seats: int) -> Iterator[dict[str, Value]]:
        """Every choice of options that goes together."""
        yield from _combinations(self, seats, {}, 0)


def _combinations(game: Game, seats: int, chosen: dict[str, Value], at: int) -> Iterator[dict[str, Value]]:
    if at < len(game.options):
        for value in game.options[at].values:
            yield from _combinations(game, seats, {**chosen, game.options[at].name: value}, at + 1)
        return
    try:
        yield game.settle(seats, chosen)
    except GameError:
        return
