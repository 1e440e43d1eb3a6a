"""The description beside a module: everything that JavaScript must know to call it, as JSON."""

import base64
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from lumitheque.bots import opponent_model, rollout_bot, simple_bots, workspaces
from lumitheque.bots.compiled import CompiledGame, compiled_for
from lumitheque.bots.search import layouts
from lumitheque.browser.exports import layouts_of
from lumitheque.browser.kinds import Number, Parameter
from lumitheque.browser.plain_ir import PlainRule
from lumitheque.games import chance, rule
from lumitheque.games.edition import edition_record, load_edition
from lumitheque.games.game import Game, Option

FORMAT = 1  # of this description; raised when a reader of before would misread it
SHARED = {
    rule: ("NOT_NOW", "SPECTATOR"),
    chance: ("TAPE", "NO_ARGUMENT", "PLAYOUT", "EVENTS", "NO_FAULT", "MISSING", "WRONG_LABEL", "WRONG_OUTCOME"),
    layouts: ("NOBODY", "NONE"),
    workspaces: ("NODES", "ENTRIES", "LEVELS", "LONGEST_PATH"),
    simple_bots: ("WORLDS",),
    rollout_bot: ("PRIOR_WORLDS", "CANDIDATES", "PRIOR_WEIGHT"),
    opponent_model: ("SUSPICION", "ALIKE", "UNLIKE", "SUREST", "NEGLIGIBLE"),
}
SKILL = ("GLANCES", "HORIZON", "EXPLORE", "FORCING", "CALCULABLE", "WATCHFUL", "NOTES", "REVIEWED", "REHEARSED")


def description(game: Game, rules: Mapping[str, PlainRule], results: Mapping[str, str]) -> dict[str, Any]:
    compiled = compiled_for(game)
    return {
        "format": FORMAT,
        "game": game.name,
        "letters": game.letters,
        "rules_version": game.rules_version,
        "secrets": game.secrets,
        "seats": list(game.seats),
        "layouts": {name: layout(dtype) for name, dtype in layouts_of(game).items()},
        "constants": constants(game),
        "shared": shared(compiled),
        "skill": {name: getattr(compiled.skill, name) for name in SKILL if hasattr(compiled.skill, name)},
        "exports": {name: export(plain, results[name]) for name, plain in rules.items()},
        "editions": editions(game),
        "options": [option(game, one) for one in game.options],
    }


def written(told: Mapping[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n"


def layout(dtype: "np.dtype[Any]") -> dict[str, Any]:
    """The size of a record, and its fields: where each begins, the kind of its numbers, its shape."""
    fields = {}
    for name in dtype.names or ():
        one, at = dtype.fields[name][:2]  # type: ignore[index]  # it has fields
        fields[name] = {"at": at, "kind": one.base.name, "itemsize": one.base.itemsize, "shape": list(one.shape)}
    return {"size": dtype.itemsize, "fields": fields}


def constants(game: Game) -> dict[str, Any]:
    """The constants of the game's record: its own meaning of names that others may use as well."""
    return {name: plain(value) for name, value in vars(game.record).items() if name.isupper() and is_plain(value)}


def shared(compiled: CompiledGame) -> dict[str, Any]:
    """The constants that are the same for all games: of chance, searches and bots."""
    found = {name: getattr(module, name) for module, names in SHARED.items() for name in names}
    return found | {name: getattr(compiled.playouts, name) for name in ("UNCLEAR", "EQUAL")}


def is_plain(value: object) -> bool:
    """Whether a constant is a number, a text, or a list of such."""
    if isinstance(value, (tuple, list, range)):
        return all(map(is_plain, value))
    return isinstance(value, (bool, int, float, str, np.integer))


def plain(value: Any) -> Any:
    if isinstance(value, (tuple, list, range)):
        return [plain(one) for one in value]
    return int(value) if isinstance(value, np.integer) else value


def export(rule: PlainRule, result: str) -> dict[str, Any]:
    return {"parameters": [parameter(one) for one in rule.parameters], "result": result}


def parameter(one: Parameter) -> dict[str, Any]:
    """Its name (`d.nodes` of a workspace `d`) and kind. An array is given as its place and a size per dimension."""
    if isinstance(one.kind, Number):
        return {"name": one.name, "kind": one.kind.kind}
    if one.kind.dimensions == 0:
        return {"name": one.name, "kind": "record", "of": one.kind.layout}
    return {"name": one.name, "kind": "array", "of": one.kind.layout, "dimensions": one.kind.dimensions}


def editions(game: Game) -> list[dict[str, Any]]:
    """The records of the built-in editions; one without a name for a game that has none."""
    if not game.editions:
        return [{"name": None, "record": encoded(edition_record(game, None))}]
    found = {name: load_edition(game, name) for name in game.editions}
    return [{"name": name, "record": encoded(edition_record(game, edition))} for name, edition in found.items()]


def encoded(record: Any) -> str:
    return base64.b64encode(record.tobytes()).decode()


def option(game: Game, one: Option) -> dict[str, Any]:
    """A choice: its values, the number that stands for each in a state, and the default for each number of seats."""
    return {
        "name": one.name,
        "values": list(one.values),
        "codes": [one.code(value) for value in one.values],
        "defaults": {str(seats): game.settle(seats, {})[one.name] for seats in game.seats},
    }
